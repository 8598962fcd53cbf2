import { PAIRING } from '../../constants.ts'
import type { ProposalNamespaces, SessionNamespaces } from '../pairing.schemas.ts'
import { approvedChains, namespaceKeyOf } from './namespaces.ts'

/** The rules that apply to the calls of a namespace [9.17]. */
export type ChainHandler = (typeof PAIRING.chainHandlers)[number]

export const handlerOf = (namespace: string): ChainHandler =>
  PAIRING.chainHandlers.find((handler) => handler === namespace) ?? 'generic'

interface NamespaceCalls {
  /** The methods that a wallet is requested to approve. */
  methods: readonly string[]
  events: readonly string[]
  /** Methods that a node can answer as well. No other method is ever sent to a node instead of the wallet. */
  nodeMethods: readonly string[]
}

const EVENTS = ['accountsChanged', 'chainChanged'] as const

const EIP155: NamespaceCalls = {
  methods: [
    'eth_accounts',
    'eth_requestAccounts',
    'eth_sendRawTransaction',
    'eth_sign',
    'eth_signTransaction',
    'eth_signTypedData',
    'eth_signTypedData_v3',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
    'personal_sign',
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
    'wallet_getPermissions',
    'wallet_requestPermissions',
    'wallet_registerOnboarding',
    'wallet_watchAsset',
    'wallet_scanQRCode',
    'wallet_getCallsStatus',
    'wallet_showCallsStatus',
    'wallet_sendCalls',
    'wallet_getCapabilities',
    'wallet_grantPermissions',
    'wallet_revokePermissions',
    'wallet_getAssets',
  ],
  events: EVENTS,
  nodeMethods: ['eth_sendRawTransaction'],
}

/** The methods of MultiversX wallets, which also use them under the older namespace `elrond`. */
const MULTIVERSX = ['signTransaction', 'signTransactions', 'signMessage', 'signLoginToken', 'signNativeAuthToken']

/** The standard calls of a namespace [7.28]. For namespaces that are missing here, only the app's own methods are requested. */
const CALLS: Readonly<Partial<Record<ChainHandler | 'bip122', NamespaceCalls>>> = {
  eip155: EIP155,
  solana: {
    methods: [
      'solana_signMessage',
      'solana_signTransaction',
      'solana_requestAccounts',
      'solana_getAccounts',
      'solana_signAllTransactions',
      'solana_signAndSendTransaction',
    ],
    events: EVENTS,
    nodeMethods: [],
  },
  bip122: {
    methods: ['sendTransfer', 'signMessage', 'signPsbt', 'getAccountAddresses'],
    events: EVENTS,
    nodeMethods: [],
  },
  polkadot: { methods: ['polkadot_signTransaction', 'polkadot_signMessage'], events: EVENTS, nodeMethods: [] },
  cosmos: { methods: ['cosmos_getAccounts', 'cosmos_signDirect', 'cosmos_signAmino'], events: EVENTS, nodeMethods: [] },
  algorand: { methods: ['algo_signTxn'], events: EVENTS, nodeMethods: [] },
  cip34: {
    methods: ['cardano_signTx', 'cardano_signData', 'cardano_getUsedAddresses'],
    events: EVENTS,
    nodeMethods: [],
  },
  elrond: { methods: MULTIVERSX.map((call) => `erd_${call}`), events: EVENTS, nodeMethods: [] },
  multiversx: { methods: MULTIVERSX.map((call) => `mvx_${call}`), events: EVENTS, nodeMethods: [] },
  near: {
    methods: [
      'near_getAccounts',
      'near_signIn',
      'near_signOut',
      'near_signMessage',
      'near_signTransaction',
      'near_signTransactions',
      'near_signAndSendTransaction',
      'near_signAndSendTransactions',
    ],
    events: EVENTS,
    nodeMethods: [],
  },
  tezos: { methods: ['tezos_getAccounts', 'tezos_send', 'tezos_sign'], events: EVENTS, nodeMethods: [] },
}

const NO_CALLS: NamespaceCalls = { methods: [], events: EVENTS, nodeMethods: [] }

export const standardCalls = (namespace: string): NamespaceCalls =>
  namespace === 'bip122' ? (CALLS.bip122 ?? NO_CALLS) : (CALLS[handlerOf(namespace)] ?? NO_CALLS)

/** Whether only the wallet may receive a method: no node can answer it, and none should receive it. */
export const isWalletOnly = (namespace: string, method: string): boolean => {
  const { methods, nodeMethods } = standardCalls(namespace)
  return methods.includes(method) && !nodeMethods.includes(method)
}

/** The older ids of Solana's networks, which some wallets still use. */
const DEPRECATED_SOLANA: Readonly<Record<string, string>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K',
}

/** Adds the older ids of chains that have one, for wallets that support only these. */
export const withDeprecated = (chains: readonly string[]): string[] => [
  ...new Set(
    chains.flatMap((chain) => {
      const older = DEPRECATED_SOLANA[chain]
      return older === undefined ? [chain] : [chain, older]
    }),
  ),
]

/** Returns the id of a chain in a session: its current id, or its older one if the session has only that. */
export function sessionChainId(namespaces: SessionNamespaces, chainId: string): string {
  const approved = approvedChains(namespaces)
  const older = DEPRECATED_SOLANA[chainId]
  return older !== undefined && !approved.includes(chainId) && approved.includes(older) ? older : chainId
}

/** Returns the current id of a chain for a current or an older id. */
export const currentChain = (chainId: string): string =>
  Object.entries(DEPRECATED_SOLANA).find(([, older]) => older === chainId)?.[0] ?? chainId

/** Returns what is requested of a wallet to connect networks: the standard calls of their namespaces. */
export const proposedNamespaces = (chains: readonly string[]): ProposalNamespaces =>
  Object.fromEntries(
    [...new Set(chains.map(namespaceKeyOf))].map((namespace) => {
      const namespaceChains = chains.filter((chain) => namespaceKeyOf(chain) === namespace)
      const { methods, events } = standardCalls(namespace)
      return [namespace, { chains: withDeprecated(namespaceChains), methods: [...methods], events: [...events] }]
    }),
  )
