import { expect, test } from 'vitest'
import { createDesk } from '../../../mocks/exchanges/desk.ts'
import { failure, useHandlers, useSandbox } from './support.ts'

const { chains, one, token } = useSandbox()
const provider = useHandlers()
const recipient = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const coin = () => `${one().networkId}/slip44:60`
const dollars = () => `${one().networkId}/erc20:${token('USDX').address}`
const ordered = () => ({
  exchangeId: 'sandbox',
  asset: dollars(),
  amount: '12.000001',
  recipient: `${one().networkId}:${recipient}`,
})
const idsOf = ({ exchanges }: { exchanges: readonly { id: string }[] }) => exchanges.map(({ id }) => id)

test('exchanges are filtered by the included and excluded ids', async () => {
  const api = provider({ chains: chains() })
  const asked = { page: 1, asset: coin(), amount: '1' }
  expect(idsOf(await api.call('exchanges', asked))).toEqual(['sandbox', 'harbour'])
  expect(idsOf(await api.call('exchanges', { ...asked, includeOnly: ['harbour'] }))).toEqual(['harbour'])
  expect(idsOf(await api.call('exchanges', { ...asked, exclude: ['harbour'] }))).toEqual(['sandbox'])
  expect(await api.call('exchanges', { ...asked, asset: `${one().networkId}/erc20:${recipient}` })).toEqual({
    exchanges: [],
    total: 0,
  })
})

test('a payment has a URL and a session, which returns its status', async () => {
  const desk = createDesk('https://exchange.example/pay?theme=dark')
  const api = provider({ chains: chains(), desk })
  const { url, sessionId } = await api.call('exchangePayUrl', ordered())
  expect(url).toBe(`https://exchange.example/pay?theme=dark&session=${sessionId}`)
  expect(desk.find(sessionId)).toEqual({
    exchangeId: 'sandbox',
    networkId: one().networkId,
    contract: token('USDX').address,
    amount: '12.000001',
    recipient,
    status: 'UNKNOWN',
  })
  const asked = { sessionId, exchangeId: 'sandbox' }
  expect(await api.call('exchangeBuyStatus', asked)).toEqual({ status: 'UNKNOWN', txHash: undefined })
  desk.settle(sessionId, { status: 'SUCCESS', txHash: '0x01' })
  expect(await api.call('exchangeBuyStatus', asked)).toEqual({ status: 'SUCCESS', txHash: '0x01' })
  expect(await api.call('exchangeBuyStatus', { ...asked, exchangeId: 'harbour' })).toEqual({
    status: 'UNKNOWN',
    txHash: undefined,
  })
})

test.each([
  ['an unknown exchange', { exchangeId: 'nobody' }],
  ['a recipient on another network', { recipient: `eip155:1:${recipient}` }],
  ['an amount that is not a number', { amount: 'a lot' }],
  ['an invalid asset', { asset: 'gold' }],
])('a payment URL is refused for %s', async (_, changed) => {
  const api = provider({ chains: chains() })
  expect(await failure(api.call('exchangePayUrl', { ...ordered(), ...changed }))).toMatchObject({
    code: 'api.refused',
    status: 400,
  })
})
