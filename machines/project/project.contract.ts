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
    /** Whether the app has a project id. Without one, no requests are made. */
    configured: boolean
    /** Why the networks could not be fetched; undefined unless that failed. */
    error: LatchkeyError | undefined
  }
  event:
    /** Fetches the data of the project, or retries after a failure. */
    | { type: 'project.load' }
    /** A requested action needs a project id. Without one, the developers see an alert. */
    | { type: 'project.need' }
    /** A call of the API or a connection to its relay failed. An alert explains errors with a known cause. */
    | { type: 'call.failed'; error: LatchkeyError }
    | BroadcastEventOf<'modal.opened'>
    | BroadcastEventOf<'modal.shown'>
    | BroadcastEventOf<'view.shown'>
    | BroadcastEventOf<'account.connected'>
  /** `unconfigured`: there is no project id, so no requests are made. */
  state: 'deciding' | 'unconfigured' | 'idle' | 'loading' | 'checking' | 'ready' | 'failed'
  tag: 'busy'
  input: { /** Whether the app has a project id. */ configured: boolean }
}

export const project = actorKey<ProjectContract>()('project')
