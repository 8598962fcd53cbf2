/** Requests of these tests to Bitcoin wallets, however a wallet is found. */
import { expect } from 'vitest'
import { bitcoinKeys, bitcoinSigner } from '../../../support/bitcoinWallet.ts'

export const signer = bitcoinSigner()
export const { addresses } = bitcoinKeys()
export const account = addresses.payment
export const message = { method: 'signMessage', params: { account, message: 'Hello' } }
export const transfer = { account, recipientAddress: bitcoinKeys(2).addresses.payment, amount: '1000' }
export const psbt = { account, psbt: 'cHNidP8=', signInputs: [{ address: account, index: 0 }] }
export const ask = { method: 'requestAccountAddresses' }
export const look = { method: 'getAccountAddresses' }
export const shared = [
  expect.objectContaining({ address: addresses.payment }),
  expect.objectContaining({ address: addresses.ordinal }),
]
