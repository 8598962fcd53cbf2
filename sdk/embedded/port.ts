import type { FrameQuestion } from '../../machines/embedded/frame.schemas.ts'
import type { LatchkeyError } from '../../machines/shared/errors/error.ts'

export type Theme = 'light' | 'dark'

/** The frame of the embedded wallet: inserts it into the page and exchanges messages with it. */
export interface FramePort {
  /**
   * Loads the frame, and reports when it is ready, when the user is signed out and when the frame was lost. Returns a function
   * that removes it.
   */
  open(theme: Theme, listeners: { listening(): void; signedOut(): void; lost(error: LatchkeyError): void }): () => void
  /**
   * Posts a message and resolves to the response with that id. Rejects with `embedded.refused` and the frame's reason, with
   * `embedded.malformed`, or with the reason of the signal.
   */
  ask(id: string, message: FrameQuestion, signal: AbortSignal): Promise<unknown>
  /** Whether the secure site responds at all, even if it does not allow this app to embed it. */
  isReached(signal: AbortSignal): Promise<boolean>
  /** Sends the color scheme and the app's data to the frame. There is no response. */
  sync(theme: Theme): void
  /** Makes the frame visible and usable. Returns a function that hides it again. */
  show(theme: Theme): () => void
}

/** Data about the app that the frame receives, in addition to questions. */
export interface FrameSite {
  /** The origin of the secure site, such as `https://secure.example`. */
  origin: string
  projectId: string
  /** The initial chain of the app. */
  chainId: string
  version: string
  metadata(): { name: string; description: string; url: string; icons: string[] }
  logged(text: string, details?: unknown): void
}
