/** Every known method, in each supported namespace, with each kind of wallet. */
import { describe, expect, test } from 'vitest'
import { methodKinds, methodsOf, type MethodKind } from '../../machines/wallet-requests/methods.rules.ts'
import type { Connector } from '../../machines/shared/connector.types.ts'
import type { Namespace, NetworkId } from '../../machines/shared/namespace.types.ts'
import { fakeAccounts, fakeWallet } from '../../mocks/index.ts'
import { firstBitcoinAccount } from '../../mocks/sandbox/bitcoin/accounts.ts'
import { firstSolanaAccount } from '../../mocks/sandbox/solana/accounts.ts'
import { bitcoin, defineNetwork, mainnet, solana } from '../../sdk/index.ts'
import { ether, settle, started } from '../support/instance.ts'
import { fakePairing } from '../support/pairing.ts'

const [account] = fakeAccounts
const btc = defineNetwork(bitcoin, { rpcUrls: ['https://esplora.example/api'] })
const places = {
  eip155: { network: mainnet, address: account },
  solana: { network: solana, address: firstSolanaAccount.address },
  bip122: { network: btc, address: firstBitcoinAccount.payment.address },
} satisfies Partial<Record<Namespace, object>>
/** Params of methods that are validated, or bound to a chain and an account, before they are sent. */
const paramsOf = (method: string, address: string): readonly unknown[] => {
  const call = { from: address, to: address }
  switch (method) {
    case 'eth_sendTransaction':
    case 'eth_signTransaction':
    case 'wallet_sendTransaction':
      return [call]
    case 'wallet_sendCalls':
      return [{ from: address, calls: [{ to: address }] }]
    case 'personal_sign':
      return ['0x68', address]
    case 'eth_signTypedData_v4':
      return [address, { types: { Mail: [] }, primaryType: 'Mail', domain: {}, message: {} }]
    default:
      return []
  }
}
const namespaces = Object.keys(places) as (keyof typeof places)[]

/** An app with one wallet. The test decides when it answers each method. */
async function page(namespace: keyof typeof places, type: Connector['type']) {
  const { network, address } = places[namespace]
  const networkId: NetworkId = network.caipNetworkId
  const shared = async () => ({ accounts: [{ address, type: 'eoa' as const }] as const, networkId })
  let readings = 0
  const pairing = fakePairing({ namespaces: [namespace] })
  const wallet = type === 'WALLET_CONNECT' ? pairing.provider : fakeWallet()
  const made = await started({
    embedded: false,
    networks: [network],
    enableWalletConnect: true,
    connectors: [{ connector: { id: 'fake', name: 'Fake', type: 'ANNOUNCED', chain: namespace }, provider: wallet }],
    chain: {
      connect: shared,
      getAccounts: shared,
      fetchBalances: async () => {
        readings += 1
        return [ether('1', networkId)]
      },
    },
    ports: { pairing: pairing.port },
  })
  const connecting = made.latchkey.connect({
    connectorId: type === 'WALLET_CONNECT' ? 'walletConnect' : 'fake',
    namespace,
  })
  await settle()
  pairing.proposals[0]?.approve()
  expect(await connecting).toMatchObject({ status: 'done' })
  await settle()
  return { ...made, wallet, address, readings: () => readings }
}

describe.each(namespaces)('%s', (namespace) => {
  describe.each(['ANNOUNCED', 'WALLET_CONNECT'] as const)('with a wallet of type %s', (type) => {
    test.each(methodKinds)(
      'shows and sends each %s method once, as its kind requires [4.32] [4.33] [6.5] [6.6]',
      async (kind) => {
        const { latchkey, wallet, address, readings } = await page(namespace, type)
        const said: Record<string, unknown> = {}
        for (const method of methodsOf(namespace)[kind]) {
          let answer: (value: unknown) => void = () => {}
          wallet.answers[method] = () => new Promise((resolve) => (answer = resolve))
          wallet.calls.length = 0
          const before = readings()
          const params = paramsOf(method, address)
          if (method === 'eth_chainId' || method === 'eth_accounts') continue
          const outcome = latchkey.request({ method, params }, { namespace })
          await settle(4)
          const isOpen = latchkey.actor('modal').getSnapshot().hasTag('open')
          const opened = isOpen ? latchkey.actor('view').getSnapshot().context.stack.at(-1) : 'nothing'
          const asked = wallet.calls.filter((call) => call.method === method).length
          answer('0xa')
          expect(await outcome).toEqual({ status: 'done', value: '0xa' })
          await settle(4)
          expect(latchkey.actor('modal').getSnapshot().hasTag('open')).toBe(false)
          const row = [opened, asked, readings() === before ? 'not read' : 'read'].join(', ')
          said[row] = [...((said[row] as string[] | undefined) ?? []), method]
          delete wallet.answers[method]
        }
        const rows: Record<MethodKind, string> = {
          safe: 'nothing, 1, not read',
          unsafe: 'ApproveTransaction, 1, read',
          connection: 'nothing, 1, not read',
        }
        expect(Object.keys(said)).toEqual(methodsOf(namespace)[kind].length > 0 ? [rows[kind]] : [])
      },
    )

    test('refuses any other method, and sends nothing to the wallet [5.20] [6.7]', async () => {
      const { latchkey, wallet } = await page(namespace, type)
      wallet.calls.length = 0
      const other = namespaces.find((one) => one !== namespace) ?? 'eip155'
      for (const method of [
        'wallet_mystery',
        ...methodsOf(other).unsafe.filter((name) => !methodsOf(namespace).unsafe.includes(name)),
      ])
        expect(await latchkey.request({ method }, { namespace })).toMatchObject({
          error: { code: 'request.notAllowed' },
        })
      expect(wallet.calls).toEqual([])
    })
  })
})
