/** Names instead of addresses, when tokens are sent. */
import { describe, expect, test } from 'vitest'
import { fakeAccounts, fakeApi, fakeWallet, never, type FakeAnswers } from '../../mocks/index.ts'
import { ensAddressFor, hasOtherLetters, isNameText } from '../../machines/names/names.rules.ts'
import { eip155Adapter } from '../../sdk/chains/eip155/adapter.ts'
import { ApiError } from '../../sdk/index.ts'
import { connected, ether, pass, settle } from '../support/instance.ts'
import { sendOf } from '../support/features.ts'
import { draft } from './page.ts'

const [first, second] = fakeAccounts
const hash = `0x${'ab'.repeat(32)}`
const named = (address: string) => ({ name: 'anna.reown.id', addresses: { 60: { address } } })
const broken = (): never => {
  throw new ApiError('api.offline', { call: 'nameLookup' })
}

/** A draft of 1.5 ETH to the typed receiver. */
async function drafted(text: string, answers: FakeAnswers = { nameLookup: named(second) }) {
  const made = await connected({
    wallet: fakeWallet({ eth_sendTransaction: hash }),
    api: fakeApi({ identity: { name: undefined, avatar: undefined }, ...answers }),
    chain: { fetchBalances: async () => [ether('2.5')], resolveReceiver: eip155Adapter.resolveReceiver },
  })
  const send = sendOf(made.latchkey)
  const outcomes: unknown[] = []
  send.on('send.settled', ({ outcome }) => void outcomes.push(outcome))
  await draft(made.latchkey, ether('2.5'), '1.5', text)
  await pass(made.clock, 500, 1)
  await settle()
  return {
    ...made,
    send,
    outcomes,
    state: () => send.getSnapshot().context,
    lookups: () => made.api.calls.filter(({ name }) => name === 'nameLookup'),
    sent: () => made.wallet.calls.filter(({ method }) => method === 'eth_sendTransaction'),
    async submit() {
      send.send({ type: 'send.submit' })
      await settle()
    },
  }
}

describe('a typed name', () => {
  test('resolves to its address, which is shown and receives the transfer [7.14]', async () => {
    const { state, send, submit, sent } = await drafted('Anna.Reown.ID')
    expect(state()).toMatchObject({ receiverName: 'anna.reown.id', receiverAddress: second })
    expect(send.getSnapshot().hasTag('submittable')).toBe(true)
    await submit()
    expect(sent()).toMatchObject([{ params: [{ to: second }] }])
    expect(state().hash).toBe(hash)
  })
  test('is looked up 500 ms after the last letter, and a typed address is used at once', async () => {
    const { send, clock, lookups, state } = await drafted('anna.reown.id')
    const before = lookups().length
    for (const receiver of ['annab.reown.id', 'annabe.reown.id']) {
      send.send({ type: 'send.setReceiver', receiver })
      await pass(clock, 499, 1)
    }
    expect(lookups()).toHaveLength(before)
    send.send({ type: 'send.setReceiver', receiver: second })
    await settle()
    expect(state()).toMatchObject({ receiverAddress: second, receiverName: undefined })
    expect(lookups()).toHaveLength(before)
  })
  test.each(['annа.reown.id', 'аррӏе.eth', 'an_na.eth', 'an\u202ena.eth'])(
    'is refused without a lookup when it is %s',
    async (text) => {
      const { state, lookups, send } = await drafted(text)
      expect(state().receiverError?.message).toContain('Some letters may look like others.')
      expect(send.getSnapshot().hasTag('submittable')).toBe(false)
      expect(lookups()).toEqual([])
    },
  )
  const NONE = 'anna.reown.id has no address on Ethereum'
  const ofOptimism = { name: 'anna.reown.id', addresses: { 2147483658: { address: second } } }
  test.each([
    ['it is not registered', { name: '' }, NONE],
    ['it has an address on another chain only', ofOptimism, NONE],
    ['the API answers for another name', { ...named(second), name: 'bill.reown.id' }, NONE],
    ['the API is offline', broken, 'Error resolving name'],
    ['the API returns an invalid address', named('0x12'), 'An address has 40 characters after 0x. This one has 2.'],
    ['it is the zero address', named(`0x${'0'.repeat(40)}`), 'No one owns this address. Anything sent to it is lost.'],
    ['the API does not answer', never, 'The address could not be checked. Please try again.'],
  ] as const)('is not a receiver when %s', async (_, nameLookup, text) => {
    const { state, send, clock } = await drafted('anna.reown.id', { nameLookup: nameLookup as never })
    await pass(clock, 10_000, 1)
    expect(state().receiverError?.message).toBe(text)
    expect(send.getSnapshot().hasTag('submittable')).toBe(false)
  })
})

describe('the check before the wallet request', () => {
  test('stops the transfer when the name has another address, and shows the new one', async () => {
    const { api, state, submit, sent, outcomes, clock } = await drafted('anna.reown.id', {
      nameLookup: named(second),
      identity: ({ address }) => ({ name: address === second ? 'ann.eth' : undefined, avatar: undefined }),
    })
    await pass(clock, 300, 1)
    expect(state().receiverProfileName).toBe('ann.eth')
    api.answers.nameLookup = named(first)
    await submit()
    expect(sent()).toEqual([])
    // The lookup while the user types does not count.
    expect(api.calls.findLast(({ name }) => name === 'nameLookup')?.options.fresh).toBe(true)
    expect(outcomes).toMatchObject([{ status: 'failed', error: { code: 'names.changed' } }])
    expect(state()).toMatchObject({
      receiverName: 'anna.reown.id',
      receiverAddress: first,
      receiverProfileName: undefined,
      error: { code: 'names.changed' },
    })
    await submit()
    expect(sent()).toMatchObject([{ params: [{ to: first }] }])
  })
  test.each([
    ['the API is offline', broken, 'Error resolving name'],
    ['the name is no longer registered', { name: '' }, 'anna.reown.id has no address on Ethereum'],
    ['the API does not answer', never, 'The address could not be checked. Please try again.'],
  ] as const)('sends nothing when %s, and can be repeated', async (_, nameLookup, text) => {
    const { api, state, submit, sent, outcomes, clock } = await drafted('anna.reown.id')
    api.answers.nameLookup = nameLookup as never
    await submit()
    await pass(clock, 10_000, 1)
    expect([sent(), state().error?.message]).toEqual([[], text])
    expect(outcomes).toHaveLength(1)
    api.answers.nameLookup = named(second)
    await submit()
    expect(sent()).toHaveLength(1)
  })
  test('ends with the transfer when the user cancels, and sends nothing to the wallet', async () => {
    const { api, send, submit, sent, outcomes } = await drafted('anna.reown.id')
    api.answers.nameLookup = never
    await submit()
    expect(send.getSnapshot().value).toBe('confirming')
    send.send({ type: 'send.cancel' })
    await settle()
    expect([sent(), outcomes]).toEqual([[], [{ status: 'cancelled' }]])
    // Nothing can be sent any more, so no error warns of it.
    expect(send.getSnapshot().context.error).toBeUndefined()
  })
})

test('isNameText, hasOtherLetters and addressFor find names, look-alike letters and the address on a chain', () => {
  expect(isNameText('anna.eth', 'eip155:1')).toBe(true)
  for (const text of ['anna', first, '0x12', 'a b.eth']) expect(isNameText(text, 'eip155:1')).toBe(false)
  expect(isNameText('anna.eth', 'solana:x')).toBe(false)
  expect(['anna-1.eth', 'annä.eth', 'анна.eth'].map(hasOtherLetters)).toEqual([false, true, true])
  const addresses = { 60: { address: first }, 2147483658: { address: second } }
  expect([1, 10, 137].map((chainId) => ensAddressFor({ addresses }, chainId))).toEqual([first, second, undefined])
})
