import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { fakeApi } from '../../mocks/fakes/fakeApi.ts'
import { fakeWallet, never } from '../../mocks/fakes/fakeWallet.ts'
import { ConnectButton, LatchkeyModal, LatchkeyProvider } from '../../react-skin/index.ts'
import { coins, contractOf, emptyAnswers, entry, instance } from './support.tsx'

const dialog = () => document.querySelector<HTMLElement>('[role="dialog"]')
const view = () => dialog()?.dataset['view']
const focus = () => document.activeElement
/** What a screen reader would call the focused element. */
function name(): string {
  const element = focus()?.cloneNode(true)
  if (!(element instanceof Element)) return ''
  for (const hidden of element.querySelectorAll('[aria-hidden]')) hidden.remove()
  return element.getAttribute('aria-label') ?? element.textContent
}

/** The focus is in the dialog and visible: its ring is around the element, or around its field. */
function expectHeld() {
  const element = focus()
  expect(dialog()?.contains(element), `the focus is on ${element?.tagName} in ${view()}`).toBe(true)
  if (!element || element === dialog() || element.matches('[data-part="title"]')) return
  const drawn = [element, element.closest('[data-part="field"], [data-part="search"]')].some((candidate) => {
    if (!candidate) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(candidate)
    return outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 2
  })
  expect(drawn, `the focus is seen on ${element.outerHTML.slice(0, 120)}`).toBe(true)
}

/** Presses Tab until an element of this name has the focus. */
async function tabTo(wanted: RegExp, back = false) {
  const passed: string[] = []
  for (let step = 0; step < 30; step += 1) {
    await userEvent.tab({ shift: back })
    expectHeld()
    if (wanted.test(name())) return
    passed.push(name())
  }
  throw new Error(`Tab does not lead to ${wanted}, only to ${passed.join(', ')}`)
}

/** From row to row of the list that has the focus. */
async function arrowTo(wanted: RegExp, key: '{ArrowDown}' | '{Home}') {
  await press(key)
  expectHeld()
  expect(name()).toMatch(wanted)
}

const press = (keys: string) => userEvent.keyboard(keys)
const at = async (wanted: string) => {
  await vi.waitFor(() => {
    expect(view()).toBe(wanted)
    expect(document.querySelector('[data-part="view"][data-loading]')).toBeNull()
  })
  await vi.waitFor(expectHeld)
}

test('the whole flow works with the keyboard alone, and the focus is always visible and never lost', async () => {
  let approve: (accounts: string[]) => void = () => {}
  let sent: (hash: string) => void = () => {}
  const wallet = fakeWallet({
    wallet_switchEthereumChain: null,
    eth_requestAccounts: () => new Promise((resolve) => (approve = resolve)),
    eth_sendTransaction: () => new Promise((resolve) => (sent = resolve)),
  })
  const history = fakeApi(
    { ...emptyAnswers, history: { data: [entry(1), entry(2, {}, [coins('out', '1')])], next: undefined } },
    { serves: false },
  )
  const latchkey = instance(wallet, { embedded: false }, history)
  await render(
    <LatchkeyProvider latchkey={latchkey}>
      <ConnectButton />
      <LatchkeyModal />
    </LatchkeyProvider>,
  )
  await userEvent.tab()
  expect(name()).toBe('Connect wallet')
  await press('{Enter}')
  await at('Connect')
  await tabTo(/What is a wallet/i)
  await press(' ')
  await at('WhatIsAWallet')
  await tabTo(/^Back$/)
  await press('{Enter}')
  await at('Connect')
  await tabTo(/Fake Wallet/)
  await arrowTo(/All wallets/, '{ArrowDown}')
  await arrowTo(/Fake Wallet/, '{Home}')
  await press('{Enter}')
  await at('ConnectingExternal')
  await tabTo(/Cancel/)
  await vi.waitFor(() => expect(wallet.calls.map(({ method }) => method)).toContain('eth_requestAccounts'))
  approve(['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'])
  wallet.answers['eth_requestAccounts'] = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266']

  await vi.waitFor(() => expect(dialog()).toBeNull())
  await vi.waitFor(() => expect(name()).toMatch(/^Account/))
  await press('{Enter}')
  await at('Account')
  await tabTo(/^Tokens$/)
  await press('{ArrowRight}')
  await vi.waitFor(() => expect(name()).toBe('NFTs'))
  await press('{ArrowRight}')
  await vi.waitFor(() => expect(name()).toBe('Activity'))
  await vi.waitFor(() => expect(dialog()?.querySelector('[data-part="flow"]')).not.toBeNull())
  await press('{Home}')
  await vi.waitFor(() => expect(name()).toBe('Tokens'))
  expectHeld()

  await tabTo(/^Network: Ethereum/)
  await press('{Enter}')
  await at('Networks')
  await tabTo(/^EthereumActive/)
  await arrowTo(/^Second Chain/, '{ArrowDown}')
  wallet.answers['eth_chainId'] = '0x7a69'
  await press('{Enter}')
  wallet.emit('chainChanged', '0x7a69')
  await at('Account')
  await vi.waitFor(() => expect(latchkey.getNetwork().networkId).toBe('eip155:31337'))

  await tabTo(/^Receive$/)
  await press('{Enter}')
  await at('WalletReceive')
  await tabTo(/Copy/)
  await tabTo(/^Back$/)
  await press(' ')
  await at('Account')

  await tabTo(/^Send$/)
  await press('{Enter}')
  await at('WalletSend')
  await tabTo(/^Select token$/)
  await press('{Enter}')
  await at('WalletSendSelectToken')
  await tabTo(/^Ether/)
  await press('{Enter}')
  await at('WalletSend')
  while (!focus()?.matches('[inputmode="decimal"]')) {
    await userEvent.tab()
    expectHeld()
  }
  await press('1')
  while (!focus()?.matches('[data-long]')) {
    await userEvent.tab()
    expectHeld()
  }
  await press('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
  await tabTo(/^Review send$/)
  await press('{Enter}')
  await at('WalletSendPreview')
  await tabTo(/^Send$/)
  await press('{Enter}')
  await vi.waitFor(() => expect(wallet.calls.map(({ method }) => method)).toContain('eth_sendTransaction'))
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  expectHeld()
  await tabTo(/^Cancel$/)
  sent(`0x${'1'.repeat(64)}`)
  await at('WalletSendConfirmed')
  await tabTo(/^Done$/)
  await press('{Enter}')
  await at('Account')
  await tabTo(/^Close$/, true)
  await press('{Enter}')
  await vi.waitFor(() => expect(dialog()).toBeNull())
  await vi.waitFor(() => expect(name()).toMatch(/^Account/))
  await press('{Enter}')
  await at('Account')
  await press('{Escape}')
  await vi.waitFor(() => expect(dialog()).toBeNull())
  await vi.waitFor(() => expect(name()).toMatch(/^Account/))
})

test('a swap is drafted, reviewed and left with the keyboard alone, and the focus is always visible and never lost', async () => {
  const listed = (symbol: string, name: string, address = contractOf(symbol)) => ({
    name,
    symbol,
    address,
    decimals: 18,
    logoUri: undefined,
  })
  const ether = listed('ETH', 'Ether', 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee')
  const api = fakeApi({
    ...emptyAnswers,
    balance: {
      balances: [{ name: 'Ether', symbol: 'ETH', chainId: 'eip155:1', quantity: { decimals: '18', numeric: '3' } }],
    },
    swapTokens: { tokens: [ether, listed('HUSD', 'Harbor Dollar'), listed('WST', 'Wrapped Stone')] },
    swapQuotes: ({ amount, from, to }) => ({
      quotes: [
        {
          fromAmount: amount,
          fromAccount: from,
          toAmount: String(to.includes('0xeeee') ? BigInt(amount) / 2n : BigInt(amount) * 2n),
          toAccount: to,
        },
      ],
    }),
    tokenPrices: ({ addresses: [address = ''] }) => ({
      fungibles: [{ name: '', symbol: '', iconUrl: undefined, price: address === ether.address ? 2 : 1, address }],
    }),
    gasPrice: { standard: '12000000000', fast: '12000000000', instant: '12000000000' },
    swapAllowance: { allowance: '0' },
  })
  const latchkey = instance(fakeWallet(), { embedded: false, features: { swaps: true } }, api)
  await render(
    <LatchkeyProvider latchkey={latchkey}>
      <ConnectButton />
      <LatchkeyModal />
    </LatchkeyProvider>,
  )
  await latchkey.connect({ connectorId: 'fake' })
  await vi.waitFor(() => expect(document.querySelector('button')?.getAttribute('aria-label')).toMatch(/^Account/))
  await userEvent.tab()
  expect(name()).toMatch(/^Account/)
  await press('{Enter}')
  await at('Account')
  await tabTo(/^Swap$/)
  await press('{Enter}')
  await at('Swap')
  await vi.waitFor(() => expect(dialog()?.querySelector('[data-part="sides"]')).not.toBeNull())
  expectHeld()

  await tabTo(/^Select token$/i)
  await press('{Enter}')
  await at('SwapSelectToken')
  // First from the suggested tokens, and then from all.
  await tabTo(/^Ether/)
  await tabTo(/^Ether/)
  await arrowTo(/^Harbor Dollar/, '{ArrowDown}')
  await press('{Enter}')
  await at('Swap')
  while (!focus()?.matches('[inputmode="decimal"]')) {
    await userEvent.tab()
    expectHeld()
  }
  await press('1')
  expect(latchkey.find('swap')?.getSnapshot().context.amount).toBe('1')
  await vi.waitFor(() => expect(dialog()?.textContent).toContain('Review swap'))
  await tabTo(/^Switch tokens$/)
  await press('{Enter}')
  await vi.waitFor(() => expect(latchkey.find('swap')?.getSnapshot().context.from?.symbol).toBe('HUSD'))
  expectHeld()
  await press('{Enter}')
  await vi.waitFor(() => expect(latchkey.find('swap')?.getSnapshot().context.from?.symbol).toBe('ETH'))
  await vi.waitFor(() => expect(dialog()?.textContent).toContain('Review swap'))
  await tabTo(/^Review swap$/)
  await press('{Enter}')
  await at('SwapPreview')
  await tabTo(/^Swap$/)
  await tabTo(/^Back$/)
  await press(' ')
  await at('Swap')
  expect(latchkey.find('swap')?.getSnapshot().context.amount).toBe('1')
  await tabTo(/^Back$/)
  await press(' ')
  await at('Account')
  await press('{Escape}')
  await vi.waitFor(() => expect(dialog()).toBeNull())
  await vi.waitFor(() => expect(name()).toMatch(/^Account/))
})

test('the focus does not return to the card after the user left it, when something in it disappears', async () => {
  const wallet = fakeWallet({ eth_requestAccounts: never })
  const latchkey = instance(wallet)
  const screen = await render(
    <LatchkeyProvider latchkey={latchkey}>
      <LatchkeyModal />
    </LatchkeyProvider>,
  )
  const title = screen.getByRole('heading', { name: 'Connect wallet' })
  const row = await screen.getByRole('button', { name: /Fake Wallet/ }).findElement()
  if (!(row instanceof HTMLButtonElement)) throw new Error('no row')
  row.focus()
  row.blur()
  row.disabled = true
  await new Promise(requestAnimationFrame)
  expect(document.activeElement).toBe(document.body)
  row.disabled = false
  row.focus()
  row.disabled = true
  await expect.element(title).toHaveFocus()
})
