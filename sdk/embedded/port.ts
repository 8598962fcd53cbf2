import type { FrameQuestion } from '../../machines/schemas/frame.ts'
import type { LatchkeyError } from '../../machines/errors/error.ts'

export type Theme = 'light' | 'dark'

/** The frame of the embedded wallet: puts it into the page, and carries messages to it and back. */
export interface FramePort {
  /** Loads the frame, and tells when it listens, when nobody is signed in any more, and whether it was lost, until the returned function is called, which takes it away. */
  open(theme: Theme, heard: { listening(): void; signedOut(): void; lost(error: LatchkeyError): void }): () => void
  /**
   * Posts a message, and resolves to the answer to that id. Rejects with `embedded.refused`, where the frame says why not; with
   * `embedded.malformed`; with the signal's reason.
   */
  ask(id: string, message: FrameQuestion, signal: AbortSignal): Promise<unknown>
  /** Whether its site can be reached at all, be it that it does not let this page have it. */
  isReached(signal: AbortSignal): Promise<boolean>
  /** Tells the frame the page's colours and what the page is, both at once; nobody waits for an answer. */
  sync(theme: Theme): void
  /** Lets the visitor see it, and press in it, until the returned function is called. */
  show(theme: Theme): () => void
}

/** What the frame is told of the page, beside what it is asked. */
export interface FrameSite {
  /** Of the secure site, such as `https://secure.example`. */
  origin: string
  projectId: string
  /** The chain that the page begins on. */
  chainId: string
  version: string
  metadata(): { name: string; description: string; url: string; icons: string[] }
  logged(text: string, details?: unknown): void
}
