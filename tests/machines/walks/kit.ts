import type * as machines from '../../../machines/index.ts'
import type { Walk } from '../../support/walker.ts'

export const loaderMachine: Walk<typeof machines.loaderMachine> = {
  inputs: [
    { name: 'send', eager: false, isLoaded: false, activeAccount: undefined },
    { name: 'view', eager: true, isLoaded: true, activeAccount: undefined },
  ],
  events: [
    { type: 'feature.load' },
    { type: 'feature.load', requestId: '1' },
    { type: 'feature.cancel', requestId: '1' },
    { type: 'feature.deliver', command: { type: 'send.submit' } },
    { type: 'xstate.error.actor.send', error: new Error('crash') },
  ],
  children: ['send'],
  answers: { load: [undefined] },
  tells: ({ crashes }) => crashes,
  lasting: {
    stopped: 'the page has to be loaded anew',
  },
}
