/** Accounts of every namespace that sign with libraries which Latchkey does not use for verification. */
import { createPrivateKey, sign } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { NETWORK, p2sh, p2wpkh, TEST_NETWORK, WIF } from '@scure/btc-signer'
import { Signer } from 'bip322-js'
import { encodeBase58, Wallet } from 'ethers'
import type { NetworkId } from '../../machines/shared/namespace.types.ts'
import { firstBitcoinAccount } from '../../mocks/sandbox/bitcoin/accounts.ts'
import { bitcoinNetworkId } from '../../mocks/sandbox/bitcoin/ledger.ts'
import { signBip322 } from '../../mocks/sandbox/bitcoin/messages.ts'
import { bitcoinKeys } from './bitcoinWallet.ts'

export interface MessageSigner {
  chainId: NetworkId
  accountAddress: string
  sign(message: string): Promise<string>
}

/** A key of 32 equal bytes. */
const keyOf = (seed: number) => Buffer.alloc(32, seed)

/** EIP-191, with ethers. */
export function ethereumSigner(seed = 1): MessageSigner {
  const wallet = new Wallet(`0x${keyOf(seed).toString('hex')}`)
  return { chainId: 'eip155:31337', accountAddress: wallet.address, sign: (message) => wallet.signMessage(message) }
}

/**
 * Ed25519, with Node. The key is a JWK: reading a DER key fails when another test of the process left an error in OpenSSL's queue.
 */
export function solanaSigner(seed = 1): MessageSigner {
  const publicKey = Buffer.from(ed25519.getPublicKey(keyOf(seed)))
  const [d, x] = [keyOf(seed).toString('base64url'), publicKey.toString('base64url')]
  const key = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d, x }, format: 'jwk' })
  return {
    chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    accountAddress: encodeBase58(publicKey),
    sign: async (message) => encodeBase58(sign(null, Buffer.from(message), key)),
  }
}

const bitcoinNetworks = {
  mainnet: { reference: '000000000019d6689c085ae165831e93', parameters: NETWORK },
  testnet: { reference: '000000000933ea01ad0ee984209779ba', parameters: TEST_NETWORK },
  regtest: { reference: '0f9188f13cb7b2c71f2a335e3a4fc328', parameters: { ...TEST_NETWORK, bech32: 'bcrt' } },
}

/** BIP-322 (BIP-137 for the legacy address), with bip322-js. */
export function bitcoinSignerOf(
  kind: 'payment' | 'ordinal' | 'legacy' | 'nested' = 'payment',
  { seed = 1, network = 'mainnet' }: { seed?: number; network?: keyof typeof bitcoinNetworks } = {},
): MessageSigner {
  const { reference, parameters } = bitcoinNetworks[network]
  const { addresses, publicKey } = bitcoinKeys(seed, parameters)
  const nested = p2sh(p2wpkh(publicKey, parameters), parameters).address ?? ''
  const accountAddress = kind === 'nested' ? nested : addresses[kind]
  const wif = WIF(parameters).encode(keyOf(seed))
  return {
    chainId: `bip122:${reference}`,
    accountAddress,
    sign: async (message) => Signer.sign(wif, accountAddress, message),
  }
}

/** BIP-322, with the sandbox's wallet. */
export function sandboxBitcoinSigner(): MessageSigner {
  const { payment } = firstBitcoinAccount
  return {
    chainId: bitcoinNetworkId,
    accountAddress: payment.address,
    sign: async (message) => Buffer.from(signBip322(payment, Buffer.from(message))).toString('base64'),
  }
}
