import type { Namespace } from './namespace.ts'

/** How a wallet is reached: spec 3.17. */
export const connectorTypes = ['ANNOUNCED', 'INJECTED', 'MULTI_CHAIN', 'EXTERNAL', 'WALLET_CONNECT', 'AUTH'] as const

/** A way to a wallet, as data. Its live provider stays with the sdk's connectors port, under the same id. */
export interface Connector {
  id: string
  name: string
  type: (typeof connectorTypes)[number]
  chain: Namespace
  imageId?: string | undefined
  /** A data or https URL of the wallet's icon. */
  imageUrl?: string | undefined
  info?: { rdns?: string | undefined } | undefined
}

/** The id of a wallet that announces itself by EIP-6963, of its reverse domain name. */
export const eip6963Id = (rdns: string): string => `eip6963:${rdns}`
