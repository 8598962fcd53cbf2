/** An instance as a connector of wagmi, 2 and 3: `latchkey/wagmi`. */
export { latchkeyConnector } from './connector.ts'
export type { LatchkeyConnectorOptions, WagmiConnector, WagmiGround } from './connector.ts'
