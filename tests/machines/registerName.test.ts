import { describe, expect, test } from 'vitest'
import { fakeAccounts, fakeApi, fakeWallet, never, type FakeAnswers } from '../../mocks/index.ts'
import type { Outcome } from '../../machines/shared/outcome.types.ts'
import {
  registrationText,
  labelOf,
  validateName,
  toSigningCall,
  toSuggestions,
} from '../../machines/names/names.rules.ts'
import { ApiError, mainnet } from '../../sdk/index.ts'
import { outcomeOf } from '../../sdk/instance/outcomeOf.ts'
import { connected, pass, settle } from '../support/instance.ts'
import { accountOf } from '../support/features.ts'
import { stackOf } from './page.ts'

const [first, second] = fakeAccounts
const signature = `0x${'1'.repeat(130)}`
const nobody = { name: '', addresses: {}, attributes: [] }
const ofOther = { name: 'ann1.reown.id', addresses: { 60: { address: second } } }
const offline = () => {
  throw new ApiError('api.offline', { call: 'x' })
}
const refused = () => {
  throw new ApiError('api.refused', { call: 'x', status: 400, reasons: [{ description: 'Not this one.' }] })
}
const no = (): never => {
  throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
}
const broken = (): Promise<never> => Promise.reject(new Error('no'))
const answers: FakeAnswers = {
  namesOfAddress: [],
  nameLookup: nobody,
  nameSuggestions: { suggestions: [{ name: 'ann1-pay.reown.id', registered: false }] },
  registerName: { success: true },
  identity: { name: undefined, avatar: undefined },
}

/** A connected user who looks at the field for a name. */
async function page({
  api = fakeApi(answers),
  wallet = fakeWallet({ personal_sign: signature }),
  go = true,
}: { api?: ReturnType<typeof fakeApi>; wallet?: ReturnType<typeof fakeWallet>; go?: boolean } = {}) {
  const made = await connected({ api, wallet })
  const { latchkey, clock } = made
  void latchkey.open()
  for (const view of ['ChooseAccountName', 'RegisterAccountName'] as const)
    latchkey.dispatch({ type: 'view.push', view })
  const ready = await latchkey.load('names')
  if (ready.status !== 'done') throw new Error('it could not be loaded')
  await settle()
  const settled: Outcome<string>[] = []
  ready.value.on('names.settled', ({ outcome }) => void settled.push(outcome))
  const state = () => latchkey.find('names')?.getSnapshot()
  const type = (name: string) => latchkey.dispatch({ type: 'names.setName', name })
  const typed = async (name = 'ann1') => {
    type(name)
    await pass(clock, 500, 1)
    await settle()
  }
  if (go) await typed()
  return {
    ...made,
    settled,
    state,
    type,
    typed,
    asked: (name: string) => made.api.calls.filter((each) => each.name === name),
    view: () => stackOf(latchkey).at(-1),
    async submit() {
      latchkey.dispatch({ type: 'names.submit' })
      await settle()
    },
  }
}

describe('a typed name', () => {
  test.each([
    ['abc', 'Name must be at least 4 characters long'],
    ['a', 'Name must be at least 4 characters long'],
    ['ann pay', 'Can only contain letters, numbers and - characters'],
    ['аnna', 'Can only contain letters, numbers and - characters'],
    ['ann.eth', 'Can only contain letters, numbers and - characters'],
    ['a'.repeat(64), 'Name must be at most 63 characters long'],
  ])('is refused without a lookup when it is %s: %s [5.3] [9.13]', async (name, text) => {
    const { typed, state, asked } = await page({ go: false })
    await typed(name)
    expect(state()?.value).toEqual({ editing: 'incomplete' })
    expect(validateName({ name, network: mainnet })?.message).toBe(text)
    expect(asked('nameLookup')).toEqual([])
  })
  test('is not available on a chain beyond the limit [5.4] [9.14]', () => {
    expect(validateName({ name: 'ann1', network: { id: 2_147_483_648 } })?.message).toBe('Invalid chainId')
    expect(validateName({ name: 'ann1', network: { id: 2_147_483_647 } })).toBeUndefined()
  })
  test('is looked up 500 ms after the last letter, together with its suggestions [7.14] [7.16]', async () => {
    const { type, clock, asked, state } = await page({ go: false, api: fakeApi({ ...answers, nameLookup: never }) })
    type('ann')
    await pass(clock, 499, 1)
    type('Ann1')
    await pass(clock, 499, 1)
    expect([asked('nameLookup'), asked('nameSuggestions')]).toEqual([[], []])
    await pass(clock, 1, 1)
    expect(asked('nameLookup')).toMatchObject([{ input: { name: 'ann1.reown.id' }, options: { fresh: true } }])
    expect(asked('nameSuggestions')).toMatchObject([{ input: { name: 'ann1' } }])
    expect(state()?.value).toEqual({ editing: 'checking' })
  })
  test('uses only the answer for its last text, whichever answer arrives first', async () => {
    const waiting: Record<string, (found: typeof nobody) => void> = {}
    const nameLookup = ({ name }: { name: string }) =>
      new Promise<typeof nobody>((resolve) => void (waiting[name] = resolve))
    const { type, typed, state } = await page({ go: false, api: fakeApi({ ...answers, nameLookup }) })
    await typed('anna')
    await typed('anne')
    waiting['anne.reown.id']?.(nobody)
    await settle()
    expect(state()?.hasTag('submittable')).toBe(true)
    waiting['anna.reown.id']?.({ ...nobody, name: 'anna.reown.id' })
    await settle()
    expect([state()?.context.name, state()?.hasTag('submittable')]).toEqual(['anne', true])
    type('anne1')
    expect(state()?.hasTag('submittable')).toBe(false)
  })
  test('gets suggestions that can be registered, each once and within the API’s zones [3.21] [9.15]', () => {
    const told = ['ann1', 'ANN2.reown.id', 'ann2.reown.id', 'аnn3.reown.id', 'ann4.eth', 'x.reown.id', 'ann5'].map(
      (name) => ({ name, registered: false }),
    )
    expect(toSuggestions(told, 'ann1').map(({ label }) => label)).toEqual(['ann2', 'ann5'])
    expect(labelOf('ann1.wcn.id')).toBe('ann1')
    expect(labelOf('ann1.evil.reown.id')).toBeUndefined()
  })
})

describe('a name that may not be free', () => {
  test('is taken when another account has it', async () => {
    const { state, submit, settled, wallet } = await page({ api: fakeApi({ ...answers, nameLookup: ofOther }) })
    expect([state()?.hasTag('taken'), state()?.hasTag('submittable')]).toEqual([true, false])
    await submit()
    expect(settled).toMatchObject([{ status: 'failed', error: { code: 'names.taken' } }])
    expect(wallet.calls.map(({ method }) => method)).not.toContain('personal_sign')
  })
  test.each([
    ['refused', refused, 'Not this one.'],
    ['offline', offline, 'Error resolving name'],
    ['silent', never, 'Error resolving name'],
  ])('is not offered after a lookup that is %s, which can be retried [8.13]', async (_, nameLookup, text) => {
    const api = fakeApi({ ...answers, nameLookup: nameLookup as never })
    const { state, submit, settled, latchkey, clock } = await page({ api })
    await pass(clock, 15_000, 1)
    expect(state()?.value).toMatchObject({ editing: 'unknown' })
    expect(state()?.context.lookupError?.message).toBe(text)
    await submit()
    expect(settled).toMatchObject([{ status: 'failed', error: { code: 'names.unchecked' } }])
    api.answers.nameLookup = nobody
    latchkey.dispatch({ type: 'names.retry' })
    await settle()
    expect(state()?.hasTag('submittable')).toBe(true)
  })
  test.each([
    ['refused', refused, 'Not this one.'],
    ['offline', offline, 'Error fetching name suggestions'],
    ['silent', never, 'Error fetching name suggestions'],
  ])('can be registered when its suggestions are %s [8.14]', async (_, nameSuggestions, text) => {
    const api = fakeApi({ ...answers, nameSuggestions: nameSuggestions as never })
    const { state, clock, submit, settled } = await page({ api })
    await pass(clock, 1_000, 1)
    expect(state()?.context.suggestionsError?.message).toBe(text)
    expect(state()?.hasTag('submittable')).toBe(true)
    await submit()
    expect(settled).toEqual([{ status: 'done', value: 'ann1.reown.id' }])
  })
  test('is not offered on a network that the API does not serve', async () => {
    const { state } = await page({ api: fakeApi(answers, { serves: false }) })
    expect(state()?.hasTag('submittable')).toBe(false)
    expect(state()?.context.lookupError?.message).toBe('Names cannot be registered on this network')
  })
  test('is not offered to an account that has a name', async () => {
    const api = fakeApi({ ...answers, namesOfAddress: [{ name: 'ann.eth' }, { name: 'anna.reown.id' }] })
    const { state, submit, settled } = await page({ api })
    expect([state()?.value, state()?.context.owned]).toEqual(['owned', 'anna.reown.id'])
    await submit()
    expect(settled).toMatchObject([{ status: 'failed', error: { message: 'You already own a name' } }])
  })
  test.each([
    ['refused', refused],
    ['offline', offline],
    ['silent', never],
  ])('is checked by the API when a lookup of the account’s names is %s [8.15]', async (_, told) => {
    const { state, clock, typed } = await page({
      go: false,
      api: fakeApi({ ...answers, namesOfAddress: told as never }),
    })
    await pass(clock, 15_000, 1)
    await typed()
    expect(state()?.hasTag('submittable')).toBe(true)
  })
})

describe('a registration', () => {
  test('has the account sign for the name, sends that to the API, and renames the account [1.8] [4.25] [4.26] [4.27]', async () => {
    const { latchkey, wallet, submit, asked, settled, view, clock } = await page()
    const claim = registrationText('ann1', clock.now())
    const owned = asked('namesOfAddress').length
    await submit()
    const [signed] = wallet.calls.filter(({ method }) => method === 'personal_sign')
    expect(signed?.params).toEqual([`0x${Buffer.from(claim).toString('hex')}`, first])
    expect(JSON.parse(claim)).toEqual({
      name: 'ann1.reown.id',
      attributes: {},
      timestamp: Math.floor(clock.now() / 1_000),
    })
    expect(asked('registerName')).toMatchObject([
      { input: { coin_type: 2_147_483_649, address: first, message: claim, signature } },
    ])
    expect(settled).toEqual([{ status: 'done', value: 'ann1.reown.id' }])
    expect(accountOf(latchkey).getSnapshot().context.profile.name).toBe('ann1.reown.id')
    expect(view()).toBe('RegisterAccountNameSuccess')
    // The address is looked up again.
    expect(asked('identity').at(-1)?.options.fresh).toBe(true)
    expect(asked('namesOfAddress')).toHaveLength(owned + 1)
  })
  test.each([
    ['a rejection', no, 'declined'],
    ['no signature', 'yes', 'failed'],
    ['an error', broken, 'failed'],
  ] as const)('returns to the form when the wallet answers with %s [4.28]', async (_, answer, end) => {
    const { submit, settled, state, asked, view } = await page({ wallet: fakeWallet({ personal_sign: answer }) })
    await submit()
    expect(settled).toMatchObject([{ status: end }])
    expect([state()?.context.name, view()]).toEqual(['ann1', 'RegisterAccountName'])
    expect(state()?.context.error).toBeDefined()
    expect(asked('registerName')).toEqual([])
  })
  test.each([
    ['a refusal', refused, 'Not this one.'],
    ['a network error', offline, 'Error registering name ann1.reown.id'],
    ['nothing', never, 'Error registering name ann1.reown.id'],
    ['no success', () => ({ success: false }), 'Error registering name ann1.reown.id'],
  ])('returns to the form with an error text when the API answers with %s [4.28] [8.16]', async (_, answer, text) => {
    const api = fakeApi({ ...answers, registerName: answer as never })
    const { submit, settled, state, view, clock, typed, latchkey } = await page({ api })
    await submit()
    await pass(clock, 15_000, 1)
    expect(settled).toMatchObject([{ status: 'failed', error: { message: text } }])
    expect(state()?.context.error?.message).toBe(text)
    expect([view(), accountOf(latchkey).getSnapshot().context.profile]).toEqual(['RegisterAccountName', {}])
    api.answers.registerName = { success: true }
    await typed()
    await submit()
    expect(settled.at(-1)).toEqual({ status: 'done', value: 'ann1.reown.id' })
  })
  test('is noticed when it succeeded despite an error', async () => {
    const api = fakeApi({ ...answers, registerName: offline })
    const { submit, state, view, clock, latchkey } = await page({ api })
    api.answers.nameLookup = { name: 'ann1.reown.id', addresses: { 60: { address: first.toLowerCase() } } }
    await submit()
    await pass(clock, 500, 1)
    await settle()
    expect([state()?.value, view()]).toEqual(['owned', 'RegisterAccountNameSuccess'])
    expect(accountOf(latchkey).getSnapshot().context.profile.name).toBe('ann1.reown.id')
  })
  test('is found as an actor while it lasts', async () => {
    const { latchkey, submit } = await page({ wallet: fakeWallet({ personal_sign: never }) })
    await submit()
    expect(latchkey.find('registration')?.getSnapshot().value).toBe('signing')
    latchkey.dispatch({ type: 'names.cancel' })
    await settle()
    expect(latchkey.find('registration')).toBeUndefined()
  })
  test('can be awaited and aborted by the app, and refuses a second one meanwhile', async () => {
    const { latchkey, state } = await page({ wallet: fakeWallet({ personal_sign: never }) })
    const ref = latchkey.find('names')
    const control = new AbortController()
    const one = outcomeOf(ref, { type: 'names.submit' }, control.signal)
    expect(await outcomeOf(ref, { type: 'names.submit' })).toMatchObject({ error: { code: 'names.busy' } })
    expect(state()?.value).toBe('registering')
    control.abort()
    expect(await one).toEqual({ status: 'cancelled' })
    await settle()
    expect(state()?.context.error).toBeUndefined()
    expect(state()?.value).toMatchObject({ editing: 'pausing' })
  })
  test.each(['view.back', 'modal.close'] as const)('is cancelled by %s before the signature', async (command) => {
    const { latchkey, submit, settled, asked } = await page({ wallet: fakeWallet({ personal_sign: never }) })
    await submit()
    latchkey.dispatch({ type: command })
    await settle()
    expect(settled).toEqual([{ status: 'cancelled' }])
    expect(asked('registerName')).toEqual([])
  })
})

test.each([
  ['typing', 'type', ''],
  ['checking', 'nameLookup', ''],
  ['signing', 'personal_sign', 'submit'],
  ['registering', 'registerName', 'submit'],
] as const)('a switch to another account resets the form, in the state: %s', async (_, silent, then) => {
  const wallet = fakeWallet({ personal_sign: silent === 'personal_sign' ? never : signature })
  const api = fakeApi(silent === 'nameLookup' || silent === 'registerName' ? { ...answers, [silent]: never } : answers)
  const { latchkey, state, type, view } = await page({ wallet, api })
  const ended = then === 'submit' ? outcomeOf(latchkey.find('names'), { type: 'names.submit' }) : type('ann12')
  await settle()
  wallet.emit('accountsChanged', [second])
  await settle()
  expect(await ended).toEqual(then === 'submit' ? { status: 'cancelled' } : undefined)
  expect(state()?.context.name ?? '').toBe('')
  expect(accountOf(latchkey).getSnapshot().context.profile).toEqual({})
  expect(view()).not.toBe('RegisterAccountName')
})

test('signingOf encodes the text byte by byte', () => {
  expect(toSigningCall('é', first).params).toEqual(['0xc3a9', first])
})
