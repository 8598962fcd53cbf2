/**
 * The modal: open or closed, and the shake that says no.
 *
 * The chart of `modal`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  forced: true as boolean,
  embedded: true as boolean,
  locked: true as boolean,
}

/** Says what the product would do now. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actions: {
    announceOpened: says('announceOpened'),
    announceShown: says('announceShown'),
    announceClosed: says('announceClosed'),
    showView: says('showView'),
    emitUnanswered: says('emitUnanswered'),
    lock: says('lock'),
    unlock: says('unlock'),
  },
  guards: {
    forced: () => yes['forced'],
    embedded: () => yes['embedded'],
    locked: () => yes['locked'],
  },
  delays: {
    choose: 600_000, // timeouts.chooseMs
    shake: 500,
  },
}).createMachine({
  id: 'modal',
  description: 'The modal: open or closed, and the shake that says no.',
  meta: { kind: 'service', spec: ['2.9', '2.13', '2.15', '4.5', '4.7', '4.8', '4.9'] },
  initial: 'closed',
  on: {
    'modal.lock': { actions: { type: 'lock' } },
    'modal.unlock': { actions: 'unlock' },
    'modal.show': { actions: ['announceShown', 'showView'] },
  },
  states: {
    closed: {
      description: 'Not shown; embedded in a page: at rest on its home view.',
      on: { 'modal.open': { target: 'open', actions: { type: 'announceOpened' } } },
    },
    open: {
      description: 'It is shown.',
      tags: 'open',
      initial: 'still',
      on: {
        'modal.open': { target: 'open', reenter: true, actions: { type: 'announceOpened' } },
        'modal.rest': {
          description: 'What is part of a page cannot be closed: it comes to rest.',
          guard: 'embedded',
          target: 'closed',
          actions: 'announceClosed',
        },
        'modal.close': [
          { guard: { type: 'forced' }, target: 'closed', actions: 'announceClosed' },
          { guard: 'locked', target: '.shaking', reenter: false },
          { target: 'closed', actions: 'announceClosed' },
        ],
      },
      after: { choose: { actions: 'emitUnanswered' } },
      states: {
        still: { description: 'It rests.', on: { 'modal.shake': 'shaking' } },
        shaking: {
          description: 'Says no: what is shown cannot be left yet.',
          tags: 'shaking',
          on: { 'modal.shake': {} },
          after: { shake: 'still' },
        },
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
