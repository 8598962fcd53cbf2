/** Checks the product's configuration against the specification, value by value. */
import { expect, onTestFinished, test } from 'vitest'
import { productConfiguration } from '../../../docs/playground/page/productConfiguration.ts'
import { fakeApi, memoryStorage } from '../../../mocks/index.ts'
import { pageMetadata } from '../../../sdk/platform/browser.ts'
import { createLatchkey } from '../../../sdk/index.ts'

const { configuration } = createLatchkey({ ...productConfiguration, projectId: 'test' })

test('the configuration has a project id and a list of networks [1.1], with Ethereum mainnet as the only network [1.11]', () => {
  expect(configuration.projectId).toBe('test')
  expect(configuration.networks).toMatchObject([{ caipNetworkId: 'eip155:1', name: 'Ethereum', id: 1 }])
  expect(configuration.defaultNetworkId).toBe('eip155:1')
})

test('no analytics are sent [1.13]', async () => {
  expect(configuration.analytics).toBe('off')
  const api = fakeApi({})
  const latchkey = createLatchkey({
    ...productConfiguration,
    projectId: 'test',
    ports: { api, storage: memoryStorage() },
  })
  onTestFinished(() => latchkey.stop())
  latchkey.start()
  latchkey.dispatch({ type: 'modal.open' })
  latchkey.close()
  expect(latchkey.find('feature:analytics')).toBeUndefined()
  expect(api.calls.map(({ name }) => name)).not.toContain('analyticsEvent')
})

test('wallets on other devices can connect [1.14], and the wallet guide is shown [1.15]', () => {
  expect(configuration.enableWalletConnect).toBe(true)
  expect(configuration.wallets.enableWalletGuide).toBe(true)
})

test('five wallets are featured, by their ids [1.16] [9.40]', () => {
  const ids = configuration.wallets.featuredWalletIds
  expect(ids).toHaveLength(5)
  expect(new Set(ids).size).toBe(5)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{64}$/)
  expect(ids.map((id) => id.slice(0, 8))).toEqual(['c57ca95b', '4622a2b2', '1ae92b26', 'fd20dc42', '971e689d'])
})

test("wallets receive the toolkit's name, no description, one icon, and a placeholder URL [1.17]", () => {
  const { name, description, url, icons } = pageMetadata(productConfiguration.metadata)
  expect({ name, description }).toEqual({ name: 'Latchkey', description: '' })
  expect(icons).toHaveLength(1)
  // RFC 2606 reserves this name for examples.
  expect(new URL(url).hostname).toBe('example.com')
})

test('the card is embedded in the page [1.18]', () => {
  expect(configuration.embedded).toBe(true)
})
