import type { LatchkeyError } from '../errors/error.ts'
import type { FactOf } from '../facts.ts'
import { address } from '../kit/address.ts'

/** Where this page is, and where the project may be used. */
export interface Origins {
  /** Nothing outside a browser. */
  origin: string | undefined
  allowed: readonly string[]
}

export interface ProjectContract {
  context: {
    /** The networks that the API serves, as CAIP-2 ids; empty until it was asked. */
    supported: readonly string[]
    /** Where this page is, once the project's origins were asked for. */
    origin: string | undefined
    configured: boolean
    error: LatchkeyError | undefined
  }
  event:
    /** Asks the API now, or once more after a failure. */
    | { type: 'project.load' }
    /** Something was wanted that only a project can have. */
    | { type: 'project.need' }
    /** A call of the API failed, whoever made it, or its relay did. */
    | { type: 'call.failed'; error: LatchkeyError }
    | FactOf<'modal.opened'>
    | FactOf<'modal.shown'>
    | FactOf<'view.shown'>
    | FactOf<'account.connected'>
  /** `unconfigured`: without a project id nothing is asked. */
  state: 'deciding' | 'unconfigured' | 'idle' | 'loading' | 'checking' | 'ready' | 'failed'
  tag: 'busy'
  input: { configured: boolean }
}

export const project = address<ProjectContract>()('project')
