/** Images of networks with a known id come from the API, but are not requested before the user acts. */
import { HttpResponse } from 'msw'
import { expect, onTestFinished, test } from 'vitest'
import { memoryStorage } from '../../mocks/fakes/memoryStorage.ts'
import { isNetworkId } from '../../machines/shared/namespace.types.ts'
import { NETWORK_IMAGE_IDS } from '../../sdk/api/networkImages.ts'
import {
  bitcoin,
  bitcoinTestnet,
  createLatchkey,
  defineNetwork,
  mainnet,
  solana,
  solanaDevnet,
  solanaTestnet,
  type LatchkeyOptions,
} from '../../sdk/index.ts'
import { client, COMMON, HOSTS, useProvider } from './api/support.ts'

const provider = useProvider()

const unknown = defineNetwork({
  id: 31337,
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://node.test'] } },
})
const known = defineNetwork(unknown, { imageId: 'a-picture-of-ours' })
const own = defineNetwork(known, { imageUrl: 'https://shop.test/local.png' })

function page(options: LatchkeyOptions = {}) {
  const latchkey = createLatchkey({
    projectId: COMMON.projectId,
    hosts: HOSTS,
    networks: [mainnet, unknown],
    enableWalletConnect: false,
    ...options,
    ports: { storage: memoryStorage() },
  })
  onTestFinished(() => latchkey.stop())
  latchkey.start()
  return latchkey
}
const pathOf = (url: string | undefined) => url && new URL(url).pathname

test('a network has the image URL of the API after the first request to it; no image is loaded, and the network does not hold the URL [3.11] [9.41]', async () => {
  provider.serve(mainnet.caipNetworkId)
  provider.on('GET', `${HOSTS.catalog}/getWallets`, () => HttpResponse.json({ data: [], count: 0 }))
  provider.on('GET', `${HOSTS.catalog}/projects/v1/origins`, () => HttpResponse.json({ allowedOrigins: [] }))
  const latchkey = page()
  const pictures = () => [mainnet, known, own, unknown].map((network) => latchkey.networkImage(network))
  expect(pictures()).toEqual([undefined, undefined, 'https://shop.test/local.png', undefined])
  expect(provider.sent).toEqual([])

  void latchkey.open()
  await expect.poll(() => pathOf(pictures()[0])).toBe('/public/getAssetImage/ba0ba0cd-17c6-4806-ad93-f9d174f17900')
  expect(pictures().map(pathOf).slice(1)).toEqual(['/public/getAssetImage/a-picture-of-ours', '/local.png', undefined])
  expect(new URL(pictures()[0] ?? '').searchParams.get('projectId')).toBe(COMMON.projectId)
  await expect.poll(() => latchkey.actor('project').getSnapshot().value).toBe('ready')
  expect(provider.sent.filter(({ url }) => url.pathname.includes('Image'))).toEqual([])
  expect(JSON.stringify(latchkey.actor('network').getSnapshot().context.networks)).not.toContain('Image')
})

test('only images of the app are available without a project', async () => {
  const latchkey = page({ projectId: '' })
  void latchkey.open()
  expect([mainnet, known, own].map((network) => latchkey.networkImage(network))).toEqual([
    undefined,
    undefined,
    'https://shop.test/local.png',
  ])
})

test('each network of the package has an image, and each image id is that of a network [9.41]', () => {
  const { api } = client()
  for (const network of [mainnet, solana, solanaDevnet, solanaTestnet, bitcoin, bitcoinTestnet])
    expect([network.name, pathOf(api.networkImage(network))]).toEqual([
      network.name,
      expect.stringMatching(/getAssetImage.[0-9a-f-]{36}$/),
    ])
  for (const [id, imageId] of Object.entries(NETWORK_IMAGE_IDS)) {
    expect(isNetworkId(id)).toBe(true)
    expect(imageId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
  }
})
