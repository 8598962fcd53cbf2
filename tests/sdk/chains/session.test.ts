/** What a session reports about a namespace, and how that is used. The test scripts the session. */
import { describe, expect, test } from 'vitest'
import { bareAdapter } from '../../../sdk/chains/bareAdapter.ts'
import { bip122Adapter } from '../../../sdk/chains/bip122/adapter.ts'
import type { WalletEvent } from '../../../sdk/chains/adapter.ts'
import { withSession } from '../../../sdk/chains/session.ts'
import { bitcoin, bitcoinTestnet, solana, solanaDevnet } from '../../../sdk/index.ts'
import { bitcoinSigner, bitcoinWallet } from '../../support/bitcoinWallet.ts'
import { settle } from '../../support/instance.ts'
import { sentBy } from '../../support/sentBy.ts'

const { signal } = new AbortController()
const { payment, legacy } = bitcoinSigner().addresses

/** The provider of a session. `line` is what it reports about the current chain and accounts. */
function providerOf(line: unknown) {
  const wallet = bitcoinWallet()
  const told = { line }
  wallet.answers['line_read'] = () => told.line
  return Object.assign(wallet, { told })
}
const line = (chainId: string, ...accounts: string[]) => ({ chainId, accounts })
const onBitcoin = line(bitcoin.caipNetworkId, payment)
const adapter = withSession(bip122Adapter)
const token = {
  name: 'Bitcoin',
  symbol: 'BTC',
  chainId: bitcoin.caipNetworkId,
  quantity: { decimals: '8', numeric: '1' },
}
const order = { network: bitcoin, from: payment, receiver: legacy, token, amount: '0.0001' }
const txid = 'ab'.repeat(32)

describe('accounts', () => {
  test('are those of the current chain, with their purpose', async () => {
    expect(await adapter.getAccounts(providerOf(onBitcoin), [], signal)).toEqual({
      accounts: [{ address: payment, type: 'payment' }],
      networkId: bitcoin.caipNetworkId,
    })
    const found = await withSession(bareAdapter).getAccounts(
      providerOf(line(solanaDevnet.caipNetworkId, 'one', 'two')),
      [solana],
      signal,
    )
    expect(found).toEqual({
      accounts: [
        { address: 'one', type: 'eoa' },
        { address: 'two', type: 'eoa' },
      ],
      networkId: solanaDevnet.caipNetworkId,
    })
  })

  test.each([[{ accounts: [] }], [line(bitcoin.caipNetworkId)]])('are undefined for %j', async (none) => {
    expect(await adapter.getAccounts(providerOf(none), [], signal)).toBeUndefined()
    await expect(adapter.connect(providerOf(none), [], signal)).rejects.toMatchObject({ code: 'connect.noAccount' })
  })

  test.each([[null], [{}], [line('nonsense', payment)], [{ chainId: bitcoin.caipNetworkId, accounts: [5] }]])(
    'are refused for %j',
    async (nonsense) => {
      await expect(adapter.getAccounts(providerOf(nonsense), [], signal)).rejects.toMatchObject({
        code: 'wallet.invalidResponse',
      })
    },
  )
})

describe('a session that changes', () => {
  const watching = (provider: ReturnType<typeof providerOf>) => {
    const heard: WalletEvent[] = []
    const refused: unknown[] = []
    const stop = adapter.watch(
      provider,
      (event) => void heard.push(event),
      (cause) => void refused.push(cause),
    )
    return { heard, refused, stop }
  }

  test.each(['accountsChanged', 'chainChanged'])('is read again on %s', async (event) => {
    const provider = providerOf(onBitcoin)
    const { heard } = watching(provider)
    provider.told.line = line(bitcoinTestnet.caipNetworkId, legacy)
    provider.emit(event, 'whatever')
    await settle()
    expect(heard).toEqual([
      { type: 'wallet.accountsChanged', accounts: [{ address: legacy, type: 'payment' }] },
      { type: 'wallet.networkChanged', networkId: bitcoinTestnet.caipNetworkId },
    ])
  })

  test('reports that it has no account any more, and that it has ended', async () => {
    const provider = providerOf({ accounts: [] })
    const { heard } = watching(provider)
    provider.emit('accountsChanged', [])
    await settle()
    provider.emit('disconnect')
    expect(heard).toEqual([{ type: 'wallet.accountsChanged', accounts: [] }, { type: 'wallet.disconnected' }])
  })

  test('logs an invalid change, and reports nothing after it is no longer watched', async () => {
    const provider = providerOf('nonsense')
    const { heard, refused, stop } = watching(provider)
    provider.emit('chainChanged')
    await settle()
    expect(refused).toMatchObject([{ code: 'wallet.invalidResponse' }])
    provider.told.line = onBitcoin
    provider.emit('chainChanged')
    stop()
    await settle()
    expect([heard, provider.listeners()]).toEqual([[], 0])
  })
})

describe('a transfer', () => {
  test('is built as the namespace requires, and sent to the wallet', async () => {
    const provider = providerOf(onBitcoin)
    expect(await sentBy(adapter, provider, order, signal)).toBe(txid)
    expect(provider.calls.at(-1)).toEqual({
      method: 'sendTransfer',
      params: { account: payment, recipientAddress: legacy, amount: '10000' },
    })
  })

  test.each([
    ['send.otherNetwork', line(bitcoinTestnet.caipNetworkId, payment)],
    ['send.otherNetwork', { accounts: [] }],
    ['send.otherAccount', line(bitcoin.caipNetworkId, legacy)],
  ])('is refused (%s) when the session has another chain or account: %j', async (code, elsewhere) => {
    const provider = providerOf(elsewhere)
    await expect(sentBy(adapter, provider, order, signal)).rejects.toMatchObject({ code })
    expect(provider.calls.map(({ method }) => method)).toEqual(['line_read'])
  })
})

test('a switch requests the network by its id, and no network can be added', async () => {
  const provider = providerOf(onBitcoin)
  provider.answers['line_move'] = ({ chainId }) => {
    if (chainId !== bitcoinTestnet.caipNetworkId) throw new Error('not approved')
    return null
  }
  expect(await adapter.switchNetwork(provider, bitcoinTestnet, signal)).toBe(bitcoinTestnet.caipNetworkId)
  await expect(adapter.switchNetwork(provider, bitcoin, signal)).rejects.toThrow('not approved')
  await expect(adapter.addNetwork(provider, bitcoin, signal)).rejects.toMatchObject({ code: 'network.notSupported' })
})

test('a namespace that is known only through its wallets reads nothing and sends nothing', async () => {
  const provider = providerOf(onBitcoin)
  const { caipNetworkId } = bitcoin
  const bare = withSession(bareAdapter)
  expect(await bare.fetchBalances({ network: bitcoin, address: payment, listed: [] }, signal)).toEqual([])
  expect(await bare.fetchAssets(provider, { network: bitcoin, address: payment }, signal)).toBeUndefined()
  const refused = { code: 'send.unsupportedChain' }
  await expect(sentBy(bare, provider, order, signal)).rejects.toMatchObject(refused)
  await expect(bare.resolveReceiver(payment, bitcoin.caipNetworkId, signal)).rejects.toMatchObject(refused)
  await expect(bare.estimateMaximum({ network: bitcoin, from: payment, token }, signal)).rejects.toMatchObject(refused)
  // Without a session, such a namespace has no wallet.
  expect(await bareAdapter.getAccounts(provider, [bitcoin], signal)).toBeUndefined()
  await expect(bareAdapter.switchNetwork(provider, { ...bitcoin, caipNetworkId }, signal)).rejects.toMatchObject({
    code: 'network.notSupported',
  })
})
