/** Signatures of the providers, verified by libraries that did not make them. */
import { NETWORK, OutScript, Address, Transaction } from '@scure/btc-signer'
import { BIP322, Verifier } from 'bip322-js'
import { describe, expect, test } from 'vitest'
import { loadInterpreter } from '../../../../mocks/sandbox/bitcoin/interpreter.ts'
import { satsConnectProvider } from '../../../../sdk/chains/bip122/satsConnect.ts'
import { walletStandardProvider } from '../../../../sdk/chains/bip122/walletStandard.ts'
import type { WalletProvider } from '../../../../sdk/provider/walletProvider.ts'
import { bitcoinSigner, bitcoinWallet } from '../../../support/bitcoinWallet.ts'
import { satsBitcoinWallet, standardBitcoinWallet } from './wallets.ts'

const interpret = loadInterpreter()
const signer = bitcoinSigner()
const { addresses } = signer
const text = 'example.com wants you to sign in: äöü 🔑'

const ways: Record<string, () => Promise<WalletProvider>> = {
  'the port itself': async () => bitcoinWallet(signer),
  'Wallet Standard': async () => {
    const provider = walletStandardProvider(standardBitcoinWallet(signer).wallet)
    await provider.request({ method: 'requestAccountAddresses' })
    return provider
  },
  'sats-connect': async () => satsConnectProvider(satsBitcoinWallet(signer).wallet),
}

const open = (way: string): Promise<WalletProvider> => ways[way]?.() ?? Promise.reject(new Error(way))

const script = (address: string) => OutScript.encode(Address(NETWORK).decode(address))
const value = 50_000n

/** A PSBT that spends one output of an address. */
function psbtOf(address: string): string {
  const transaction = new Transaction()
  const output = { script: script(address), amount: value }
  const funding = new Transaction({ allowUnknownInputs: true })
  funding.addOutput(output)
  funding.addInput({ txid: 'ee'.repeat(32), index: 0, finalScriptSig: Uint8Array.of(0) })
  const legacy = address === addresses.legacy
  transaction.addInput({
    txid: funding.id,
    index: 0,
    ...(legacy ? { nonWitnessUtxo: funding.toBytes(true) } : { witnessUtxo: output }),
    ...(address === addresses.ordinal && { tapInternalKey: signer.schnorrKey }),
  })
  transaction.addOutputAddress(bitcoinSigner({ seed: 2 }).addresses.payment, 40_000n)
  return Buffer.from(transaction.toPSBT()).toString('base64')
}

/** Whether the network would accept the only input of a transaction, as another library evaluates its scripts. */
const spends = (transaction: Transaction, address: string, amount: bigint): boolean =>
  interpret(transaction.extract(), [{ script: script(address), value: amount }]) === undefined

describe.each(Object.keys(ways))('a provider through %s', (way) => {
  test.each(['payment', 'ordinal'] as const)('signs a message by BIP-322 for the %s address [7.28]', async (kind) => {
    const address = addresses[kind]
    const params = { account: addresses.payment, address, message: text, protocol: 'bip322' }
    const signed = await (await open(way)).request({ method: 'signMessage', params })
    const { signature } = signed as { signature: string }
    expect(signed).toMatchObject({ address })
    expect(Verifier.verifySignature(address, text, signature)).toBe(true)
    expect(Verifier.verifySignature(address, `${text}.`, signature)).toBe(false)
    expect(Verifier.verifySignature(bitcoinSigner({ seed: 2 }).addresses[kind], text, signature)).toBe(false)
  })

  test.each(['payment', 'ordinal'] as const)(
    'signs a PSBT of the %s address as its network requires [7.28]',
    async (kind) => {
      const address = addresses[kind]
      const params = { account: address, psbt: psbtOf(address), signInputs: [{ address, index: 0 }] }
      const { psbt } = (await (await open(way)).request({ method: 'signPsbt', params })) as { psbt: string }
      const transaction = Transaction.fromPSBT(Buffer.from(psbt, 'base64'))
      transaction.finalize()
      expect(spends(transaction, address, value)).toBe(true)
      // A signature of a witness also covers the value that is spent.
      expect(spends(transaction, address, value - 1n)).toBe(false)
      expect(spends(transaction, bitcoinSigner({ seed: 2 }).addresses[kind], value)).toBe(false)
    },
  )
})

test.each(['payment', 'legacy'] as const)('a message is signed by BIP-137 for the %s address', async (kind) => {
  const address = addresses[kind]
  for (const way of ['the port itself', 'sats-connect']) {
    const params = { account: address, message: 'Hello', protocol: 'ecdsa' }
    const provider = await open(way)
    const { signature } = (await provider.request({ method: 'signMessage', params })) as { signature: string }
    expect(Verifier.verifySignature(address, 'Hello', signature, true)).toBe(true)
    expect(Verifier.verifySignature(address, 'Hallo', signature, true)).toBe(false)
  }
})

test('a PSBT of a legacy address is signed as its network requires', async () => {
  const address = addresses.legacy
  const params = { account: address, psbt: psbtOf(address), signInputs: [{ address, index: 0 }] }
  const { psbt } = (await bitcoinWallet(signer).request({ method: 'signPsbt', params })) as { psbt: string }
  const transaction = Transaction.fromPSBT(Buffer.from(psbt, 'base64'))
  transaction.finalize()
  expect(spends(transaction, address, value)).toBe(true)
  expect(spends(transaction, bitcoinSigner({ seed: 2 }).addresses.legacy, value)).toBe(false)
})

test('the test wallet hashes messages as BIP-322 defines', () => {
  const hash = Buffer.from(BIP322.hashMessage('Hello World')).toString('hex')
  expect(hash).toBe('f0eb03b1a75ac6d9847f55c624a99169b5dccba2a31f5b23bea77ba270de0a7a')
})
