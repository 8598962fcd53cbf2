import type { Namespace } from './namespace.types.ts'

/** How a wallet is reached: spec 3.17. */
export const connectorTypes = ['ANNOUNCED', 'INJECTED', 'MULTI_CHAIN', 'EXTERNAL', 'WALLET_CONNECT', 'AUTH'] as const

/** A way to reach a wallet, as plain data. The SDK keeps the provider under the same id. */
export interface Connector {
  id: string
  name: string
  /** How the wallet is reached: it announces itself, it is provided by the app, by QR code, by email or social login, … */
  type: (typeof connectorTypes)[number]
  chain: Namespace
  imageId?: string | undefined
  /** A data or https URL of the wallet's icon. */
  imageUrl?: string | undefined
  info?: { rdns?: string | undefined } | undefined
  /** Whether the wallet's code loads when the user connects it. Set for a connector whose `provider` is a function. */
  lazy?: boolean | undefined
}

/** The connector id of a wallet that announces itself by EIP-6963, from its reverse domain name. */
export const eip6963Id = (rdns: string): string => `eip6963:${rdns}`
