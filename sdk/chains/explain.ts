/**
 * Readers of what a wallet is asked to sign: the part of the review that wallets need as well (`latchkey/explain`). They throw
 * nothing and ask nobody.
 */
export { tokenCallIn } from './eip155/tokenCalls.ts'
export { isHighFee, solanaFeeOf } from './solana/fees.ts'
