/** Service: copies a text for the user and shows whether that worked. */
import { assign, setup } from 'xstate'
import type { NoticeCode } from '../shared/errors/catalog.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { promiseActor, configurableDelay } from '../core/actors.ts'
import { sendToActor } from '../core/messaging.ts'
import { clipboard, type ClipboardContract } from './clipboard.contract.ts'
import { feature } from '../core/feature.ts'
import { snackbar } from './snackbar.contract.ts'

export const clipboardMachine = setup({
  types: {} as SetupTypes<ClipboardContract>,
  actors: {
    /** Copies the text to the clipboard. Rejects if the browser does not allow it. */
    copy: promiseActor<void, { text: string }>('clipboard.copy'),
  },
  actions: {
    setText: assign((_, { text, notice }: { text: string; notice: NoticeCode }) => ({ text, notice })),
    showCopied: sendToActor(snackbar)(({ notice }: { notice: NoticeCode }) => ({
      type: 'snackbar.show',
      message: { variant: 'success', code: notice },
    })),
    showFailed: sendToActor(snackbar)({ type: 'snackbar.show', message: { variant: 'error', code: 'copy.failed' } }),
  },
  delays: {
    /** How long copying may take, including a permission prompt of the browser. */
    copy: configurableDelay('copyMs'),
  },
}).createMachine({
  id: 'clipboard',
  description: 'Copies a text for the user and shows whether that worked.',
  meta: { kind: 'service', spec: ['2.14'] },
  context: { text: '', notice: 'link.copied' },
  initial: 'idle',
  on: {
    'clipboard.copy': { target: '.copying', reenter: true, actions: { type: 'setText', params: ({ event }) => event } },
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
        onDone: { target: 'idle', actions: { type: 'showCopied', params: ({ context }) => context } },
        onError: { target: 'idle', actions: 'showFailed' },
      },
      on: { 'modal.closed': 'idle' },
      after: { copy: { target: 'idle', actions: 'showFailed' } },
    },
  },
})

export const clipboardFeature = feature(clipboard, {
  logic: withContract<ClipboardContract>()(clipboardMachine),
})
