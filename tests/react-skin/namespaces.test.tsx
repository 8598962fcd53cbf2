import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { userEvent } from 'vitest/browser'
import { fakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import { bitcoin, mainnet, solana, solanaDevnet, type LatchkeyOptions, type Network } from '../../sdk/index.ts'
import { eip155Adapter } from '../../sdk/chains/eip155/adapter.ts'
import { solanaAdapter } from '../../sdk/chains/solana/adapter.ts'
import { address, app, instance, second, showConnected } from './support.tsx'

const pubkey = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
const anotherPubkey = '4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA'

/** An app with a wallet that serves two namespaces, one for Ethereum only, and one for Solana only. */
async function page(options: LatchkeyOptions = {}) {
  const evm = fakeWallet()
  const sol = fakeWallet({
    solana_requestAccounts: [{ pubkey }, { pubkey: anotherPubkey }],
    solana_getAccounts: [{ pubkey }, { pubkey: anotherPubkey }],
  })
  const ways = [
    ['fox', 'Fox', 'eip155', evm],
    ['solana:Fox', 'Fox', 'solana', sol],
    ['only-evm', 'Ether Only', 'eip155', fakeWallet()],
    ['solana:Only', 'Sol Only', 'solana', sol],
  ] as const
  const latchkey = instance(undefined, {
    networks: [mainnet, second, solana, solanaDevnet],
    connectors: ways.map(([id, name, chain, provider]) => ({
      connector: { id, name, type: 'ANNOUNCED', chain },
      provider,
    })),
    ports: {
      chains: {
        at: async (namespace) => ({
          ...(namespace === 'solana' ? solanaAdapter : eip155Adapter),
          fetchAssets: async () => undefined,
          fetchBalances: async ({ network: { caipNetworkId, nativeCurrency } }) => [
            {
              ...nativeCurrency,
              chainId: caipNetworkId,
              quantity: { decimals: String(nativeCurrency.decimals), numeric: '3.5' },
            },
          ],
        }),
      },
    },
    ...options,
  })
  const screen = await render(app(latchkey))
  const row = (name: RegExp | string) => screen.getByRole('button', { name })
  return { latchkey, screen, evm, sol, row }
}

const names = (screen: Awaited<ReturnType<typeof page>>['screen']) =>
  screen
    .getByRole('listitem')
    .elements()
    .map((item) => item.querySelector('[data-part="row-name"]')?.textContent)
    .filter((name) => name !== 'All wallets')

test('a wallet with two namespaces is one row, and asks which one to connect', async () => {
  const { screen, latchkey, row } = await page()
  await expect.element(row(/Fox/).getByText('Multichain')).toBeVisible()
  expect(names(screen)).toEqual(['Fox', 'Ether Only', 'Sol Only'])
  await row(/Fox/).click()
  await expect.element(screen.getByRole('heading', { name: 'Select network' })).toBeVisible()
  expect(latchkey.getAccount('eip155').status).toBe('disconnected')
  await expect.element(row(/Solana/)).toBeVisible()
  await row(/Solana/).click()
  await expect.element(screen.getByText('3.5 SOL').first()).toBeVisible()
  expect(latchkey.getAccount('solana').status).toBe('connected')
  expect(latchkey.getAccount('eip155').status).toBe('disconnected')
})

test('the choice of a namespace can be left for another wallet', async () => {
  const { screen, row } = await page()
  await row(/Fox/).click()
  await screen.getByRole('button', { name: 'Back' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Connect wallet' })).toBeVisible()
  await row(/Sol Only/).click()
  await expect.element(screen.getByText('3.5 SOL').first()).toBeVisible()
})

test('a network in a namespace without a wallet offers wallets of that namespace only, and the way back', async () => {
  const { screen, latchkey, row } = await page()
  await row(/Ether Only/).click()
  await expect.element(screen.getByText('3.5 ETH').first()).toBeVisible()
  await row(/Ethereum/).click()
  await row('Solana Devnet').click()
  await expect.element(screen.getByRole('heading', { name: 'No wallet is connected for Solana Devnet' })).toBeVisible()

  await row('Back to Ethereum').click()
  await expect.element(screen.getByText('3.5 ETH').first()).toBeVisible()
  await latchkey.switchNetwork(solanaDevnet)
  await row('Connect another wallet').click()
  await expect.element(row(/Sol Only/)).toBeVisible()
  expect(names(screen)).toEqual(['Fox', 'Sol Only'])
  await expect.element(row(/Fox/).getByText('Installed')).toBeVisible()
  await row(/Fox/).click()
  await expect.element(screen.getByText('Connected with Fox')).toBeVisible()
  expect(latchkey.getAccount('solana')).toMatchObject({ status: 'connected', networkId: solanaDevnet.caipNetworkId })
  expect(latchkey.getAccount('eip155').status).toBe('connected')

  await latchkey.disconnect({ namespace: 'solana' })
  await expect.element(row('Back to Ethereum')).toBeVisible()
  await latchkey.disconnect()
  await expect.element(screen.getByRole('heading', { name: 'Connect wallet' })).toBeVisible()
})

test('disconnecting one wallet keeps the other, and all can be disconnected at once', async () => {
  const { screen, latchkey, row } = await page()
  await row(/Ether Only/).click()
  await expect.element(screen.getByText('Connected with Ether Only')).toBeVisible()
  expect(row('Disconnect all wallets').elements()).toEqual([])
  await latchkey.connect({ connectorId: 'solana:Only' })
  await expect.element(screen.getByText('Connected with Sol Only')).toBeVisible()
  await row('Disconnect').click()
  await expect.element(row('Back to Ethereum')).toBeVisible()
  expect([latchkey.getAccount('eip155').status, latchkey.getAccount('solana').status]).toEqual([
    'connected',
    'disconnected',
  ])
  await row('Back to Ethereum').click()
  await latchkey.connect({ connectorId: 'solana:Only' })
  await row('Disconnect all wallets').click()
  await expect.element(screen.getByRole('heading', { name: 'Connect wallet' })).toBeVisible()
  expect([latchkey.getAccount('eip155').status, latchkey.getAccount('solana').status]).toEqual([
    'disconnected',
    'disconnected',
  ])
})

test('the networks are grouped by namespace, and can be searched when there are many', async () => {
  const made = (id: number): Network => ({ ...second, id, caipNetworkId: `eip155:${id}`, name: `Chain ${id}` })
  const { screen, latchkey } = await page({
    networks: [mainnet, made(2), made(3), made(4), made(5), made(6), solana, bitcoin],
  })
  latchkey.dispatch({ type: 'modal.open', view: 'Networks' })
  const list = (name: string) => screen.getByRole('list', { name })
  await expect.element(list('Ethereum and compatible')).toBeVisible()
  expect(list('Solana').getByRole('listitem').elements()).toHaveLength(1)
  expect(list('Bitcoin').getByRole('listitem').elements()).toHaveLength(1)
  const search = screen.getByRole('searchbox', { name: 'Search networks' })
  await userEvent.fill(search, 'chain 3')
  expect(names(screen)).toEqual(['Chain 3'])
  await userEvent.fill(search, 'btc')
  expect(names(screen)).toEqual(['Bitcoin'])
  await userEvent.fill(search, 'nothing like it')
  await expect.element(screen.getByText('No network found')).toBeVisible()
  await userEvent.fill(search, '')
  expect(names(screen)).toHaveLength(8)
})

test('a few networks of one namespace are a plain list', async () => {
  const { screen, latchkey } = await showConnected()
  latchkey.dispatch({ type: 'view.push', view: 'Networks' })
  await expect.element(screen.getByRole('list', { name: 'Networks' })).toBeVisible()
  expect(screen.getByRole('searchbox').elements()).toEqual([])
  expect(screen.getByRole('heading', { level: 3 }).elements()).toEqual([])
})

test('the user can select another account of the wallet, until the wallet changes it', async () => {
  const { screen, latchkey, sol, row } = await page()
  await row(/Sol Only/).click()
  await row('Switch account').click()
  const accounts = screen.getByRole('list', { name: 'Accounts of this wallet' })
  await expect.element(accounts.getByRole('button', { name: /7EcDhS/ })).toHaveAttribute('aria-current', 'true')
  await accounts.getByRole('button', { name: /4fYNw3/ }).click()
  await expect.element(screen.getByText('4fYN…avPYvA')).toBeVisible()
  expect(latchkey.getAccount('solana')).toMatchObject({ address: anotherPubkey })
  latchkey.dispatch({ type: 'account.select', address: 'not one of them' })
  expect(latchkey.getAccount('solana')).toMatchObject({ address: anotherPubkey })
  sol.emit('accountsChanged', [{ pubkey }, { pubkey: anotherPubkey }])
  sol.emit('accountsChanged', [{ pubkey: anotherPubkey }, { pubkey }])
  expect(latchkey.getAccount('solana')).toMatchObject({ address: anotherPubkey })
  sol.emit('accountsChanged', [{ pubkey }, { pubkey: anotherPubkey }])
  await expect.poll(() => latchkey.getAccount('solana')).toMatchObject({ address: pubkey })
})

test('the Receive view shows the address as a code and in full, and where it is valid', async () => {
  const { screen, row } = await page()
  await row(/Ether Only/).click()
  await row('Receive').click()
  await expect.element(screen.getByRole('img', { name: 'Address as a QR code' })).toBeVisible()
  await expect.element(screen.getByText(address)).toBeVisible()
  await row(/See compatible networks/).click()
  await expect.element(screen.getByRole('heading', { name: 'Compatible networks' })).toBeVisible()
  await expect.poll(() => names(screen)).toEqual(['Ethereum', 'Second Chain'])
})

test('an address that is valid on one network says so', async () => {
  const { screen, row } = await page({ networks: [mainnet, solana] })
  await row(/Sol Only/).click()
  await row('Receive').click()
  await expect.element(screen.getByText('Send only Solana assets to this address.')).toBeVisible()
  expect(screen.getByRole('button', { name: /See compatible/ }).elements()).toEqual([])
})

test.each([
  ['view', 'Switch network', 0],
  ['notice', 'Account', 1],
  ['nothing', 'Account', 0],
] as const)(
  'an unsupported network leads to the %s that the app configures [4.14] [2.7]',
  async (unsupportedChain, title, notices) => {
    const { wallet, latchkey, screen } = await showConnected({ unsupportedChain })
    wallet.emit('chainChanged', '0x539')
    await expect.poll(() => latchkey.getNetwork().isSupported).toBe(false)
    await expect.element(screen.getByRole('heading', { name: title, level: 2 })).toBeInTheDocument()
    expect(screen.getByText('Your wallet is on a network this app does not support.').elements()).toHaveLength(notices)
    await latchkey.disconnect()
    await expect.element(screen.getByRole('heading', { name: 'Connect wallet' })).toBeVisible()
    expect(screen.getByText(/does not support|doesn't support/).elements()).toEqual([])
  },
)
