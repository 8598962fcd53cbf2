import { expect, vi } from 'vitest'
import { fakeAccounts, fakeWallet, never } from '../../mocks/fakes/fakeWallet.ts'
import type { Receipt } from '../../machines/transactions/transaction.contract.ts'
import { LatchkeyError, type Latchkey, type TokenBalance } from '../../sdk/index.ts'
import { offlineAdapter } from '../support/offline.ts'
import { declined } from '../react-skin/support.tsx'
import { ensNode } from '../react-skin/ensNode.ts'
import { complete, connected, go, holdings, profile, provider, type Scene, type Shown, type Stage } from './stage.tsx'
import { balanceOf, sendOf } from '../support/features.ts'

const list = '[data-part="virtual"]'
const contract = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const [account] = fakeAccounts
const receiver = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** The Send view, with a draft of the first token. */
async function drafting(stage: Stage, draft: { amount?: string; receiver?: string } = {}, shown: Shown = {}) {
  const latchkey = await connected(stage, { until: list, ...shown })
  await go(latchkey, 'WalletSend')
  const [token] = balanceOf(latchkey).getSnapshot().context.tokens
  if (draft.amount !== undefined && token) latchkey.dispatch({ type: 'send.setToken', token })
  if (draft.amount !== undefined) latchkey.dispatch({ type: 'send.setAmount', amount: draft.amount })
  if (draft.receiver !== undefined) latchkey.dispatch({ type: 'send.setReceiver', receiver: draft.receiver })
  await latchkey.load('send')
  await vi.waitFor(() => expect(sendOf(latchkey).getSnapshot().hasTag('busy')).toBe(false))
  return latchkey
}

/** Waits until the fee is known: it is estimated again whenever something is to be sent, or was declined. */
const priced = (latchkey: Latchkey) =>
  vi.waitFor(() => expect(sendOf(latchkey).getSnapshot().context.fee).toBeDefined(), 5_000)

/** Letters that are easily mistaken for others. */
const name = 'сорока.eth'

async function previewing(stage: Stage, shown: Shown = {}, { amount = '1.25', to = receiver } = {}) {
  const latchkey = await drafting(stage, { amount, receiver: to }, shown)
  await latchkey.load('send')
  await priced(latchkey)
  await go(latchkey, 'WalletSendPreview')
  return latchkey
}

/** A transaction that was sent, with this answer from the network. */
async function sent(stage: Stage, answer: (hash: string) => Receipt | Promise<Receipt>, state: string) {
  const hash = `0x${'5ca1ab1e'.repeat(8)}`
  const latchkey = await previewing(stage, {
    wallet: fakeWallet({ eth_sendTransaction: hash }),
    options: {
      ports: { chains: { at: async () => ({ ...offlineAdapter, awaitReceipt: async ({ hash }) => answer(hash) }) } },
    },
  })
  latchkey.dispatch({ type: 'send.submit' })
  await complete(`[data-part="profile"][data-state="${state}"]`, 'WalletSendConfirmed')
  return quiet(latchkey)
}

/** The wallet has a request and does not answer. The request is explained. */
async function asking(stage: Stage, method: string, params: readonly unknown[]) {
  const latchkey = await connected(stage, { until: list, wallet: fakeWallet({ [method]: never }) })
  void latchkey.request({ method, params })
  await complete('[data-part="facts"]', 'ApproveTransaction')
  return latchkey
}

/** Hides the snackbar. */
async function quiet(latchkey: Latchkey) {
  await vi.waitFor(() => {
    latchkey.dispatch({ type: 'snackbar.hide' })
    expect(document.querySelector('[data-part="message"]')).toBeNull()
  })
  return latchkey
}

/** An NFT as the chain returns it. */
const nft = (standard: 'erc721' | 'erc1155', name: string, tokenId: string, count: string): TokenBalance => ({
  name,
  symbol: 'NFT',
  chainId: 'eip155:1',
  address: `eip155:1:${contract}`,
  quantity: { decimals: '0', numeric: count },
  nft: { standard, contract, tokenId },
})

/** The Send view, with a draft of an NFT. */
async function draftingNft(stage: Stage, token: TokenBalance) {
  const adapter = { ...offlineAdapter, readNft: async () => token }
  const latchkey = await connected(stage, { until: list, options: { ports: { chains: { at: async () => adapter } } } })
  await latchkey.load('send')
  latchkey.dispatch({ type: 'send.setNft', nft: { hashes: [`0x${'5'.repeat(64)}`] } })
  await go(latchkey, 'WalletSend')
  latchkey.dispatch({ type: 'send.setReceiver', receiver })
  await priced(latchkey)
  return latchkey
}

export const transfer: Record<string, Scene> = {
  'WalletSend, an NFT': (stage) => draftingNft(stage, nft('erc721', 'Sandbox Birds', '4211', '1')),
  'WalletSend, several of an NFT': (stage) =>
    draftingNft(stage, nft('erc1155', 'A collection whose name is rather long, as some are', '9'.repeat(77), '12')),
  'WalletSendPreview, an NFT': async (stage) => {
    const latchkey = await draftingNft(stage, nft('erc721', 'Sandbox Birds', '4211', '1'))
    await go(latchkey, 'WalletSendPreview')
    return latchkey
  },
  WalletSend: (stage) => drafting(stage),
  'WalletSend, complete': (stage) => drafting(stage, { amount: '1.25', receiver }),
  'WalletSend, faults': (stage) => drafting(stage, { amount: '99999999.123456789', receiver: '0x12' }),
  'WalletSend, to a name': async (stage) => {
    ensNode(receiver)
    const latchkey = await drafting(stage, { amount: '1.25', receiver: name })
    await complete('[data-part="field"] [data-part="identifier"]', 'WalletSend')
    return latchkey
  },
  WalletSendSelectToken: async (stage) => {
    const latchkey = await drafting(stage)
    await go(latchkey, 'WalletSendSelectToken', list)
    return latchkey
  },
  WalletSendPreview: (stage) => previewing(stage),
  'WalletSendPreview, a long amount': (stage) => previewing(stage, {}, { amount: '1.123456789012345678' }),
  'WalletSendPreview, at a fee of which all is known': (stage) => {
    const fee = { amount: '0.00012345', symbol: 'ETH', isExact: true } as const
    const adapter = { ...offlineAdapter, estimateFee: async () => fee }
    const api = provider({ ...profile, balance: { balances: holdings.map((held) => ({ ...held, price: 2_500 })) } })
    return previewing(stage, { api, options: { ports: { chains: { at: async () => adapter } } } })
  },
  'WalletSendPreview, of a token that keeps a part': (stage) => {
    const fee = { amount: '0.00207428', symbol: 'SOL', opening: '0.00206048', kept: '0.0125', arrives: '1.2375' }
    const adapter = { ...offlineAdapter, estimateFee: async () => fee }
    return previewing(stage, { options: { ports: { chains: { at: async () => adapter } } } })
  },
  'WalletSendPreview, refused': async (stage) => {
    const adapter: typeof offlineAdapter = {
      ...offlineAdapter,
      estimateFee: async () => {
        throw new LatchkeyError('send.transferHook')
      },
    }
    const latchkey = await drafting(
      stage,
      { amount: '1.25', receiver },
      { options: { ports: { chains: { at: async () => adapter } } } },
    )
    await go(latchkey, 'WalletSendPreview')
    await complete('[data-part="note"][data-tone="error"]')
    return latchkey
  },
  'WalletSendPreview, to a name': (stage) => {
    ensNode(receiver)
    return previewing(stage, {}, { to: name })
  },
  'WalletSendPreview, in the wallet': async (stage) => {
    const latchkey = await previewing(stage, { wallet: fakeWallet({ eth_sendTransaction: never }) })
    latchkey.dispatch({ type: 'send.submit' })
    await complete('[data-part="button"][data-busy]')
    return latchkey
  },
  'WalletSendPreview, declined': async (stage) => {
    const latchkey = await previewing(stage, { wallet: fakeWallet({ eth_sendTransaction: declined }) })
    latchkey.dispatch({ type: 'send.submit' })
    await complete('[data-part="note"][data-tone="error"]')
    await priced(latchkey)
    return quiet(latchkey)
  },
  'WalletSendConfirmed, on its way': (stage) => sent(stage, never, 'confirming'),
  WalletSendConfirmed: (stage) => sent(stage, (hash) => ({ status: 'success', hash }), 'success'),
  'WalletSendConfirmed, reverted': (stage) => sent(stage, (hash) => ({ status: 'reverted', hash }), 'reverted'),
  ApproveTransaction: (stage) =>
    asking(stage, 'personal_sign', [
      'Welcome to Harbor Street Books.\n\nSign this message to show that this account is yours. It costs nothing.',
      account,
    ]),
  'ApproveTransaction, before the wallet is asked': async (stage) => {
    const latchkey = await connected(stage, { until: list, options: { review: 'before' } })
    void latchkey.signMessage('Welcome to Harbor Street Books.\n\nIt costs nothing.')
    await complete('[data-part="facts"]', 'ApproveTransaction')
    return latchkey
  },
  'ApproveTransaction, without a limit': (stage) =>
    asking(stage, 'eth_sendTransaction', [
      { to: contract, data: `0x095ea7b3${receiver.slice(2).padStart(64, '0')}${'f'.repeat(64)}` },
    ]),
  'ApproveTransaction, a bundle': (stage) =>
    asking(stage, 'wallet_sendCalls', [
      {
        version: '2.0.0',
        chainId: '0x1',
        atomicRequired: true,
        calls: [
          { to: contract, data: `0x095ea7b3${receiver.slice(2).padStart(64, '0')}${'f'.repeat(64)}` },
          { to: receiver, value: '0xde0b6b3a7640000' },
        ],
      },
    ]),
  'ApproveTransaction, a sign-in for another site': (stage) =>
    asking(stage, 'personal_sign', [
      [
        'evil.example wants you to sign in with your Ethereum account:',
        account,
        '',
        'I accept the terms.',
        '',
        'URI: https://evil.example/login',
        'Version: 1',
        'Chain ID: 1',
        'Nonce: 32891756',
        'Issued At: 2026-01-01T00:00:00Z',
      ].join('\n'),
      account,
    ]),
}
