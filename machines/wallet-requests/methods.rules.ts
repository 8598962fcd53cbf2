/** The methods that apps may call in wallets, by namespace and method [5.20] [6.5] [6.6]. */
import type { Namespace } from '../shared/namespace.types.ts'

/**
 * `safe`: reads data without a prompt to the user. `unsafe`: signs, sends or grants something, so the user decides. `connection`:
 * concerns the accounts and the network.
 */
export type MethodKind = 'safe' | 'unsafe' | 'connection'
/** Methods that an app adds to the known ones. */
export type OwnMethods = Readonly<Record<'safe' | 'unsafe', readonly string[]>>
type Methods = Readonly<Record<MethodKind, readonly string[]>>

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

const EIP155: Methods = {
  safe: words(`
    eth_accounts eth_blobBaseFee eth_blockNumber eth_call eth_chainId eth_createAccessList eth_estimateGas
    eth_estimateUserOperationGas eth_feeHistory eth_gasPrice eth_getAccount eth_getBalance eth_getBlockByHash
    eth_getBlockByNumber eth_getBlockReceipts eth_getBlockTransactionCountByHash eth_getBlockTransactionCountByNumber
    eth_getCode eth_getFilterChanges eth_getFilterLogs eth_getLogs eth_getProof eth_getStorageAt
    eth_getTransactionByBlockHashAndIndex eth_getTransactionByBlockNumberAndIndex eth_getTransactionByHash
    eth_getTransactionBySenderAndNonce eth_getTransactionCount eth_getTransactionReceipt eth_getUncleByBlockHashAndIndex
    eth_getUncleByBlockNumberAndIndex eth_getUncleCountByBlockHash eth_getUncleCountByBlockNumber
    eth_getUserOperationByHash eth_getUserOperationReceipt eth_maxPriorityFeePerGas eth_newBlockFilter eth_newFilter
    eth_newPendingTransactionFilter eth_protocolVersion eth_sendRawTransaction eth_simulateV1 eth_subscribe
    eth_supportedEntryPoints eth_syncing eth_uninstallFilter eth_unsubscribe net_listening net_peerCount net_version
    personal_ecRecover wallet_getAssets wallet_getCallsStatus wallet_getCapabilities wallet_showCallsStatus
    web3_clientVersion web3_sha3`),
  unsafe: words(`
    eth_sendTransaction eth_sendUserOperation eth_signTransaction eth_signTypedData eth_signTypedData_v3
    eth_signTypedData_v4 personal_sign wallet_grantPermissions wallet_registerOnboarding wallet_scanQRCode
    wallet_revokePermissions wallet_sendCalls wallet_sendTransaction wallet_watchAsset`),
  connection: words(`
    eth_requestAccounts wallet_addEthereumChain wallet_getPermissions wallet_requestPermissions
    wallet_switchEthereumChain`),
}
const MULTIVERSX = words('signTransaction signTransactions signMessage signLoginToken signNativeAuthToken')
const only = (unsafe: readonly string[], safe: readonly string[] = []): Methods => ({ safe, unsafe, connection: [] })

const METHODS: Readonly<Record<Namespace, Methods>> = {
  eip155: EIP155,
  solana: {
    safe: ['solana_getAccounts'],
    unsafe: words(
      'solana_signMessage solana_signTransaction solana_signAllTransactions solana_signAndSendTransaction solana_signIn',
    ),
    connection: ['solana_requestAccounts'],
  },
  bip122: only(words('sendTransfer signMessage signPsbt'), ['getAccountAddresses']),
  polkadot: only(words('polkadot_signTransaction polkadot_signMessage')),
  cosmos: only(words('cosmos_signDirect cosmos_signAmino'), ['cosmos_getAccounts']),
  algorand: only(['algo_signTxn']),
  cip34: only(words('cardano_signTx cardano_signData'), ['cardano_getUsedAddresses']),
  elrond: only(MULTIVERSX.map((name) => `erd_${name}`)),
  multiversx: only(MULTIVERSX.map((name) => `mvx_${name}`)),
  near: only(
    words(`near_signIn near_signOut near_signMessage near_signTransaction near_signTransactions near_signAndSendTransaction
      near_signAndSendTransactions`),
    ['near_getAccounts'],
  ),
  tezos: only(words('tezos_send tezos_sign'), ['tezos_getAccounts']),
}

export const methodKinds: readonly MethodKind[] = ['safe', 'unsafe', 'connection']

/** Returns the known methods of a namespace, by kind. */
export const methodsOf = (namespace: Namespace): Methods => METHODS[namespace]

/** Returns the kind of a method; undefined if it is not allowed. An app's own methods apply to every namespace. */
export function kindOfMethod(namespace: Namespace, method: string, own: OwnMethods): MethodKind | undefined {
  const allowed = methodKinds.find((kind) => METHODS[namespace][kind].includes(method))
  if (allowed) return allowed
  if (own.unsafe.includes(method)) return 'unsafe'
  return own.safe.includes(method) ? 'safe' : undefined
}
