import { announceWallet } from '../../../mocks/sandbox/eip155/announce.ts'
import type { SandboxChain } from '../../../mocks/sandbox/eip155/chain.ts'
import { createApprovals, createConsent, type Consent } from '../../../mocks/sandbox/approvals.ts'
import type { BitcoinRequest } from '../../../mocks/sandbox/bitcoin/questions.ts'
import type { PanelEntry, QuirkChoice } from '../../../mocks/sandbox/panel/panelEntry.ts'
import type { WalletQuestion } from '../../../mocks/sandbox/eip155/questions.ts'
import type { SolanaRequest } from '../../../mocks/sandbox/solana/questions.ts'
import { withQuirks, type Quirky } from '../../../mocks/quirks/quirk.ts'
import { walletQuirks } from '../../../mocks/quirks/walletQuirks.ts'
import { panelEntry } from '../../../mocks/sandbox/eip155/requestText.ts'
import { createSandboxWallet } from '../../../mocks/sandbox/eip155/wallet.ts'
import { providerHosts } from '../../../mocks/sandbox/providerPaths.ts'
import { createRecorder, type Recorder } from '../../../sdk/devtools/recorder.ts'
import { connectSandbox, clearStorage, startOf } from './begin.ts'
import { productConfiguration } from './productConfiguration.ts'
import { scenarioOf } from './scenarios.ts'
import { fetchSandbox, type Sandbox } from './sandbox.ts'
import {
  bitcoinTestnet,
  createLatchkey,
  defineNetwork,
  solana,
  type Hosts,
  type Latchkey,
  type LatchkeyOptions,
  type Network,
  type OnrampProvider,
  type Timeouts,
  type Token,
} from '../../../sdk/index.ts'

/** The instance, its recorder, and the sandbox wallets. */
export interface PlaygroundParts {
  latchkey: Latchkey
  chains: readonly SandboxChain[]
  recorder: Recorder
  wallets: readonly [PanelEntry, ...PanelEntry[]]
  /** Opens the Stately inspector; only with `?inspect`. */
  openInspector: (() => void) | undefined
  /** The URL of the embedded wallet's emails, if email sign-in is on. */
  mailbox: string | undefined
}

/** A namespace in addition to Ethereum: its network, and the wallet that was announced for it. */
interface Namespace {
  network: Network
  tokens: readonly Token[]
  entry: PanelEntry
}

const toAbsolute = (hosts: Hosts): Hosts => ({
  blockchain: new URL(hosts.blockchain, location.href).href,
  catalog: new URL(hosts.catalog, location.href).href,
  analytics: new URL(hosts.analytics, location.href).href,
})

/** Shorter timeouts in ms: `?patience=2500` for wallets, `?frame-patience` for the embedded wallet's frame. */
function readTimeouts(query: URLSearchParams): Partial<Timeouts> {
  const ms = Number(query.get('patience'))
  const frameMs = Number(query.get('frame-patience'))
  return {
    ...(ms > 0 && { connectMs: ms, switchMs: ms, walletRequestMs: ms }),
    ...(frameMs > 0 && { frameReadyMs: frameMs, frameAnswerMs: frameMs * 1.5, signOutMs: frameMs }),
  }
}

/** The sign-in options from `?sign-in`. */
function readSignIn(query: URLSearchParams): Pick<LatchkeyOptions, 'siwx'> {
  const signIn = query.get('sign-in')
  if (signIn === null) return {}
  return {
    siwx:
      signIn === 'server' ? { server: new URL('sign-in', location.href).href } : { required: signIn !== 'optional' },
  }
}

/** The sandbox's on-ramp provider twice: with links of the API, which reports purchases, and with a link of the app. */
const createOnrampProviders = ({ origin, page }: Sandbox['seller']): OnrampProvider[] => [
  { id: 'sandbox-pay', name: 'Sandbox Pay', kind: 'api', origins: [origin], fee: '1.5 %' },
  {
    id: 'sandbox-shop',
    name: 'Sandbox Shop',
    kind: 'link',
    origins: [origin],
    url: page,
    parameters: { address: 'to', currency: 'currency', network: 'network', amount: 'amount' },
    namespaces: ['eip155'],
  },
]

/** The quirk of the Ethereum wallet. It is kept in the URL, so that a reload starts with it and the state can be shared. */
function quirkChoice(wallet: Quirky, query: URLSearchParams): QuirkChoice {
  let selected = ''
  const start = (id: string) => {
    selected = id
    wallet.use(...walletQuirks.filter((quirk) => quirk.id === id))
  }
  start(query.get('quirk') ?? '')
  return {
    choices: walletQuirks,
    selected: () => selected,
    select(id) {
      start(id)
      const url = new URL(location.href)
      if (id === '') url.searchParams.delete('quirk')
      else url.searchParams.set('quirk', id)
      history.replaceState(history.state, '', url)
    },
  }
}

/** Announces the sandbox's Solana wallet, and returns its network. */
async function setUpSolana({ networkId, rpcUrl }: Sandbox['solana'], consent: Consent): Promise<Namespace> {
  const [{ createSandboxSolanaWallet }, { registerSandboxSolanaWallet }, { solanaPanelEntry }, tokens] =
    await Promise.all([
      import('../../../mocks/sandbox/solana/wallet.ts'),
      import('../../../mocks/sandbox/solana/register.ts'),
      import('../../../mocks/sandbox/solana/requestText.ts'),
      import('../../../mocks/sandbox/solana/token.ts'),
    ])
  const name = 'Sandbox Solana'
  const approvals = createApprovals<SolanaRequest>(consent)
  const { approve } = approvals
  const wallet = createSandboxSolanaWallet({ rpcUrl, network: name, approve, storage: localStorage })
  registerSandboxSolanaWallet(wallet.wallet)
  return {
    network: { ...solana, caipNetworkId: networkId, name, rpcUrls: { default: { http: [rpcUrl] } } },
    tokens: [tokens.solanaToken, tokens.solanaFeeToken, tokens.solanaGold],
    entry: solanaPanelEntry(wallet, approvals),
  }
}

/** Announces the sandbox's Bitcoin wallet, and returns its network. */
async function setUpBitcoin({ networkId, esploraUrl }: Sandbox['bitcoin'], consent: Consent): Promise<Namespace> {
  const [{ createSandboxBitcoinWallet }, { registerSandboxBitcoinWallet }, { bitcoinPanelEntry }] = await Promise.all([
    import('../../../mocks/sandbox/bitcoin/wallet.ts'),
    import('../../../mocks/sandbox/bitcoin/register.ts'),
    import('../../../mocks/sandbox/bitcoin/requestText.ts'),
  ])
  const name = 'Sandbox Bitcoin'
  const approvals = createApprovals<BitcoinRequest>(consent)
  const { approve } = approvals
  const wallet = createSandboxBitcoinWallet({ esploraUrl, network: name, approve, storage: localStorage })
  registerSandboxBitcoinWallet(wallet)
  // Testnet's explorers do not know this chain. `testnet: false` shows its assets despite having no value.
  const { blockExplorers: _, ...testnet } = bitcoinTestnet
  return {
    network: {
      ...testnet,
      caipNetworkId: networkId,
      name,
      rpcUrls: { default: { http: [esploraUrl] } },
      testnet: false,
    },
    tokens: [],
    entry: bitcoinPanelEntry(wallet, approvals),
  }
}

/**
 * Creates an instance for the sandbox's two networks and its API. Query parameters:
 * `?solana`, `?bitcoin`: add the chain and a wallet for it. `?sessions`, `?swaps`, `?onramp`, `?pay`: turn on the feature.
 * `?email`, `?socials`: add the login methods of the embedded wallet, on the secure site `?secure-site` or the sandbox's.
 * `?sign-in`: requires sign-in; `=optional` makes it optional, `=server` verifies it on the example's server.
 * `?dialog`: shows the modal as a dialog. `?debug`: shows alerts on screen. `?alone`: uses no project ID.
 * `?provider=offline`: simulates an API scenario. `?verify`: has phones verify the origin. `?analytics`: sends events to the API.
 * `?unsupported=notice` or `=nothing`: sets `unsupportedChain`. `?quirk=slow`: selects a quirk of the wallet. `?inspect`: offers the Stately inspector.
 * `?start=fresh`: clears the storage first; `=connected` also connects the sandbox wallet.
 */
export async function createPlayground(query: URLSearchParams): Promise<PlaygroundParts> {
  const sandbox = await fetchSandbox()
  const {
    chains,
    solana: solanaChain,
    bitcoin: bitcoinChain,
    projectId,
    relayUrl,
    verifyUrl,
    secureSite,
    seller,
  } = sandbox
  const siteOrigin = query.get('secure-site')
  const [email, socials] = [query.has('email') || siteOrigin !== null, query.has('socials')]
  const start = startOf(query)
  if (start) clearStorage(localStorage)
  const consent = createConsent()
  if (start === 'connected') consent.setApproveAll(true)
  const approvals = createApprovals<WalletQuestion>(consent)
  const wallet = createSandboxWallet({ chains, approve: approvals.approve, storage: localStorage })
  const quirky = withQuirks(wallet.provider)
  const quirks = quirkChoice(quirky, query)
  announceWallet(quirky)
  const namespaces = await Promise.all([
    ...(query.has('solana') ? [setUpSolana(solanaChain, consent)] : []),
    ...(query.has('bitcoin') ? [setUpBitcoin(bitcoinChain, consent)] : []),
  ])

  const unsupported = (['notice', 'nothing'] as const).find((name) => name === query.get('unsupported'))
  const latchkey = createLatchkey({
    ...productConfiguration,
    ...(!query.has('alone') && { projectId }),
    hosts: toAbsolute(providerHosts(scenarioOf(query))),
    relayUrl,
    ...(query.has('verify') && { verifyUrl }),
    ...(query.has('analytics') && { analytics: 'api' as const }),
    id: 'playground',
    networks: [
      ...chains.map(({ chainId, name, symbol, rpcUrl, names }, index) =>
        defineNetwork({
          id: chainId,
          name,
          nativeCurrency: { name: 'Ether', symbol, decimals: 18 },
          rpcUrls: { default: { http: [rpcUrl] } },
          ...(names && { contracts: { ensUniversalResolver: { address: names } } }),
          // Only one of the two has an explorer, so that both cases can be seen.
          ...(index === 0 && {
            blockExplorers: { default: { name: 'Sandbox explorer', url: `${location.origin}/explorer/${chainId}` } },
          }),
        }),
      ),
      ...namespaces.map(({ network }) => network),
    ],
    tokens: Object.fromEntries([
      ...chains.map(({ networkId, tokens }) => [networkId, tokens]),
      ...namespaces.map(({ network, tokens }) => [network.caipNetworkId, tokens]),
    ]),
    features: {
      email,
      socials,
      smartSessions: query.has('sessions'),
      swaps: query.has('swaps'),
      onramp: query.has('onramp'),
      pay: query.has('pay'),
    },
    ...(query.has('onramp') && { onramp: { providers: createOnrampProviders(seller) } }),
    ...((email || socials) && { secureSite: siteOrigin ?? secureSite.origin }),
    embedded: !query.has('dialog'),
    debug: query.has('debug'),
    ...(unsupported && { unsupportedChain: unsupported }),
    ...readSignIn(query),
    timeouts: readTimeouts(query),
  })
  const stately = query.has('inspect') ? await import('../charts/stately.ts') : undefined
  const openInspector = stately?.inspectWithStately(latchkey)
  const recorder = createRecorder(latchkey)
  if (start === 'connected') connectSandbox(latchkey)
  return {
    latchkey,
    chains,
    recorder,
    openInspector,
    mailbox: email && siteOrigin === null ? secureSite.mailbox : undefined,
    wallets: [{ ...panelEntry(wallet, approvals), quirks }, ...namespaces.map(({ entry }) => entry)],
  }
}
