import type { NoticeCode } from '../shared/errors/catalog.ts'
import type { BroadcastEventOf } from '../events.ts'
import { actorKey } from '../core/actorKey.ts'

export interface ClipboardContract {
  context: {
    /** The text to copy; empty before the first copy. */
    text: string
    /** The message that the user sees once the text is copied. */
    notice: NoticeCode
  }
  event:
    /** Copies a text. `notice` is the message that the user sees on success. */
    { type: 'clipboard.copy'; text: string; notice: NoticeCode } | BroadcastEventOf<'modal.closed'>
  state: 'idle' | 'copying'
  tag: 'busy'
}

export const clipboard = actorKey<ClipboardContract>()('clipboard')
