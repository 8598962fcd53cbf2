import type { NoticeCode } from '../shared/errors/catalogue.ts'
import type { FactOf } from '../events.ts'
import { address } from '../core/actorKey.ts'

export interface ClipboardContract {
  context: { text: string; notice: NoticeCode }
  event:
    /** Copies a text. `notice` is the message that the user sees on success. */
    { type: 'clipboard.copy'; text: string; notice: NoticeCode } | FactOf<'modal.closed'>
  state: 'idle' | 'copying'
  tag: 'busy'
}

export const clipboard = address<ClipboardContract>()('clipboard')
