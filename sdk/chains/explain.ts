/** Decoders of signing requests, for wallets (`latchkey/explain`). They never throw and make no requests. */
export { tokenCallIn } from './eip155/tokenCalls.ts'
export { isHighFee, solanaFeeOf } from './solana/fees.ts'
