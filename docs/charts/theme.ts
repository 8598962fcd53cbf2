/**
 * Light or dark: as the visitor chose, or as the system is.
 *
 * The chart of `theme`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromCallback, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  light: true as boolean,
  dark: true as boolean,
  schemeIsDark: true as boolean,
  remembered: true as boolean,
}

/** What is listened to for as long as a state lasts; nothing is heard here. */
const listener = fromCallback(() => {})

/** Says what the product would do now. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actors: {
    readChoice: listener,
    watchScheme: listener,
  },
  actions: {
    choose: says('choose'),
    remember: says('remember'),
  },
  guards: {
    light: () => yes['light'],
    dark: () => yes['dark'],
    schemeIsDark: () => yes['schemeIsDark'],
    remembered: () => yes['remembered'],
  },
}).createMachine({
  id: 'theme',
  description: 'Light or dark: as the visitor chose, or as the system is.',
  meta: { kind: 'service', spec: ['5.23'] },
  initial: 'deciding',
  invoke: { id: 'readChoice', src: 'readChoice', onError: '.deciding' },
  on: {
    'theme.restored': { target: '.deciding', actions: { type: 'choose' } },
    'theme.set': { target: '.deciding', actions: [{ type: 'choose' }, { type: 'remember' }] },
    'memory.changed': {
      description: 'The visitor chose in another tab.',
      guard: { type: 'remembered' },
      target: '.deciding',
      actions: { type: 'choose' },
    },
    'memory.restored': { guard: { type: 'remembered' }, target: '.deciding', actions: { type: 'choose' } },
  },
  states: {
    deciding: {
      description: 'Passing through: what was chosen?',
      always: [{ guard: 'light', target: 'light' }, { guard: 'dark', target: 'dark' }, { target: 'following' }],
    },
    light: { description: 'Light colours were chosen.' },
    dark: { description: 'Dark colours were chosen.', tags: 'dark' },
    following: {
      description: 'As the system is, now and whenever that changes.',
      initial: 'light',
      invoke: { id: 'watchScheme', src: 'watchScheme', onError: '.light' },
      on: { 'scheme.changed': [{ guard: { type: 'schemeIsDark' }, target: '.dark' }, { target: '.light' }] },
      states: {
        light: { description: 'The system is light, or does not say.' },
        dark: { description: 'The system is dark.', tags: 'dark' },
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
