/** Service: copies a text for the user and shows whether that worked. */
import { assign, setup } from 'xstate'
import type { NoticeCode } from '../shared/errors/catalogue.ts'
import { seal, type TypesOf } from '../core/contract.ts'
import { effect, timeout } from '../core/actors.ts'
import { tell } from '../core/messaging.ts'
import { clipboard, type ClipboardContract } from './clipboard.contract.ts'
import { feature } from '../core/feature.ts'
import { snackbar } from './snackbar.contract.ts'

export const clipboardMachine = setup({
  types: {} as TypesOf<ClipboardContract>,
  actors: { copy: effect<void, { text: string }>('clipboard.copy') },
  actions: {
    keep: assign((_, { text, notice }: { text: string; notice: NoticeCode }) => ({ text, notice })),
    sayCopied: tell(snackbar)(({ notice }: { notice: NoticeCode }) => ({
      type: 'snackbar.show',
      message: { variant: 'success', code: notice },
    })),
    sayFailed: tell(snackbar)({ type: 'snackbar.show', message: { variant: 'error', code: 'copy.failed' } }),
  },
  delays: { copy: timeout('copyMs') },
}).createMachine({
  id: 'clipboard',
  description: 'Copies a text for the user and shows whether that worked.',
  meta: { kind: 'service', spec: ['2.14'] },
  context: { text: '', notice: 'link.copied' },
  initial: 'idle',
  on: {
    'clipboard.copy': { target: '.copying', reenter: true, actions: { type: 'keep', params: ({ event }) => event } },
  },
  states: {
    idle: { description: 'Nothing is being copied.' },
    copying: {
      description: 'Waits for the clipboard. The browser may ask the user for permission first.',
      tags: 'busy',
      invoke: {
        id: 'copy',
        src: 'copy',
        input: ({ context }) => ({ text: context.text }),
        onDone: { target: 'idle', actions: { type: 'sayCopied', params: ({ context }) => context } },
        onError: { target: 'idle', actions: 'sayFailed' },
      },
      on: { 'modal.closed': 'idle' },
      after: { copy: { target: 'idle', actions: 'sayFailed' } },
    },
  },
})

export const clipboardFeature = feature(clipboard, {
  logic: seal<ClipboardContract>()(clipboardMachine),
})
