/** Bundles of calls over a session. The wallet is the official client over our own relay. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRelay, type RelayServer } from '../../../mocks/relay/node.ts'
import { countingServer, type CountingServer } from '../../support/countingServer.ts'
import { account, approvedOf, networks, connecting, openPage, openPhone, second } from './namespaces.ts'

let relay: RelayServer
beforeAll(async () => void (relay = await startRelay()))
afterAll(() => relay.stop())

const hash = (n: number) => `0x${n.toString(16).padStart(64, '0')}`
const receipt = {
  status: '0x1',
  transactionHash: hash(1),
  blockHash: hash(2),
  blockNumber: '0x1',
  gasUsed: '0x1',
  logs: [],
}
const bundle = { calls: [{ to: second.address, value: 1n }] }

/** An instance, and a wallet that approved these methods and may name the test's bundler. */
async function paired(methods: string[], answer?: CountingServer['answer']) {
  const server = await countingServer(answer)
  const { origin } = new URL(server.url)
  const page = await openPage(relay, { networks: networks.slice(0, 2), bundlers: [origin] })
  const phone = await openPhone(relay, {
    eip155: approvedOf('eip155', [`eip155:1:${account.address}`, `eip155:10:${account.address}`], methods),
  })
  if (answer) phone.properties = { bundler_url: `${origin}/rpc?key=1` }
  const { outcome, uri } = await connecting(page)
  await phone.client.pair({ uri })
  expect(await outcome).toMatchObject({ status: 'done' })
  return { ...page, phone, server, asked: () => phone.asked.map(({ method, chainId }) => [method, chainId]) }
}

test('the wallet gets the bundle and the requests for its status under the active chain', async () => {
  const { latchkey, phone, asked } = await paired([
    'wallet_sendCalls',
    'wallet_getCallsStatus',
    'wallet_getCapabilities',
  ])
  phone.answers['wallet_sendCalls'] = () => ({ result: { id: '0x12' } })
  phone.answers['wallet_getCallsStatus'] = () => ({
    result: { version: '2.0.0', id: '0x12', status: 200, atomic: true },
  })
  phone.answers['wallet_getCapabilities'] = () => ({ result: { '0x1': { atomic: { status: 'supported' } } } })
  expect(await latchkey.getCapabilities()).toMatchObject({ value: { 1: { atomic: { status: 'supported' } } } })
  expect(await latchkey.sendCalls({ ...bundle, chainId: 10 })).toMatchObject({ error: { code: 'send.otherNetwork' } })
  expect(await latchkey.sendCalls(bundle)).toMatchObject({ value: { id: '0x12' } })
  expect(phone.asked.find(({ method }) => method === 'wallet_sendCalls')?.params).toMatchObject([
    { from: account.address, chainId: '0x1', version: '2.0.0' },
  ])
  expect(await latchkey.waitForCalls('0x12')).toMatchObject({
    status: 'done',
    value: { status: 'success', atomic: true },
  })
  expect(await latchkey.getCallsStatus('0x12')).toMatchObject({ value: { status: 'success' } })
  expect(new Set(asked().map(([, chainId]) => chainId))).toEqual(new Set(['eip155:1']))
})

test('the bundler of the wallet is asked for the receipt of the bundle id, over POST [7.29] [7.30]', async () => {
  const left: unknown[] = [null, null]
  const { latchkey, phone, server, asked } = await paired(['wallet_sendCalls'], () => ({
    result: left.length > 0 ? left.pop() : { userOpHash: '0x12', success: true, receipt },
  }))
  phone.answers['wallet_sendCalls'] = () => ({ result: { id: '0x12' } })
  await latchkey.sendCalls(bundle)
  expect(await latchkey.waitForCalls('0x12')).toMatchObject({
    status: 'done',
    value: { status: 'success', receipts: [{ transactionHash: hash(1), blockNumber: 1n }] },
  })
  expect(await latchkey.getCallsStatus('0x12')).toMatchObject({
    value: { id: '0x12', status: 'success', atomic: true },
  })
  expect(server.arrivals).toHaveLength(4)
  for (const { httpMethod, path, calls } of server.arrivals)
    expect([httpMethod, path, calls]).toMatchObject([
      'POST',
      '/rpc?key=1',
      [{ method: 'eth_getUserOperationReceipt', params: ['0x12'] }],
    ])
  expect(asked()).toEqual([['wallet_sendCalls', 'eip155:1']])
})

test('the failure of a bundler is reported with its status when there is no other source [7.31]', async () => {
  const { latchkey } = await paired(['wallet_sendCalls'], () => ({ status: 503 }))
  expect(await latchkey.getCallsStatus('0x12')).toMatchObject({
    status: 'failed',
    error: { code: 'session.receiptFailed', params: { status: 503 } },
  })
})

test('waitForCalls fails when there is no source for the status', async () => {
  const { latchkey } = await paired(['wallet_sendCalls'])
  expect(await latchkey.waitForCalls('0x12')).toMatchObject({
    status: 'failed',
    error: { code: 'session.callStatusNotApproved' },
  })
})

test('a wallet that did not approve bundles is asked for one transaction per call when the app allows it', async () => {
  const { latchkey, phone, asked } = await paired(['eth_sendTransaction'])
  phone.answers['eth_sendTransaction'] = () => ({ result: hash(1) })
  expect(await latchkey.sendCalls(bundle)).toMatchObject({ error: { code: 'session.methodNotApproved' } })
  expect(asked()).toEqual([])
  expect(await latchkey.sendCalls({ ...bundle, fallback: true })).toMatchObject({
    value: { oneByOne: { hashes: [hash(1)] } },
  })
  expect(asked()).toEqual([['eth_sendTransaction', 'eip155:1']])
})
