import type { LatchkeyError } from '../shared/errors/error.ts'
import type { BroadcastEventOf } from '../events.ts'
import { actorKey } from '../core/actorKey.ts'

/** The origin of the page, and the origins on which the project may be used. */
export interface Origins {
  /** Undefined outside a browser. */
  origin: string | undefined
  allowed: readonly string[]
}

export interface ProjectContract {
  context: {
    /** CAIP-2 ids of the networks that the API serves; empty until they are fetched. */
    supported: readonly string[]
    /** The origin of the page; undefined until the allowed origins are fetched. */
    origin: string | undefined
    configured: boolean
    error: LatchkeyError | undefined
  }
  event:
    /** Fetches the data of the project, or retries after a failure. */
    | { type: 'project.load' }
    /** Reports that something needs a project id. */
    | { type: 'project.need' }
    /** A call of the API failed, or its relay did. */
    | { type: 'call.failed'; error: LatchkeyError }
    | BroadcastEventOf<'modal.opened'>
    | BroadcastEventOf<'modal.shown'>
    | BroadcastEventOf<'view.shown'>
    | BroadcastEventOf<'account.connected'>
  /** `unconfigured`: there is no project id, so no requests are made. */
  state: 'deciding' | 'unconfigured' | 'idle' | 'loading' | 'checking' | 'ready' | 'failed'
  tag: 'busy'
  input: { configured: boolean }
}

export const project = actorKey<ProjectContract>()('project')
