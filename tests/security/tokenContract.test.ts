/** A token's decimals are read from its contract before anything is sent. */
import { expect, test } from 'vitest'
import { eip155Adapter } from '../../sdk/chains/eip155/adapter.ts'
import { defineNetwork } from '../../sdk/index.ts'
import { countingServer, type Reply } from '../support/countingServer.ts'
import { ether } from '../support/instance.ts'

const { signal } = new AbortController()
let chains = 50_000

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`
const contractAt = (place: number) => `0x${(place + 1).toString(16).padStart(40, '0')}`

/** A separate network with token decimals that a node returns. */
async function chainOf(reply: (to: string) => Reply) {
  const node = await countingServer(({ params }) => {
    const [{ to }] = params as [{ to: string }]
    return reply(to)
  })
  const network = defineNetwork({
    id: (chains += 1),
    name: 'Chain',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [node.url] } },
  })
  const check = (decimals: string, place = 0) =>
    eip155Adapter.checkToken(
      {
        network,
        from: contractAt(0),
        amount: '5',
        token: {
          ...ether('5', network.caipNetworkId),
          symbol: 'TKN',
          address: `${network.caipNetworkId}:${contractAt(place)}`,
          quantity: { decimals, numeric: '5' },
        },
      },
      signal,
    )
  return { node, network, check }
}

test('a token with other decimals than displayed is refused with the actual number; each time it is read again', async () => {
  const { check, node } = await chainOf(() => ({ result: word(6) }))
  for (let time = 0; time < 2; time += 1)
    await expect(check('18')).rejects.toMatchObject({
      code: 'send.decimalsDiffer',
      message: 'TKN has 6 decimals, which differs from what was shown. Nothing was sent.',
    })
  expect(node.methods()).toEqual(['eth_call', 'eth_call'])
  await check('6')
})

test.each([['0x'], ['0x06'], [word(6).slice(0, -1)], [`${word(6)}00`], [word(256)], ['six'], [null], [{}]])(
  'a token whose contract returns %j cannot be sent',
  async (result) => {
    const { check } = await chainOf(() => ({ result }))
    await expect(check('6')).rejects.toMatchObject({ code: 'send.unsupportedToken' })
  },
)

test('an error of the node prevents sending, with its reason', async () => {
  const { check } = await chainOf(() => ({ error: { code: -32_000, message: 'execution reverted' } }))
  await expect(check('6')).rejects.toThrow(/execution reverted/)
})

test('the native token needs no request', async () => {
  const { network, node } = await chainOf(() => ({ result: word(6) }))
  await eip155Adapter.checkToken(
    { network, from: contractAt(0), amount: '5', token: ether('5', network.caipNetworkId) },
    signal,
  )
  expect(node.arrivals).toEqual([])
})

test("a contract's answer must be a padded word of 32 bytes, and the last 256 are cached [9.43]", async () => {
  const { check, node } = await chainOf(() => ({ result: word(6) }))
  await check('6')
  await check('6')
  expect(node.arrivals).toHaveLength(1)
  for (let place = 1; place < 256; place += 1) await check('6', place)
  await check('6')
  expect(node.arrivals).toHaveLength(256)
  await check('6', 256)
  await check('6', 0)
  expect(node.arrivals).toHaveLength(258)
})
