import { expect, vi } from 'vitest'
import { never, type FakeAnswers } from '../../mocks/index.ts'
import { connected, complete, go, profile, provider, type Scene, type Stage } from './stage.tsx'

const suggested = ['marguerite-home', 'marguerite-pay', 'marguerite-1', 'my-marguerite']
const answers: FakeAnswers = {
  ...profile,
  identity: { name: undefined, avatar: undefined },
  namesOfAddress: [],
  nameLookup: { name: '' },
  nameSuggestions: {
    suggestions: suggested.map((label, at) => ({ name: `${label}.reown.id`, registered: at === 2 })),
  },
}

async function typed(stage: Stage, name: string, more: FakeAnswers = {}) {
  const latchkey = await connected(stage, { api: provider({ ...answers, ...more }) })
  await go(latchkey, 'ChooseAccountName', '[data-part="actions"]')
  await go(latchkey, 'RegisterAccountName', '[data-part="input"]')
  latchkey.dispatch({ type: 'names.setName', name })
  return latchkey
}

export const names: Record<string, Scene> = {
  ChooseAccountName: async (stage) => {
    const latchkey = await connected(stage, { api: provider(answers) })
    await go(latchkey, 'ChooseAccountName', '[data-part="actions"]')
    return latchkey
  },
  RegisterAccountName: async (stage) => {
    const latchkey = await typed(stage, 'marguerite')
    await complete('[data-part="list"] [data-part="row"]', 'RegisterAccountName')
    return latchkey
  },
  'RegisterAccountName, too short': async (stage) => {
    const latchkey = await typed(stage, 'mar')
    await complete('[data-part="field"][data-invalid]', 'RegisterAccountName')
    return latchkey
  },
  'RegisterAccountName, refused': async (stage) => {
    const latchkey = await typed(stage, 'marguerite', {
      registerName: never,
      nameLookup: () => {
        throw new Error('no')
      },
    })
    await complete('[data-part="retry"]', 'RegisterAccountName')
    return latchkey
  },
  RegisterAccountNameSuccess: async (stage) => {
    const latchkey = await typed(stage, 'marguerite', {
      nameLookup: { name: 'x', addresses: { 60: { address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' } } },
    })
    await vi.waitFor(() => expect(latchkey.find('names')?.getSnapshot().value).toBe('owned'))
    await complete('[data-part="emblem"]', 'RegisterAccountNameSuccess')
    return latchkey
  },
}
