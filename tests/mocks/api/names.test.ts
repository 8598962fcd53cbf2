import { expect, test } from 'vitest'
import type { ApiError } from '../../../machines/shared/errors/apiError.ts'
import { firstAccount, secondAccount } from '../../../mocks/sandbox/accounts.ts'
import { MAINNET, useHandlers } from './support.ts'

const provider = useHandlers()
const on = { networkId: MAINNET }
const now = 1_800_000_000_000
/** Ethereum's coin type with the high bit (ENSIP-11). */
const coinType = 0x80000001

const claimOf = (name: string, timestamp = now / 1_000) => JSON.stringify({ name, attributes: {}, timestamp })

async function registration(name: string, { by = firstAccount, message = claimOf(name), coin = coinType } = {}) {
  const signature = await by.signMessage({ message: claimOf(name) })
  return { coin_type: coin, address: firstAccount.address, message, signature }
}

const reasonOf = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    ({ code, status, reasons }: ApiError) => [code, status, reasons[0]?.name],
  )

test('a signed registration of a free name is found by name and by address', async () => {
  const api = provider({ now: () => now })
  const { address } = firstAccount
  expect(await api.call('namesOfAddress', { address }, on)).toEqual([])
  expect(await api.call('nameLookup', { name: 'goldfinch.reown.id' }, on)).toMatchObject({ name: '', addresses: {} })

  expect(await api.call('registerName', await registration('goldfinch.reown.id'), on)).toEqual({ success: true })

  const fresh = { ...on, fresh: true }
  const found = await api.call('nameLookup', { name: 'GoldFinch.reown.id' }, fresh)
  expect(found).toMatchObject({ name: 'goldfinch.reown.id', registered: now })
  expect(Object.entries(found.addresses ?? {}).map(([coin, entry]) => [coin, entry.address])).toEqual([
    ['60', address],
    [`${coinType}`, address],
  ])
  const names = await api.call('namesOfAddress', { address: address.toLowerCase() }, fresh)
  expect(names.map(({ name }) => name)).toEqual(['goldfinch.reown.id'])
  expect(await api.call('identity', { address }, on)).toEqual({ name: 'goldfinch.reown.id', avatar: undefined })
  const stranger = await api.call('identity', { address: secondAccount.address }, on)
  expect(stranger).toEqual({ name: undefined, avatar: undefined })
})

test.each([
  ['a signature of another account', () => registration('heron.reown.id', { by: secondAccount }), 401, 'signature'],
  [
    'a signature of another message',
    () => registration('heron.reown.id', { message: claimOf('egret.reown.id') }),
    401,
    'signature',
  ],
  ['a name that is taken', () => registration('robin.reown.id'), 400, 'name'],
  ['a name of another zone', () => registration('heron.eth'), 400, 'name'],
  ['a name with a space', () => registration('grey heron.reown.id'), 400, 'name'],
  ['a name of two letters', () => registration('ab.reown.id'), 400, 'name'],
  ['a coin type that is not EVM', () => registration('heron.reown.id', { coin: 501 }), 400, 'coin_type'],
  [
    'a claim that is a year old',
    () => registration('heron.reown.id', { message: claimOf('heron.reown.id', now / 1_000 - 31_536_000) }),
    400,
    'timestamp',
  ],
  ['a message that is not a claim', () => registration('heron.reown.id', { message: 'Hello' }), 422, 'message'],
])('%s registers no name, and the refusal gives the reason', async (_, asked, status, name) => {
  const api = provider({ now: () => now, names: { 'robin.reown.id': secondAccount.address } })
  expect(await reasonOf(api.call('registerName', await asked(), on))).toEqual(['api.refused', status, name])
  expect(await api.call('namesOfAddress', { address: firstAccount.address }, on)).toEqual([])
})

test('suggestions start with the requested name, taken or not, followed by free names', async () => {
  const api = provider({ names: { 'robin.reown.id': secondAccount.address, 'robin-1.reown.id': firstAccount.address } })
  const { suggestions } = await api.call('nameSuggestions', { name: 'robin' }, on)
  expect(suggestions[0]).toEqual({ name: 'robin.reown.id', registered: true })
  expect(suggestions).toHaveLength(5)
  expect(suggestions.slice(1).every(({ name, registered }) => name.startsWith('robin-') && !registered)).toBe(true)
  expect(suggestions.map(({ name }) => name)).not.toContain('robin-1.reown.id')
  const { suggestions: others } = await api.call('nameSuggestions', { name: 'wren' }, on)
  expect(others[0]).toEqual({ name: 'wren.reown.id', registered: false })
})

test('names belong to the handlers with which they were registered', async () => {
  await provider({ now: () => now }).call('registerName', await registration('heron.reown.id'), on)
  const elsewhere = provider({ now: () => now })
  expect(await elsewhere.call('namesOfAddress', { address: firstAccount.address }, on)).toEqual([])
})
