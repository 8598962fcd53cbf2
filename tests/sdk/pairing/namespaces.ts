/** An app with networks of every namespace, and a wallet on another device with keys in each. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'
import { VersionedTransaction } from '@solana/web3.js'
import { onTestFinished } from 'vitest'
import { privateKeyToAccount } from 'viem/accounts'
import { sandboxProject } from '../../../mocks/sandbox/project.ts'
import { fakeApi } from '../../../mocks/fakes/fakeApi.ts'
import { memoryStorage } from '../../../mocks/index.ts'
import type { RelayServer } from '../../../mocks/relay/node.ts'
import { firstSolanaAccount } from '../../../mocks/sandbox/solana/accounts.ts'
import { bitcoin, createLatchkey, mainnet, solana, solanaDevnet } from '../../../sdk/index.ts'
import type { LatchkeyOptions, Network } from '../../../sdk/index.ts'
import { openDriver } from '../../../sdk/pairing/client/driver.ts'
import { bitcoinSigner } from '../../support/bitcoinWallet.ts'
import { storageOf } from '../../support/clientStorage.ts'
import { other } from '../../support/instance.ts'
import { openClient, type Client } from '../../mocks/relay/clients.ts'

export const account = privateKeyToAccount(`0x${'1'.repeat(64)}`)
export const second = privateKeyToAccount(`0x${'2'.repeat(64)}`)
export const signer = bitcoinSigner()
const dot = new Uint8Array(32).fill(7)
export const dotKey = ed25519.getPublicKey(dot)
export const dotAddress = base58.encode(dotKey)
export const atom = 'cosmos1x8efhljzvs52u5xa6m7crcwes7v9u0nlwdgw30'

const bare = (caipNetworkId: Network['caipNetworkId'], name: string): Network => ({
  id: caipNetworkId.slice(caipNetworkId.indexOf(':') + 1),
  caipNetworkId,
  chainNamespace: caipNetworkId.startsWith('cosmos') ? 'cosmos' : 'polkadot',
  name,
  nativeCurrency: { name, symbol: 'T', decimals: 10 },
  rpcUrls: { default: { http: [] } },
})
export const polkadot = bare('polkadot:91b171bb158e2d3848fa23a9f1c25182', 'Polkadot')
export const cosmos = bare('cosmos:cosmoshub-4', 'Cosmos Hub')

/** No server listens there, so every read of a network fails at once. */
const dead = { http: ['http://127.0.0.1:9'] }
const nowhere = (network: Network): Network => ({ ...network, rpcUrls: { default: dead, chainDefault: dead } })
export const networks = [
  nowhere(mainnet),
  nowhere(other),
  nowhere(solana),
  nowhere(solanaDevnet),
  bitcoin,
  polkadot,
  cosmos,
]

const events = ['accountsChanged', 'chainChanged']
export const METHODS: Readonly<Record<string, string[]>> = {
  eip155: ['personal_sign', 'eth_sendTransaction'],
  solana: ['solana_signMessage', 'solana_signTransaction', 'solana_signAndSendTransaction'],
  bip122: ['sendTransfer', 'signMessage', 'signPsbt'],
  polkadot: ['polkadot_signMessage', 'polkadot_signTransaction'],
  cosmos: ['cosmos_getAccounts', 'cosmos_signDirect', 'cosmos_signAmino'],
}
export type Namespaces = Parameters<Client['approve']>[0]['namespaces']
export const approvedOf = (namespace: string, accounts: readonly string[], methods = METHODS[namespace] ?? []) => ({
  accounts: [...accounts],
  methods: [...methods],
  events,
})

/** The accounts that the wallet shares in each namespace. */
export const shares = {
  eip155: approvedOf('eip155', [`eip155:1:${account.address}`, `eip155:10:${account.address}`]),
  solana: approvedOf('solana', [
    `${solana.caipNetworkId}:${firstSolanaAccount.address}`,
    `${solanaDevnet.caipNetworkId}:${firstSolanaAccount.address}`,
  ]),
  bip122: approvedOf('bip122', [`${bitcoin.caipNetworkId}:${signer.addresses.payment}`]),
  polkadot: approvedOf('polkadot', [`${polkadot.caipNetworkId}:${dotAddress}`]),
  cosmos: approvedOf('cosmos', [`${cosmos.caipNetworkId}:${atom}`]),
} satisfies Namespaces
export type Namespace = keyof typeof shares
export const sharing = (...namespaces: readonly Namespace[]): Namespaces =>
  Object.fromEntries(namespaces.map((namespace) => [namespace, shares[namespace]]))

type Params = Record<string, unknown>
const text = (value: unknown) => String(value)

/** The wallet signs with real keys. */
const ANSWERS: Readonly<Record<string, (params: Params) => unknown>> = {
  personal_sign: (params) => account.signMessage({ message: { raw: text(params[0]) as `0x${string}` } }),
  solana_signMessage: ({ message }) => ({
    signature: base58.encode(firstSolanaAccount.sign(base58.decode(text(message)))),
  }),
  solana_signTransaction({ transaction }) {
    const unsigned = VersionedTransaction.deserialize(base64.decode(text(transaction)))
    return { signature: base58.encode(firstSolanaAccount.sign(unsigned.message.serialize())) }
  },
  signMessage: ({ account: address, message }) => ({
    address,
    signature: base64.encode(signer.signBip322(text(address), text(message))),
  }),
  signPsbt: ({ psbt, signInputs }) => ({
    psbt: base64.encode(signer.signPsbt(base64.decode(text(psbt)), signInputs as never)),
  }),
  sendTransfer: () => ({ txid: 'ab'.repeat(32) }),
  polkadot_signMessage: ({ message }) => ({
    signature: base64.encode(ed25519.sign(new TextEncoder().encode(text(message)), dot)),
  }),
  cosmos_getAccounts: () => [{ algo: 'secp256k1', address: atom, pubkey: 'key' }],
}

export interface AskedOf {
  chainId: string
  method: string
  params: unknown
}
type Answer = { result: unknown } | { error: { code: number; message: string } }

/** A wallet that approves the given namespaces, as far as they are requested. */
export async function openPhone(relay: RelayServer, namespaces: Namespaces) {
  const client = await openClient(relay.url, 'phone')
  const proposals: {
    optionalNamespaces: Record<string, { chains?: string[]; methods: string[]; events: string[] }>
  }[] = []
  const asked: AskedOf[] = []
  const phone = {
    client,
    proposals,
    asked,
    /** Approved for the next proposal. */
    namespaces,
    /** The session properties of the wallet. */
    properties: undefined as Record<string, string> | undefined,
    /** Answers that replace the default ones. Without an answer, the wallet stays silent. */
    answers: {} as Record<string, (params: unknown) => Answer | undefined | Promise<Answer | undefined>>,
    sessions: () => client.session.getAll(),
    session() {
      const session = client.session.getAll().at(-1)
      if (!session) throw new Error('the wallet has no session')
      return session
    },
    update: async (to: Namespaces) => {
      const { acknowledged } = await client.update({ topic: phone.session().topic, namespaces: to })
      await acknowledged()
    },
    emit: (chainId: string, name: string, data: unknown) =>
      client.emit({ topic: phone.session().topic, chainId, event: { name, data } }),
    leave: () => client.disconnect({ topic: phone.session().topic, reason: { code: 6000, message: 'Bye' } }),
  }
  client.on('session_proposal', ({ id, params }) => {
    proposals.push({ optionalNamespaces: params.optionalNamespaces as never })
    const { namespaces: approvedNow, properties } = phone
    void client.approve({ id, namespaces: approvedNow, ...(properties && { sessionProperties: properties }) })
  })
  client.on('session_request', ({ id, topic, params: { request, chainId } }) => {
    const { method, params } = request as { method: string; params: unknown }
    asked.push({ chainId, method, params })
    const usual = async (): Promise<Answer> => {
      const sign = ANSWERS[method]
      return sign
        ? { result: await sign(params as Params) }
        : { error: { code: 5101, message: 'Unsupported methods.' } }
    }
    const answer = async () => {
      const given = await (phone.answers[method] ?? usual)(params)
      if (given) await client.respond({ topic, response: { id, jsonrpc: '2.0', ...given } as never })
    }
    void answer()
  })
  return phone
}

let instances = 0

export const until = async (seen: () => boolean): Promise<void> => {
  const end = Date.now() + 10_000
  while (!seen()) {
    if (Date.now() > end) throw new Error('it did not come about')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

interface Kept {
  id: string
  memory: ReturnType<typeof memoryStorage>
  keys: ReturnType<typeof storageOf>
}

/** An app with every namespace. `kept` is the browser storage of an earlier visit. */
export async function openPage(relay: RelayServer, { kept, ...options }: LatchkeyOptions & { kept?: Kept } = {}) {
  const { id, memory, keys } = kept ?? {
    id: `namespaces-${(instances += 1)}`,
    memory: memoryStorage(),
    keys: storageOf(),
  }
  const errors: string[] = []
  const nodes: (readonly string[])[] = []
  const offered = options.networks ?? networks
  const latchkey = createLatchkey({
    projectId: sandboxProject,
    id,
    networks: offered,
    ...options,
    ports: {
      api: fakeApi({}, { serves: false }),
      storage: memory,
      logger: { error: (message) => void errors.push(message) },
      driver: () =>
        openDriver({
          role: 'requester',
          projectId: sandboxProject,
          relayUrl: relay.url,
          id,
          metadata: { name: 'Shop', description: 'A shop', url: 'https://shop.example', icons: [] },
          verify: false,
          storage: keys,
        }),
      rpc: {
        request: async (network) => {
          nodes.push(network.rpcUrls.default.http)
          return 'node'
        },
      },
      ...options.ports,
    },
  })
  onTestFinished(() => latchkey.stop())
  latchkey.start()
  await until(() => !latchkey.actor('storage').getSnapshot().hasTag('busy'))
  const statuses = () =>
    Object.fromEntries(
      latchkey.configuration.namespaces.map((namespace) => [namespace, latchkey.getAccount(namespace).status] as const),
    )
  const connected = () => Object.keys(statuses()).filter((namespace) => statuses()[namespace] === 'connected')
  return { latchkey, errors, nodes, connected, statuses, kept: { id, memory, keys } }
}
export type Page = Awaited<ReturnType<typeof openPage>>

/** The pending outcome of a connection, and its pairing URI. */
export async function connecting({ latchkey }: Page) {
  const outcome = latchkey.connect({ connectorId: 'walletConnect' })
  await until(() => latchkey.find('walletConnect')?.getSnapshot().hasTag('showingUri') === true)
  return { outcome, uri: latchkey.find('walletConnect')?.getSnapshot().context.uri ?? '' }
}

/** An app, and a wallet that shares some namespaces with it, all of which are connected. */
export async function paired(relay: RelayServer, namespaces: Namespaces, options: Parameters<typeof openPage>[1] = {}) {
  const page = await openPage(relay, options)
  const phone = await openPhone(relay, namespaces)
  const { outcome, uri } = await connecting(page)
  await phone.client.pair({ uri })
  const ended = await outcome
  const ours = Object.keys(namespaces).filter((key) => page.latchkey.configuration.namespaces.includes(key as never))
  if (ended.status === 'done') await until(() => page.connected().length === ours.length)
  return { ...page, phone, outcome: ended }
}
