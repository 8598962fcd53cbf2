import { announceWallet } from '../../../mocks/sandbox/eip155/announce.ts'
import type { SandboxChain } from '../../../mocks/sandbox/eip155/chain.ts'
import { createApprovals, createConsent, type Consent } from '../../../mocks/sandbox/approvals.ts'
import type { BitcoinRequest } from '../../../mocks/sandbox/bitcoin/questions.ts'
import type { PanelEntry } from '../../../mocks/sandbox/panel/panelEntry.ts'
import type { WalletQuestion } from '../../../mocks/sandbox/eip155/questions.ts'
import type { SolanaRequest } from '../../../mocks/sandbox/solana/questions.ts'
import { withQuirks } from '../../../mocks/quirks/quirk.ts'
import { walletQuirks } from '../../../mocks/quirks/walletQuirks.ts'
import { panelEntry } from '../../../mocks/sandbox/eip155/requestText.ts'
import { walletAccounts } from '../../../mocks/sandbox/eip155/walletAccounts.ts'
import { createSandboxWallet } from '../../../mocks/sandbox/eip155/wallet.ts'
import { providerHosts } from '../../../mocks/sandbox/providerPaths.ts'
import { createRecorder, type Recorder } from '../../../sdk/devtools/recorder.ts'
import { readScheme } from './appearance.ts'
import { connectSandbox, clearStorage, startOf } from './begin.ts'
import { conditionNode } from './nodeConditions.ts'
import { productConfiguration } from './productConfiguration.ts'
import { scenarioOf } from './scenarios.ts'
import { fetchSandbox, isStatic, type Sandbox } from './sandbox.ts'
import { failuresIn, selectAccount, setFailures } from './walletConditions.ts'
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
  /** Makes the Ethereum wallet behave like a real one; an unknown id or none makes it follow the standards. */
  selectQuirk: (id: string | undefined) => void
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
      signIn === 'server' && !isStatic
        ? { server: new URL('sign-in', location.href).href }
        : { required: signIn !== 'optional' },
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
    tokens: isStatic ? [] : [tokens.solanaToken, tokens.solanaFeeToken, tokens.solanaGold],
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
 * Creates an instance for the sandbox's two networks and its API. `settings.ts` lists the query parameters that the panel sets. Others:
 * `?secure-site` uses another secure site for `?email` and `?socials`. `?inspect` offers the Stately inspector. `?patience` and
 * `?frame-patience` shorten timeouts.
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
  const siteOrigin = query.get('secure-site') ?? secureSite?.origin
  const has = (feature: string) => !isStatic && query.has(feature)
  const [email, socials] = [has('email') || query.has('secure-site'), has('socials')]
  const start = startOf(query)
  if (start) clearStorage(localStorage)
  // The URL has the color scheme, also one that differs from the previous visit's.
  localStorage.removeItem('latchkey.playground.theme')
  const consent = createConsent()
  if (start === 'connected') consent.setApproveAll(true)
  const approvals = createApprovals<WalletQuestion>(consent)
  const wallet = createSandboxWallet({
    chains,
    approve: approvals.approve,
    storage: localStorage,
    // The smart account's contracts are not on the simulated chains.
    ...(isStatic && { accounts: walletAccounts.filter(({ isSmart }) => !isSmart) }),
  })
  const quirky = withQuirks(wallet.provider)
  const selectQuirk = (id: string | undefined) => quirky.use(...walletQuirks.filter((quirk) => quirk.id === id))
  selectQuirk(query.get('quirk') ?? undefined)
  announceWallet(quirky)
  const namespaces = await Promise.all([
    ...(query.has('solana') ? [setUpSolana(solanaChain, consent)] : []),
    ...(query.has('bitcoin') ? [setUpBitcoin(bitcoinChain, consent)] : []),
  ])

  const chainIds = chains.map(({ chainId }) => chainId)
  const hasNames = query.get('names') !== 'off'
  const unsupported = (['notice', 'nothing'] as const).find((name) => name === query.get('unsupported'))
  const latchkey = createLatchkey({
    ...productConfiguration,
    ...(!query.has('alone') && projectId !== undefined && { projectId }),
    ...(query.get('featured') === 'off' && { featuredWalletIds: [] }),
    enableWalletConnect: query.get('walletconnect') !== 'off',
    enableWalletGuide: query.get('guide') !== 'off',
    theme: readScheme(query),
    ...(!isStatic && { hosts: toAbsolute(providerHosts(scenarioOf(query))) }),
    ...(relayUrl !== undefined && { relayUrl }),
    ...(query.has('verify') && verifyUrl !== undefined && { verifyUrl }),
    ...(has('analytics') && { analytics: 'api' as const }),
    id: 'playground',
    networks: [
      ...chains.map((chain, index) => {
        const { chainId, name, symbol, rpcUrl, names } = chain
        const node = conditionNode(chain, query.get('node'))
        return defineNetwork(
          {
            id: chainId,
            name,
            nativeCurrency: { name: 'Ether', symbol, decimals: 18 },
            rpcUrls: { default: { http: [rpcUrl] } },
            ...(names && hasNames && { contracts: { ensUniversalResolver: { address: names } } }),
            // Only one of the two has an explorer, so that both cases can be seen.
            ...(index === 0 &&
              !isStatic && {
                blockExplorers: {
                  default: { name: 'Sandbox explorer', url: `${location.origin}/explorer/${chainId}` },
                },
              }),
          },
          node ? { node } : {},
        )
      }),
      ...namespaces.map(({ network }) => network),
    ],
    tokens: Object.fromEntries([
      ...chains.map(({ networkId, tokens }) => [networkId, tokens]),
      ...namespaces.map(({ network, tokens }) => [network.caipNetworkId, tokens]),
    ]),
    features: {
      email,
      socials,
      smartSessions: has('sessions'),
      swaps: has('swaps'),
      onramp: has('onramp'),
      pay: has('pay'),
      names: hasNames,
    },
    ...(has('onramp') && seller && { onramp: { providers: createOnrampProviders(seller) } }),
    ...((email || socials) && siteOrigin !== undefined && { secureSite: siteOrigin }),
    embedded: !query.has('dialog'),
    debug: query.has('debug'),
    ...(unsupported && { unsupportedChain: unsupported }),
    ...readSignIn(query),
    timeouts: readTimeouts(query),
  })
  const stately = query.has('inspect') ? await import('../charts/stately.ts') : undefined
  const openInspector = stately?.inspectWithStately(latchkey)
  const recorder = createRecorder(latchkey)
  const wallets: PlaygroundParts['wallets'] = [panelEntry(wallet, approvals), ...namespaces.map(({ entry }) => entry)]
  if (query.has('account')) selectAccount(wallets[0], query.get('account') ?? undefined)
  const failures = failuresIn(query)
  const applyFailures = () => failures && setFailures(failures, wallets, chainIds)
  if (start === 'connected') void connectSandbox(latchkey).then(applyFailures)
  else applyFailures()
  return {
    latchkey,
    chains,
    recorder,
    openInspector,
    mailbox: email && !query.has('secure-site') ? secureSite?.mailbox : undefined,
    wallets,
    selectQuirk,
  }
}
