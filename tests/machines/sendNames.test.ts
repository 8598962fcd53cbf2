/** Names in place of addresses, where tokens are sent. */
import { describe, expect, test } from 'vitest'
import { fakeAccounts, fakeApi, fakeWallet, never, type FakeAnswers } from '../../mocks/index.ts'
import { addressFor, hasOtherLetters, isNameText } from '../../machines/rules/names.ts'
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

/** A draft of 1.5 ETH to what is typed. */
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

describe('a name that is typed', () => {
  test('stands for its address, which is shown, and is sent to [7.14]', async () => {
    const { state, send, submit, sent } = await drafted('Anna.Reown.ID')
    expect(state()).toMatchObject({ receiverName: 'anna.reown.id', receiverAddress: second })
    expect(send.getSnapshot().hasTag('submittable')).toBe(true)
    await submit()
    expect(sent()).toMatchObject([{ params: [{ to: second }] }])
    expect(state().hash).toBe(hash)
  })
  test('is looked up 500 ms after the last letter, and an address at once', async () => {
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
  test.each(['annа.reown.id', 'аррӏе.eth', 'an_na.eth', 'an\u202ena.eth'])('refuses %s, unasked', async (text) => {
    const { state, lookups, send } = await drafted(text)
    expect(state().receiverError?.message).toContain('Some letters may only look like others.')
    expect(send.getSnapshot().hasTag('submittable')).toBe(false)
    expect(lookups()).toEqual([])
  })
  const NONE = 'anna.reown.id stands for no address on Ethereum'
  const ofOptimism = { name: 'anna.reown.id', addresses: { 2147483658: { address: second } } }
  test.each([
    ['nobody has it', { name: '' }, NONE],
    ['it has an address for another chain', ofOptimism, NONE],
    ['the API answers for another name', { ...named(second), name: 'bill.reown.id' }, NONE],
    ['the API is offline', broken, 'Error resolving name'],
    ['the API tells no address', named('0x12'), 'An address has 40 characters after 0x; this one has 2'],
    ['it is the zero address', named(`0x${'0'.repeat(40)}`), 'Nobody has this address; what is sent there is lost'],
    ['nobody answers', never, 'The address could not be checked. Please try again.'],
  ] as const)('is nothing to send to where %s', async (_, nameLookup, text) => {
    const { state, send, clock } = await drafted('anna.reown.id', { nameLookup: nameLookup as never })
    await pass(clock, 10_000, 1)
    expect(state().receiverError?.message).toBe(text)
    expect(send.getSnapshot().hasTag('submittable')).toBe(false)
  })
})

describe('between what was read and the question to the wallet', () => {
  test('another address of the name stops it, and the new one is shown', async () => {
    const { api, state, submit, sent, outcomes, clock } = await drafted('anna.reown.id', {
      nameLookup: named(second),
      identity: ({ address }) => ({ name: address === second ? 'ann.eth' : undefined, avatar: undefined }),
    })
    await pass(clock, 300, 1)
    expect(state().receiverProfileName).toBe('ann.eth')
    api.answers.nameLookup = named(first)
    await submit()
    expect(sent()).toEqual([])
    // What was looked up while the visitor typed is not the answer.
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
    ['nobody has it any more', { name: '' }, 'anna.reown.id stands for no address on Ethereum'],
    ['nobody answers', never, 'The address could not be checked. Please try again.'],
  ] as const)('%s: nothing is sent, and it may be tried again', async (_, nameLookup, text) => {
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
  test('who cancels meanwhile is asked nothing', async () => {
    const { api, send, submit, sent, outcomes } = await drafted('anna.reown.id')
    api.answers.nameLookup = never
    await submit()
    expect(send.getSnapshot().value).toBe('confirming')
    send.send({ type: 'send.cancel' })
    await settle()
    expect([sent(), outcomes]).toEqual([[], [{ status: 'cancelled' }]])
  })
})

test('what is a name, which of its letters are easily mistaken, and its address on a chain', () => {
  expect(isNameText('anna.eth', 'eip155:1')).toBe(true)
  for (const text of ['anna', first, '0x12', 'a b.eth']) expect(isNameText(text, 'eip155:1')).toBe(false)
  expect(isNameText('anna.eth', 'solana:x')).toBe(false)
  expect(['anna-1.eth', 'annä.eth', 'анна.eth'].map(hasOtherLetters)).toEqual([false, true, true])
  const addresses = { 60: { address: first }, 2147483658: { address: second } }
  expect([1, 10, 137].map((chainId) => addressFor({ addresses }, chainId))).toEqual([first, second, undefined])
})
