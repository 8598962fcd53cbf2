/** A wagmi connector for an instance (wagmi 2 and 3): `latchkey/wagmi`. */
export { latchkeyConnector } from './connector.ts'
export type { LatchkeyConnectorOptions } from './connector.ts'
export type { WagmiConnector, WagmiConfig } from './shapes.ts'
