/** Service: light or dark, as the user chose or as the system is set. */
import { assign, setup } from 'xstate'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { callbackActor } from '../core/actors.ts'
import { sendToActor } from '../core/messaging.ts'
import { feature } from '../core/feature.ts'
import { storage } from '../storage/storage.contract.ts'
import { theme, type ThemeContract } from './theme.contract.ts'

type Choice = ThemeContract['context']['choice']

export const themeMachine = setup({
  types: {} as SetupTypes<ThemeContract>,
  actors: {
    /** Reads the theme of an earlier visit at once, before the rest of the storage is validated. */
    readChoice: callbackActor<{ type: 'theme.restored'; choice: Choice }>('theme.readChoice'),
    /** Reports the color scheme of the system when it starts, and each change of it. */
    watchScheme: callbackActor<{ type: 'scheme.changed'; scheme: 'light' | 'dark' }>('theme.watchScheme'),
  },
  actions: {
    setChoice: assign({ choice: (_, { choice }: { choice: Choice }) => choice }),
    storeChoice: sendToActor(storage)(({ choice }: { choice: Choice }) => ({ type: 'storage.setTheme', choice })),
  },
  guards: {
    /** The light theme is chosen, so the color scheme of the system does not matter. */
    isLight: ({ context }) => context.choice === 'light',
    /** The dark theme is chosen, so the color scheme of the system does not matter. */
    isDark: ({ context }) => context.choice === 'dark',
    /** The system is set to a dark color scheme. */
    isSchemeDark: (_, { scheme }: { scheme: 'light' | 'dark' }) => scheme === 'dark',
    /** A theme is stored, so it replaces the current choice. */
    isPersisted: (_, { theme }: { theme?: Choice | undefined }) => theme !== undefined,
  },
}).createMachine({
  id: 'theme',
  description: 'The color theme: light, dark, or the one of the system.',
  meta: { kind: 'service', spec: ['5.23'] },
  context: ({ input }) => ({ choice: input.choice }),
  initial: 'deciding',
  invoke: { id: 'readChoice', src: 'readChoice', onError: '.deciding' },
  on: {
    'theme.restored': { target: '.deciding', actions: { type: 'setChoice', params: ({ event }) => event } },
    'theme.set': {
      target: '.deciding',
      actions: [
        { type: 'setChoice', params: ({ event }) => event },
        { type: 'storeChoice', params: ({ event }) => event },
      ],
    },
    'storage.updated': {
      description: 'The user chose a theme in another tab.',
      guard: { type: 'isPersisted', params: ({ event }) => event.persisted },
      target: '.deciding',
      actions: { type: 'setChoice', params: ({ event }) => ({ choice: event.persisted.theme ?? 'system' }) },
    },
    'storage.restored': {
      guard: { type: 'isPersisted', params: ({ event }) => event.persisted },
      target: '.deciding',
      actions: { type: 'setChoice', params: ({ event }) => ({ choice: event.persisted.theme ?? 'system' }) },
    },
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
      on: {
        'scheme.changed': [
          { guard: { type: 'isSchemeDark', params: ({ event }) => event }, target: '.dark' },
          { target: '.light' },
        ],
      },
      states: {
        light: { description: 'The system is light, or does not report its color scheme.' },
        dark: { description: 'The system is dark.', tags: 'dark' },
      },
    },
  },
})

export const themeFeature = feature(theme, {
  input: ({ theme: choice }) => ({ choice }),
  logic: withContract<ThemeContract>()(themeMachine),
})
