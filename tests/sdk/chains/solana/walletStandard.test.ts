/** A Wallet Standard wallet as a provider, and its discovery. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'
import type { Wallet } from '@wallet-standard/base'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Connector } from '../../../../machines/shared/connector.types.ts'
import { discoverSolana, solanaProvider } from '../../../../sdk/connectors/walletStandard.ts'
import type { WalletProvider } from '../../../../sdk/provider/walletProvider.ts'

const secret = new Uint8Array(32).fill(7)
const publicKey = ed25519.getPublicKey(secret)
const address = base58.encode(publicKey)
const account = { address, publicKey, chains: ['solana:mainnet'], features: ['solana:signMessage'] } as const
const elsewhere = { address: '0xabc', publicKey: new Uint8Array(), chains: ['ethereum:1'], features: [] } as const

/** A wallet that shares its accounts on an explicit request, and signs with a real key. */
function standardWallet(features: Record<string, unknown> = {}, changes: Partial<Wallet> = {}) {
  const accounts: Wallet['accounts'][number][] = []
  const heard = new Set<(change: object) => void>()
  const asked: unknown[] = []
  const wallet = {
    version: '1.0.0',
    name: 'Fox',
    icon: 'data:image/png;base64,AA==',
    chains: ['solana:mainnet'],
    accounts,
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: async (input?: { silent?: boolean }) => {
          asked.push(input)
          if (!input?.silent) accounts.push(account, elsewhere)
          return { accounts }
        },
      },
      'standard:events': {
        version: '1.0.0',
        on: (_: 'change', listener: (change: object) => void) => {
          heard.add(listener)
          return () => heard.delete(listener)
        },
      },
      'solana:signMessage': {
        version: '1.1.0',
        signMessage: async ({ message }: { message: Uint8Array }) => [
          { signedMessage: message, signature: ed25519.sign(message, secret) },
        ],
      },
      ...features,
    },
    ...changes,
  } as unknown as Wallet
  return { wallet, asked, heard, change: (change: object) => heard.forEach((listener) => listener(change)) }
}

const providerOf = (wallet: Wallet) => solanaProvider(wallet)

describe('a Solana wallet', () => {
  test('shares its accounts on an explicit request, and then also silently, without accounts of other chains', async () => {
    const { wallet, asked } = standardWallet()
    const provider = providerOf(wallet)
    expect(await provider.request({ method: 'solana_getAccounts' })).toEqual([])
    expect(asked).toEqual([{ silent: true }])
    expect(await provider.request({ method: 'solana_requestAccounts' })).toEqual([{ pubkey: address }])
    expect(await provider.request({ method: 'solana_getAccounts' })).toEqual([{ pubkey: address }])
    expect(asked).toEqual([{ silent: true }, undefined])
  })

  test('signs a message with its key', async () => {
    const { wallet } = standardWallet()
    const provider = providerOf(wallet)
    await provider.request({ method: 'solana_requestAccounts' })
    const message = new TextEncoder().encode('hello')
    const params = { message: base58.encode(message), pubkey: address }
    const answer = await provider.request({ method: 'solana_signMessage', params })
    const { signature } = answer as { signature: string }
    expect(ed25519.verify(base58.decode(signature), message, publicKey)).toBe(true)
  })

  test.each([
    ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:mainnet'],
    ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'solana:devnet'],
    ['solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'solana:testnet'],
    ['solana:anything', 'solana:localnet'],
  ])('receives the network of a transaction: %s is %s', async (chainId, chain) => {
    const signTransaction = vi.fn<(input: { chain: string; transaction: Uint8Array }) => Promise<unknown>>(
      async ({ transaction }) => [{ signedTransaction: transaction }],
    )
    const { wallet } = standardWallet({ 'solana:signTransaction': { signTransaction } })
    const provider = providerOf(wallet)
    await provider.request({ method: 'solana_requestAccounts' })
    const transaction = base64.encode(Uint8Array.of(1, 2, 3))
    const params = { transaction, pubkey: address, chainId }
    expect(await provider.request({ method: 'solana_signTransaction', params })).toEqual({ transaction })
    expect(signTransaction.mock.calls[0]?.[0]).toMatchObject({ chain, account })
  })

  test('signs several transactions at once, in order', async () => {
    const signTransaction = vi.fn<(...inputs: { transaction: Uint8Array }[]) => Promise<unknown>>(async (...inputs) =>
      inputs.map(({ transaction }) => ({ signedTransaction: Uint8Array.of(...transaction, 9) })),
    )
    const provider = providerOf(standardWallet({ 'solana:signTransaction': { signTransaction } }).wallet)
    await provider.request({ method: 'solana_requestAccounts' })
    const [one, two] = [base64.encode(Uint8Array.of(1)), base64.encode(Uint8Array.of(2))]
    const params = { transactions: [one, two], pubkey: address, chainId: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z' }
    expect(await provider.request({ method: 'solana_signAllTransactions', params })).toEqual({
      transactions: [base64.encode(Uint8Array.of(1, 9)), base64.encode(Uint8Array.of(2, 9))],
    })
    expect(signTransaction.mock.calls[0]).toMatchObject([
      { chain: 'solana:testnet', account },
      { chain: 'solana:testnet', account },
    ])
    signTransaction.mockResolvedValue([{ signedTransaction: Uint8Array.of(1) }])
    await expect(provider.request({ method: 'solana_signAllTransactions', params })).rejects.toMatchObject({
      code: 'wallet.invalidResponse',
    })
  })

  test.each<[string, unknown, string]>([
    ['solana_signMessage', {}, 'message has to be text in base58.'],
    ['solana_signMessage', { message: 'l0O' }, 'message has to be text in base58.'],
    ['solana_signMessage', { message: 7 }, 'message has to be text in base58.'],
    ['solana_signMessage', [], 'an object is needed.'],
    ['solana_signTransaction', { transaction: '***' }, 'transaction has to be text in base64.'],
    ['solana_signTransaction', {}, 'transaction has to be text in base64.'],
    ['solana_signAllTransactions', { transactions: [] }, 'transactions has to be a list of texts in base64.'],
    [
      'solana_signAllTransactions',
      { transactions: ['AQ==', '*'] },
      'transactions has to be a list of texts in base64.',
    ],
    ['solana_signTransaction', { pubkey: {}, transaction: 'AQ==' }, 'pubkey has to be an address.'],
  ])('is not asked to %s with %j, and the caller gets the reason', async (method, params, why) => {
    const signTransaction = vi.fn<() => Promise<unknown>>(async () => [])
    const signMessage = vi.fn<() => Promise<unknown>>(async () => [])
    const provider = providerOf(
      standardWallet({ 'solana:signTransaction': { signTransaction }, 'solana:signMessage': { signMessage } }).wallet,
    )
    await provider.request({ method: 'solana_requestAccounts' })
    await expect(provider.request({ method, params })).rejects.toMatchObject({
      code: -32602,
      message: `Invalid params: ${why}`,
    })
    expect(signTransaction).not.toHaveBeenCalled()
    expect(signMessage).not.toHaveBeenCalled()
  })

  test('rejects an account that it does not share, and a method that it does not support', async () => {
    const provider = providerOf(standardWallet().wallet)
    const params = { message: 'abc', pubkey: address }
    await expect(provider.request({ method: 'solana_signMessage', params })).rejects.toMatchObject({ code: 4100 })
    for (const method of ['solana_signAndSendTransaction', 'wallet_revokePermissions', 'eth_accounts'])
      await expect(provider.request({ method, params: { transaction: 'AQID' } })).rejects.toMatchObject({ code: 4200 })
  })

  test.each([
    ['a number as an account', { accounts: [42] }],
    ['a string as its accounts', { accounts: 'none' }],
  ])('is rejected with a malformed answer: %s', async (_, answer) => {
    const { wallet } = standardWallet({ 'standard:connect': { version: '1.0.0', connect: async () => answer } })
    await expect(providerOf(wallet).request({ method: 'solana_requestAccounts' })).rejects.toMatchObject({
      code: 'wallet.invalidResponse',
    })
  })

  test('falls back to its own accounts without an answer, and keeps the valid accounts beside a malformed one', async () => {
    const accounts = [{ address: 42 }, account, elsewhere] as never
    for (const answer of [undefined, {}, { accounts }]) {
      const connect = { version: '1.0.0', connect: async () => answer }
      const { wallet } = standardWallet({ 'standard:connect': connect }, { accounts: [account] })
      expect(await providerOf(wallet).request({ method: 'solana_requestAccounts' })).toEqual([{ pubkey: address }])
    }
  })

  test.each([[[]], [[{ signature: 'ok' }]], [[{ signature: new Uint8Array() }]]])(
    'is rejected when its answer has no signature: %j',
    async (answer) => {
      const { wallet } = standardWallet({ 'solana:signMessage': { version: '1.1.0', signMessage: async () => answer } })
      const provider = providerOf(wallet)
      await provider.request({ method: 'solana_requestAccounts' })
      const params = { message: base58.encode(new Uint8Array([1])), pubkey: address }
      await expect(provider.request({ method: 'solana_signMessage', params })).rejects.toMatchObject({
        code: 'wallet.invalidResponse',
      })
    },
  )

  test('emits its account changes until there are no listeners', () => {
    const { wallet, change, heard } = standardWallet()
    const provider = providerOf(wallet)
    const told: unknown[] = []
    const listener = (payload: unknown) => void told.push(payload)
    provider.on?.('accountsChanged', listener)
    change({ accounts: [account, elsewhere] })
    change({ chains: ['solana:devnet'] })
    change({ accounts: [] })
    expect(told).toEqual([[{ pubkey: address }], []])
    provider.removeListener?.('accountsChanged', listener)
    expect(heard.size).toBe(0)
  })
})

describe('the discovery of Solana wallets', () => {
  // The library listens to the first window that it sees.
  const page = new EventTarget()
  beforeEach(() => void vi.stubGlobal('window', page))
  afterEach(() => void vi.unstubAllGlobals())

  const announce = (wallet: unknown) =>
    window.dispatchEvent(
      new CustomEvent('wallet-standard:register-wallet', {
        detail: ({ register }: { register(one: unknown): void }) => register(wallet),
      }),
    )

  test('finds wallets that register before and after it starts, but no malformed ones and none of other chains', async () => {
    const found: [Connector, WalletProvider][] = []
    const stop = discoverSolana((connector, provider) => found.push([connector, provider]))
    announce(standardWallet().wallet)
    announce(standardWallet({}, { name: 'Other', chains: ['ethereum:1'] as never }).wallet)
    announce(standardWallet({}, { name: '' }).wallet)
    announce(standardWallet({}, { name: 'Plain', icon: 'javascript:alert(1)' as never }).wallet)
    expect(found.map(([connector]) => connector)).toEqual([
      { id: 'solana:Fox', name: 'Fox', type: 'ANNOUNCED', chain: 'solana', imageUrl: 'data:image/png;base64,AA==' },
      { id: 'solana:Plain', name: 'Plain', type: 'ANNOUNCED', chain: 'solana' },
    ])
    stop()
    announce(standardWallet({}, { name: 'Late' }).wallet)
    expect(found).toHaveLength(2)
    const again: string[] = []
    discoverSolana(({ name }) => again.push(name))()
    expect(again).toEqual(['Fox', 'Plain', 'Late'])
  })

  test('continues after a wallet whose getters throw, for wallets that are already there and for later ones', () => {
    const trap = () => {
      throw new Error('Trapped')
    }
    const found: string[] = []
    const { wallet } = standardWallet({}, { name: 'First' })
    announce(new Proxy(wallet, { get: trap }))
    announce(Object.defineProperty({ ...standardWallet({}, { name: 'Half' }).wallet }, 'features', { get: trap }))
    announce(wallet)
    const stop = discoverSolana(({ name }) => found.push(name))
    announce(Object.defineProperty({ ...standardWallet({}, { name: 'Later' }).wallet }, 'chains', { get: trap }))
    announce(standardWallet({}, { name: 'Last' }).wallet)
    stop()
    expect(found.filter((name) => !['Fox', 'Plain', 'Late'].includes(name))).toEqual(['First', 'Last'])
  })

  test('reports a wallet that unregisters', () => {
    const found: [string, WalletProvider][] = []
    const gone: WalletProvider[] = []
    const stop = discoverSolana(
      ({ name }, provider) => found.push([name, provider]),
      (provider) => gone.push(provider),
    )
    let leave = () => {}
    window.dispatchEvent(
      new CustomEvent('wallet-standard:register-wallet', {
        detail: ({ register }: { register(one: unknown): () => void }) =>
          void (leave = register(standardWallet({}, { name: 'Guest' }).wallet)),
      }),
    )
    expect(gone).toEqual([])
    leave()
    expect(gone).toEqual([found.find(([name]) => name === 'Guest')?.[1]])
    stop()
  })
})
