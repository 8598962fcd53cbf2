import { expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { SimulatedClock } from 'xstate'
import { fakeApi } from '../../mocks/fakes/fakeApi.ts'
import { fakeAccounts, fakeWallet, never } from '../../mocks/fakes/fakeWallet.ts'
import { mainnet, Secret, solana } from '../../sdk/index.ts'
import {
  app,
  catalogOf,
  declined,
  emptyAnswers,
  entry,
  instance,
  madeUp,
  second,
  settled,
  showConnected,
} from './support.tsx'
import { balanceOf, sendOf } from '../support/features.ts'
import { scriptedFrame } from '../support/frame.ts'
import { scriptedPopup } from '../support/popup.ts'
import { press } from './press.ts'

test('the accessibility tree describes connecting', async () => {
  const wallet = fakeWallet({ eth_requestAccounts: never })
  const latchkey = instance(wallet, {}, catalogOf(madeUp(3)))
  const screen = await render(app(latchkey))
  await expect.element(screen.getByRole('button', { name: /All wallets/ })).toBeVisible()
  await expect.element(screen.getByRole('region')).toMatchAriaInlineSnapshot(`
    - region "Connect wallet":
      - button "What is a wallet?"
      - heading "Connect wallet" [level=2]
      - paragraph: Choose a wallet to connect.
      - list "Connect wallet":
        - listitem:
          - button "Fake Wallet Installed"
        - listitem:
          - button "Wallet 1"
        - listitem:
          - button "All wallets 3"
      - paragraph:
        - text: Don’t have a wallet?
        - button "Get a wallet"
      - status
  `)
  latchkey.dispatch({ type: 'view.push', view: 'AllWallets' })
  await expect.element(screen.getByRole('searchbox')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Wallet 3' })).toBeVisible()
  await expect.element(screen.getByRole('region')).toMatchAriaInlineSnapshot(`
    - region "All wallets":
      - button "Back"
      - heading "All wallets" [level=2]
      - search "Search wallets":
        - searchbox "Search wallets"
        - status: 3 wallets
        - text: Certified only
        - switch "Certified only"
      - list "All wallets":
        - listitem:
          - button "Wallet 1"
        - listitem:
          - button "Wallet 2"
        - listitem:
          - button "Wallet 3"
      - status
  `)
  latchkey.dispatch({ type: 'connectors.connect', connectorId: 'fake' })
  await expect.element(screen.getByText('Continue in Fake Wallet')).toBeVisible()
  await expect.element(screen.getByRole('region')).toMatchAriaInlineSnapshot(`
    - region "Fake Wallet":
      - button "Back"
      - heading "Fake Wallet" [level=2]
      - status:
        - heading "Continue in Fake Wallet" [level=3]
        - paragraph: Accept the connection request in the wallet
      - button "Cancel"
      - status
  `)
  wallet.answers['eth_requestAccounts'] = declined
  latchkey.dispatch({ type: 'view.back' })
  latchkey.dispatch({ type: 'connectors.connect', connectorId: 'fake' })
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await expect.element(screen.getByRole('region')).toMatchAriaInlineSnapshot(`
    - region "Fake Wallet":
      - button "Back"
      - heading "Fake Wallet" [level=2]
      - heading "Fake Wallet is not connected" [level=3]
      - alert: Connection declined
      - paragraph: Your wallet may also decline if an earlier request is still open.
      - button "Try again"
      - button "Cancel"
      - status
  `)
})

test('the accessibility tree describes the account', async () => {
  const history = fakeApi({ ...emptyAnswers, history: { data: [entry(1)], next: undefined } }, { serves: false })
  const { latchkey, screen } = await showConnected({}, history)
  await vi.waitFor(() => expect(document.querySelector('[data-part="skeletons"]')).toBeNull())
  await expect.element(screen.getByText('12,345.6789').first()).toBeVisible()
  await expect.element(screen.getByRole('region')).toMatchAriaInlineSnapshot(`
    - region "Account":
      - button "Network: Ethereum"
      - heading "Account" [level=2]
      - paragraph:
        - text: 0xf3…b92266
        - button "Copy address"
      - paragraph: 12,345.6789 ETH
      - paragraph: Connected with Fake Wallet
      - button "Send"
      - button "Receive"
      - tablist "Account contents":
        - tab "Tokens" [selected]
        - tab "NFTs"
        - tab "Activity"
      - tabpanel "Tokens":
        - list "Tokens of this account":
          - listitem: Ether ETH 12,345.6789
      - button "Disconnect"
      - status
  `)
  latchkey.dispatch({ type: 'account.selectTab', tab: 'Activity' })
  await expect.element(screen.getByText('January 2026')).toBeVisible()
  await expect.element(screen.getByRole('tabpanel')).toMatchAriaInlineSnapshot(`
    - tabpanel "Activity":
      - list "Activity":
        - listitem:
          - heading "January 2026" [level=3]
        - listitem:
          - link "Received Jan 30 · From 0x70…79C8 +1.5 ETH Opens in a new tab":
            - /url: https://etherscan.io/tx/0x0000000000000000000000000000000000000000000000000000000000000001
  `)
  latchkey.dispatch({ type: 'view.push', view: 'WalletSend' })
  const [token] = balanceOf(latchkey).getSnapshot().context.tokens
  if (!token) throw new Error('no balance')
  latchkey.dispatch({ type: 'send.setToken', token })
  latchkey.dispatch({ type: 'send.setAmount', amount: '99999999' })
  await expect.element(screen.getByText('Insufficient funds').first()).toBeVisible()
  await expect.element(screen.getByRole('region')).toMatchAriaInlineSnapshot(`
    - region "Send":
      - button "Back"
      - heading "Send" [level=2]
      - text: Amount
      - textbox "Amount":
        - /placeholder: "0"
        - text: "99999999"
      - button "Token: ETH"
      - paragraph:
        - text: Balance 12,345.6789 ETH
        - button "Max"
      - paragraph: Insufficient funds
      - text: To
      - textbox "To":
        - /placeholder: 0x address
      - button "Insufficient funds" [disabled]
      - status
  `)
  latchkey.dispatch({ type: 'send.setAmount', amount: '1' })
  latchkey.dispatch({ type: 'send.setReceiver', receiver: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' })
  latchkey.dispatch({ type: 'view.push', view: 'WalletSendPreview' })
  await expect.element(screen.getByRole('button', { name: 'Send' })).toBeVisible()
  await expect.element(screen.getByRole('region')).toMatchAriaInlineSnapshot(`
    - region "Review send":
      - button "Back"
      - heading "Review send" [level=2]
      - paragraph: 1 ETH
      - term: From
      - definition: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
      - term: To
      - definition: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
      - term: Network
      - definition: Ethereum
      - term: Network fee
      - definition: Estimating fee…
      - paragraph: Review carefully. Transfers cannot be undone.
      - button "Send"
      - status
  `)
})

/** Two namespaces, a wallet of both with two accounts each, and more networks than are visible at once. */
const solanaAccounts = [
  { pubkey: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV' },
  { pubkey: '4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA' },
]

test('the accessibility tree describes the choice of a namespace, a network and an account', async () => {
  const evm = fakeWallet({ eth_requestAccounts: [...fakeAccounts] })
  const sol = fakeWallet({ solana_requestAccounts: solanaAccounts, solana_getAccounts: solanaAccounts })
  const ways = [
    ['fox', 'eip155', evm],
    ['solana:Fox', 'solana', sol],
  ] as const
  const latchkey = instance(undefined, {
    networks: [mainnet, second, solana],
    connectors: ways.map(([id, chain, provider]) => ({
      connector: { id, name: 'Fox', type: 'ANNOUNCED', chain },
      provider,
    })),
  })
  const screen = await render(app(latchkey))
  await press(screen.getByRole('button', { name: /^Fox/ }))
  await expect.element(screen.getByRole('button', { name: /^Solana/ })).toBeVisible()
  await expect.element(screen.getByRole('region')).toMatchAriaInlineSnapshot(`
    - region "Select network":
      - button "Back"
      - heading "Select network" [level=2]
      - paragraph: Fox supports several kinds of networks. Which do you want to use?
      - list "Networks":
        - listitem:
          - button "Ethereum and compatible Ethereum, Second Chain"
        - listitem:
          - button "Solana"
      - status
  `)
  await latchkey.connect({ connectorId: 'fox' })
  await expect.element(screen.getByRole('button', { name: 'Switch account' })).toBeVisible()
  latchkey.dispatch({ type: 'view.push', view: 'SwitchAddress' })
  await expect.element(screen.getByRole('list', { name: 'Accounts of this wallet' })).toBeVisible()
  await expect.element(screen.getByRole('region')).toMatchAriaInlineSnapshot(`
    - region "Switch address":
      - button "Back"
      - heading "Switch address" [level=2]
      - list "Accounts of this wallet":
        - listitem:
          - button "0xf39F…b92266"
        - listitem:
          - button "0x7099…dc79C8"
      - status
  `)
  // The tree as it is written here does not show what is current or busy.
  await expect.element(screen.getByRole('button', { name: /^0xf39F/ })).toHaveAttribute('aria-current', 'true')
  await expect.element(screen.getByRole('button', { name: /^0x7099/ })).not.toHaveAttribute('aria-current')
  latchkey.dispatch({ type: 'view.back' })
  latchkey.dispatch({ type: 'view.push', view: 'Networks' })
  await expect.element(screen.getByRole('list', { name: 'Solana' })).toBeVisible()
  await expect.element(screen.getByRole('region')).toMatchAriaInlineSnapshot(`
    - region "Choose network":
      - button "Back"
      - heading "Choose network" [level=2]
      - heading "Ethereum and compatible" [level=3]
      - list "Ethereum and compatible":
        - listitem:
          - button "Ethereum Active"
        - listitem:
          - button "Second Chain"
      - heading "Solana" [level=3]
      - list "Solana":
        - listitem:
          - button "Solana"
      - status
  `)
  await expect.element(screen.getByRole('button', { name: 'Ethereum Active' })).toHaveAttribute('aria-current', 'true')
  await expect.element(screen.getByRole('button', { name: 'Second Chain' })).not.toHaveAttribute('aria-current')
  evm.answers['wallet_switchEthereumChain'] = never
  latchkey.dispatch({ type: 'network.switch', networkId: second.caipNetworkId })
  await expect.element(screen.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await expect.element(screen.getByRole('region')).toMatchAriaInlineSnapshot(`
    - region "Choose network":
      - button "Back"
      - heading "Choose network" [level=2]
      - heading "Ethereum and compatible" [level=3]
      - list "Ethereum and compatible":
        - listitem:
          - button "Ethereum Active"
        - listitem:
          - button "Second Chain"
      - heading "Solana" [level=3]
      - list "Solana":
        - listitem:
          - button "Solana"
      - status: Confirm the switch to Second Chain in your wallet
      - button "Cancel"
      - status
  `)
  await expect.element(screen.getByRole('button', { name: 'Second Chain' })).toHaveAttribute('aria-busy', 'true')
})

test('the accessibility tree describes receiving, and a sent transfer', async () => {
  const { wallet, latchkey, screen } = await showConnected()
  await vi.waitFor(() => expect(balanceOf(latchkey).getSnapshot().context.tokens).toHaveLength(1))
  latchkey.dispatch({ type: 'view.push', view: 'WalletReceive' })
  await expect.element(screen.getByRole('img')).toBeVisible()
  await expect.element(screen.getByRole('region')).toMatchAriaInlineSnapshot(`
    - region "Receive":
      - button "Back"
      - heading "Receive" [level=2]
      - img "Address as a QR code"
      - paragraph: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
      - button "Copy address"
      - paragraph: Send only assets on compatible networks to this address.
      - button "See compatible networks Ethereum, Second Chain"
      - status
  `)
  const [token] = balanceOf(latchkey).getSnapshot().context.tokens
  if (!token) throw new Error('no balance')
  wallet.answers['eth_sendTransaction'] = `0x${'1'.repeat(64)}`
  wallet.answers['eth_getTransactionReceipt'] = never
  latchkey.dispatch({ type: 'send.setToken', token })
  latchkey.dispatch({ type: 'send.setAmount', amount: '1.5' })
  latchkey.dispatch({ type: 'send.setReceiver', receiver: fakeAccounts[1] })
  latchkey.dispatch({ type: 'view.push', view: 'WalletSendPreview' })
  await latchkey.load('send')
  await vi.waitFor(() => expect(sendOf(latchkey).getSnapshot().hasTag('submittable')).toBe(true))
  latchkey.dispatch({ type: 'send.submit' })
  await expect.element(screen.getByRole('button', { name: 'Done' })).toBeVisible()
  await expect.element(screen.getByRole('region')).toMatchAriaInlineSnapshot(`
    - region "Sent":
      - button "Back"
      - heading "Sent" [level=2]
      - paragraph: 1.5 ETH
      - paragraph: Sent to 0x7099…79C8
      - status: Waiting for confirmation…
      - term: Transaction hash
      - definition: "0x1111111111111111111111111111111111111111111111111111111111111111"
      - link "View on Etherscan Opens in a new tab":
        - /url: https://etherscan.io/tx/0x1111111111111111111111111111111111111111111111111111111111111111
      - button "Done"
      - status
  `)
})

const LIVE = '[role="alert"], [role="status"], [aria-live]'

/** What a screen reader announces: what appears or changes in a live region. In nested regions it may be announced twice. */
function listen() {
  const heard: string[] = []
  const watcher = new MutationObserver((changes) => {
    const regions = new Set<Element>()
    const add = (node: Node) => {
      const element = node instanceof Element ? node : node.parentElement
      for (let live = element?.closest(LIVE); live; live = live.parentElement?.closest(LIVE)) regions.add(live)
    }
    for (const { target, addedNodes } of changes) {
      if (addedNodes.length > 0 || target instanceof Text) add(target)
      for (const node of addedNodes)
        if (node instanceof Element) for (const live of node.querySelectorAll(LIVE)) add(live)
      for (const node of addedNodes) if (node instanceof Element && node.matches(LIVE)) add(node)
    }
    for (const region of regions) {
      const text = region.getAttribute('aria-label') ?? region.textContent
      if (text && region.isConnected) heard.push(text)
    }
  })
  watcher.observe(document.body, { subtree: true, childList: true, characterData: true })
  onTestFinished(() => watcher.disconnect())
  return heard
}

test('progress and outcomes are announced, each once', async () => {
  let answer: (hash: string) => void = () => {}
  const wallet = fakeWallet({ eth_requestAccounts: never })
  const latchkey = instance(wallet)
  const screen = await render(app(latchkey))
  await expect.element(screen.getByRole('button', { name: /Fake Wallet/ })).toBeVisible()
  const heard = listen()
  latchkey.dispatch({ type: 'connectors.connect', connectorId: 'fake' })
  await vi.waitFor(() => expect(heard).toEqual(['Continue in Fake WalletAccept the connection request in the wallet']))
  heard.length = 0
  latchkey.dispatch({ type: 'view.back' })
  wallet.answers['eth_requestAccounts'] = declined
  latchkey.dispatch({ type: 'connectors.connect', connectorId: 'fake' })
  await vi.waitFor(() => expect(heard.filter((text) => text.includes('declined'))).toEqual(['Connection declined']))

  wallet.answers['eth_requestAccounts'] = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266']
  await latchkey.connect({ connectorId: 'fake' })
  await vi.waitFor(() => expect(balanceOf(latchkey).getSnapshot().context.tokens.length).toBe(1))
  const [token] = balanceOf(latchkey).getSnapshot().context.tokens
  if (!token) throw new Error('no balance')
  wallet.answers['eth_sendTransaction'] = declined
  latchkey.dispatch({ type: 'send.setToken', token })
  latchkey.dispatch({ type: 'send.setAmount', amount: '1' })
  latchkey.dispatch({ type: 'send.setReceiver', receiver: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' })
  latchkey.dispatch({ type: 'view.push', view: 'WalletSendPreview' })
  await expect.element(screen.getByRole('heading', { name: 'Review send' })).toBeVisible()
  heard.length = 0
  await press(screen.getByRole('button', { name: 'Send' }))
  await vi.waitFor(() => expect(document.querySelector('[data-part="note"][data-tone="error"]')).not.toBeNull())
  await vi.waitFor(() => expect(heard).toContain('You declined the transaction in your wallet.'))
  await settled()
  expect(heard).toEqual(['Confirm the transaction in your wallet', 'You declined the transaction in your wallet.'])

  heard.length = 0
  wallet.answers['eth_sendTransaction'] = () => new Promise((resolve) => (answer = resolve))
  await press(screen.getByRole('button', { name: 'Send' }))
  await vi.waitFor(() => expect(wallet.calls.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(2))
  answer(`0x${'1'.repeat(64)}`)
  await expect.element(screen.getByRole('button', { name: 'Done' })).toBeVisible()
  await vi.waitFor(() => expect(heard).toContain('Transaction started'))
  await settled()
  expect(heard.filter((text, index) => heard.indexOf(text) !== index)).toEqual([])

  heard.length = 0
  latchkey.dispatch({ type: 'view.home' })
  await expect.element(screen.getByRole('button', { name: 'Copy address' })).toBeVisible()
  latchkey.dispatch({ type: 'snackbar.show', message: { variant: 'success', code: 'address.copied' } })
  await vi.waitFor(() => expect(heard.filter((text) => text === 'Address copied')).toHaveLength(1))
})

test('an attempt that takes long is announced once', async () => {
  const clock = new SimulatedClock()
  const latchkey = instance(fakeWallet({ eth_requestAccounts: never }), { ports: { clock } })
  const screen = await render(app(latchkey))
  latchkey.dispatch({ type: 'connectors.connect', connectorId: 'fake' })
  await expect.element(screen.getByText('Continue in Fake Wallet')).toBeVisible()
  const heard = listen()
  await vi.waitFor(() => {
    clock.increment(15_000)
    expect(heard).toEqual(['Nothing happening? Your wallet may be locked or behind another window.'])
  })
})

test('the accessibility tree describes the sign-in methods of the embedded wallet, and a window that was closed', async () => {
  const popup = scriptedPopup()
  const latchkey = instance(fakeWallet(), {
    features: { email: true, socials: true },
    secureSite: 'https://secure.example',
    ports: { frame: scriptedFrame().port, popup: popup.port },
  })
  const screen = await render(app(latchkey))
  latchkey.dispatch({ type: 'view.push', view: 'Create' })
  await expect.element(screen.getByRole('textbox', { name: 'Email' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
  await expect.element(screen.getByRole('region')).toMatchAriaInlineSnapshot(`
    - region "Create wallet":
      - button "Back"
      - heading "Create wallet" [level=2]
      - paragraph: Sign in and we create a wallet for you.
      - text: Email
      - textbox "Email":
        - /placeholder: name@example.com
      - button "Continue with email"
      - group "Sign in with an account":
        - button "Continue with Google"
        - button "Continue with GitHub"
        - button "Continue with Apple"
        - button "Continue with Facebook"
        - button "More accounts"
      - paragraph:
        - text: Want your own wallet?
        - button "Get a wallet"
      - status
  `)
  await press(screen.getByRole('button', { name: 'Continue with Google' }))
  await expect.element(screen.getByRole('heading', { name: 'Continue in the Google window' })).toBeVisible()
  popup.close()
  await expect.element(screen.getByRole('button', { name: 'Continue' })).toBeVisible()
  await expect.element(screen.getByRole('region')).toMatchAriaInlineSnapshot(`
    - region "Google":
      - button "Back"
      - heading "Google" [level=2]
      - status:
        - heading "Signed in with Google?" [level=3]
        - paragraph: Continue here. If you closed the window, it opens again.
      - button "Continue"
      - button "Cancel"
      - status
  `)
})

test('the accessibility tree describes the embedded wallet’s accounts, settings, email address and upgrade', async () => {
  const frame = scriptedFrame({
    GET_USER: ({ chainId }: { chainId: number }) => ({
      address: fakeAccounts[0],
      chainId,
      email: 'ann@example.com',
      accounts: [
        { address: fakeAccounts[0], type: 'eoa' },
        { address: fakeAccounts[1], type: 'smartAccount' },
      ],
    }),
  })
  const latchkey = instance(fakeWallet(), {
    features: { email: true },
    secureSite: 'https://secure.example',
    ports: { frame: frame.port },
  })
  const screen = await render(app(latchkey))
  latchkey.dispatch({ type: 'email.submit', email: 'ann@example.com' })
  await expect.element(screen.getByRole('textbox', { name: '6-digit code' })).toBeVisible()
  latchkey.dispatch({ type: 'email.submitCode', code: new Secret('123456') })
  await press(screen.getByRole('button', { name: 'Your accounts' }))
  await expect.element(screen.getByRole('heading', { name: 'Your accounts' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /Smart account/ })).toBeVisible()
  await expect.element(screen.getByRole('region')).toMatchAriaInlineSnapshot(`
    - region "Your accounts":
      - button "Back"
      - heading "Your accounts" [level=2]
      - list "Accounts of this wallet":
        - listitem:
          - button "0xf3…b92266 Standard account"
          - button "Copy address: 0xf3…b92266"
        - listitem:
          - button "0x70…dc79C8 Smart account"
          - button "Copy address: 0x70…dc79C8"
      - button "Account settings"
      - status
  `)
  await press(screen.getByRole('button', { name: 'Account settings' }))
  await expect.element(screen.getByRole('button', { name: /^Use smart account/ })).toBeVisible()
  await expect.element(screen.getByRole('region')).toMatchAriaInlineSnapshot(`
    - region "Account settings":
      - button "Back"
      - heading "Account settings" [level=2]
      - paragraph:
        - text: 0xf3…b92266
        - button "Copy address"
      - button "Email ann@example.com"
      - button "Use smart account Standard account"
      - paragraph: A smart account can do several things in one step, and an app can pay its fees. It has its own address.
      - button "Choose name"
      - button "Network Ethereum"
      - button "Upgrade your wallet Move to your own wallet"
      - button "Disconnect"
      - status
  `)
  await press(screen.getByRole('button', { name: /^Email/ }))
  await expect.element(screen.getByRole('textbox', { name: 'New email' })).toBeVisible()
  await expect.element(screen.getByRole('region')).toMatchAriaInlineSnapshot(`
    - region "Edit email":
      - button "Back"
      - heading "Edit email" [level=2]
      - paragraph: "Current address: ann@example.com"
      - paragraph: We send a code to your current address, then one to the new address.
      - text: New email
      - textbox "New email":
        - /placeholder: name@example.com
      - button "Continue"
      - status
  `)
  await press(screen.getByRole('button', { name: 'Back' }))
  await press(screen.getByRole('button', { name: /^Upgrade your wallet/ }))
  await expect.element(screen.getByRole('button', { name: 'Send' })).toBeVisible()
  await expect.element(screen.getByRole('region')).toMatchAriaInlineSnapshot(`
    - region "Upgrade your wallet":
      - button "Back"
      - heading "Upgrade your wallet" [level=2]
      - paragraph: The service that provides this wallet holds its keys. In your own wallet, only you hold them.
      - list:
        - listitem: Get a wallet and write down its recovery phrase.
        - listitem: Send your assets to that wallet, from each account and network.
      - paragraph: You can keep using this wallet, but its private keys cannot be exported.
      - button "Get a wallet"
      - button "Send"
      - status
  `)
})
