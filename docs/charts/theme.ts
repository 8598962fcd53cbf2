/**
 * Light or dark, as the user chose or as the system is set.
 *
 * The chart of `theme` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isLight: true as boolean,
  isDark: true as boolean,
  isSchemeDark: true as boolean,
  isPersisted: true as boolean,
}

/** A listener that receives no events. */
const listener = fromCallback(() => {})

/** Logs the actions that the product would run. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actors: {
    readChoice: listener,
    watchScheme: listener,
  },
  actions: {
    setChoice: says('setChoice'),
    storeChoice: says('storeChoice'),
  },
  guards: {
    isLight: () => yes['isLight'],
    isDark: () => yes['isDark'],
    isSchemeDark: () => yes['isSchemeDark'],
    isPersisted: () => yes['isPersisted'],
  },
}).createMachine({
  id: 'theme',
  description: 'Light or dark, as the user chose or as the system is set.',
  meta: { kind: 'service', spec: ['5.23'] },
  initial: 'deciding',
  invoke: { id: 'readChoice', src: 'readChoice', onError: '.deciding' },
  on: {
    'theme.restored': { target: '.deciding', actions: { type: 'setChoice' } },
    'theme.set': { target: '.deciding', actions: [{ type: 'setChoice' }, { type: 'storeChoice' }] },
    'storage.updated': {
      description: 'The user chose a theme in another tab.',
      guard: { type: 'isPersisted' },
      target: '.deciding',
      actions: { type: 'setChoice' },
    },
    'storage.restored': { guard: { type: 'isPersisted' }, target: '.deciding', actions: { type: 'setChoice' } },
  },
  states: {
    deciding: {
      description: 'Decides which theme applies.',
      always: [{ guard: 'isLight', target: 'light' }, { guard: 'isDark', target: 'dark' }, { target: 'following' }],
    },
    light: { description: 'The light theme was chosen.' },
    dark: { description: 'The dark theme was chosen.', tags: 'dark' },
    following: {
      description: 'Follows the color scheme of the system.',
      initial: 'light',
      invoke: { id: 'watchScheme', src: 'watchScheme', onError: '.light' },
      on: { 'scheme.changed': [{ guard: { type: 'isSchemeDark' }, target: '.dark' }, { target: '.light' }] },
      states: {
        light: { description: 'The system is light, or does not report its color scheme.' },
        dark: { description: 'The system is dark.', tags: 'dark' },
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
