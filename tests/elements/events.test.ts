import { expect, test } from 'vitest'
import { accountEvents } from '../../react-skin/elements/events.ts'
import type { ConnectedAccount } from '../../sdk/index.ts'

const account = (address: `0x${string}`): ConnectedAccount => ({
  status: 'connected',
  namespace: 'eip155',
  address,
  caipAddress: `eip155:1:${address}`,
  networkId: 'eip155:1',
  chainId: 1,
  accounts: [],
  connector: { id: 'w', name: 'W', type: 'ANNOUNCED', chain: 'eip155' },
})
const [one, two] = [account('0x1'), account('0x2')]
const nobody = { status: 'disconnected' } as const

test('connecting and disconnecting emit one event each', () => {
  expect(accountEvents(nobody, one)).toEqual([{ type: 'latchkey-connect', detail: one }])
  expect(accountEvents(one, nobody)).toEqual([{ type: 'latchkey-disconnect', detail: one }])
})

test('replacing an account or starting to connect emits only a change', () => {
  expect(accountEvents(one, two)).toEqual([])
  expect(accountEvents(one, { status: 'connecting' })).toEqual([])
  expect(accountEvents(nobody, { status: 'connecting' })).toEqual([])
  expect(accountEvents(nobody, nobody)).toEqual([])
})
