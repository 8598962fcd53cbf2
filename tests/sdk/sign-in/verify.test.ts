/** Signatures of accounts of every namespace, made by libraries that Latchkey does not use to verify. */
import { AbiCoder, concat, getCreate2Address, keccak256 } from 'ethers'
import { Verifier } from 'bip322-js'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startAnvil, type Anvil } from '../../../mocks/sandbox/eip155/anvil.ts'
import { bitcoinAccounts } from '../../../mocks/sandbox/bitcoin/accounts.ts'
import { signBip322, signEcdsa } from '../../../mocks/sandbox/bitcoin/messages.ts'
import type { NetworkId } from '../../../machines/shared/namespace.types.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import type { ChainReader, SignedMessage } from '../../../sdk/sign-in/verifier.ts'
import { verifySignature } from '../../../sdk/sign-in/verify.ts'
import { bitcoinSigner } from '../../support/bitcoinWallet.ts'
import { bound, runs } from '../../support/full.ts'
import { bitcoinSignerOf, ethereumSigner, solanaSigner, type MessageSigner } from '../../support/signers.ts'

const { signal } = new AbortController()
const text = 'app.example wants you to sign in: äöü 🔑\nURI: https://app.example'
const utf8 = (message: string) => new TextEncoder().encode(message)
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

/** A node of a chain without contracts. */
const nobody: ChainReader = async () => '0x'
const verify = (signed: SignedMessage, read: ChainReader | undefined = nobody) =>
  verifySignature(signed, { read, signal })
const signedBy = async ({ chainId, accountAddress, sign }: MessageSigner, message = text): Promise<SignedMessage> => ({
  chainId,
  accountAddress,
  message,
  signature: await sign(message),
})

const signers: Record<string, (seed: number) => MessageSigner> = {
  Ethereum: ethereumSigner,
  Solana: solanaSigner,
  'Bitcoin (P2WPKH)': (seed) => bitcoinSignerOf('payment', { seed }),
  'Bitcoin (P2TR)': (seed) => bitcoinSignerOf('ordinal', { seed }),
  'Bitcoin (P2PKH)': (seed) => bitcoinSignerOf('legacy', { seed }),
  'Bitcoin (P2WPKH in P2SH)': (seed) => bitcoinSignerOf('nested', { seed }),
  'a testnet of Bitcoin': (seed) => bitcoinSignerOf('payment', { seed, network: 'testnet' }),
  'a regtest of Bitcoin': (seed) => bitcoinSignerOf('payment', { seed, network: 'regtest' }),
}

describe.each(Object.entries(signers))('a signature of %s', (_, signerOf) => {
  test('is valid for this account and this text only', async () => {
    const signed = await signedBy(signerOf(1))
    expect(await verify(signed)).toBe(true)
    expect(await verify({ ...signed, message: `${text}.` })).toBe(false)
    expect(await verify({ ...signed, accountAddress: signerOf(2).accountAddress })).toBe(false)
    expect(await verify({ ...signed, accountAddress: 'nobody' })).toBe(false)
    expect(await verify({ ...signed, accountAddress: '' })).toBe(false)
  })

  test('is invalid when it is malformed', { timeout: bound(120_000) }, async () => {
    const signed = await signedBy(signerOf(1))
    const { signature } = signed
    const cut = fc.nat(signature.length - 1).map((length) => signature.slice(0, length))
    const changed = fc
      .tuple(fc.nat(signature.length - 1), fc.constantFrom(...'0123456789abcdefABCDEFGHzZ+/=x'.split('')))
      .map(([at, letter]) => signature.slice(0, at) + letter + signature.slice(at + 1))
      .filter((other) => other.toLowerCase() !== signature.toLowerCase())
    const bytes = fc.uint8Array({ maxLength: 120 })
    const encoded = fc.oneof(
      bytes.map((some) => base64(some)),
      bytes.map((some) => `0x${Buffer.from(some).toString('hex')}`),
    )
    await fc.assert(
      fc.asyncProperty(fc.oneof(cut, changed, encoded, fc.string()), async (other) => {
        expect(await verify({ ...signed, signature: other })).toBe(false)
      }),
      runs(100, 2_000),
    )
    expect(await verify({ ...signed, signature: signature.repeat(10_000) })).toBe(false)
  })
})

describe('a signature of Bitcoin', () => {
  test.each(bitcoinAccounts.flatMap(({ payment, ordinals }) => [payment, ordinals]))(
    'of the sandbox wallet, $purpose, is valid as in another library',
    async (key) => {
      const signatures = [
        signBip322(key, utf8(text)),
        ...(key.purpose === 'payment' ? [signEcdsa(key, utf8(text))] : []),
      ]
      for (const signature of signatures.map(base64)) {
        const signed = {
          chainId: 'bip122:000000000933ea01ad0ee984209779ba',
          accountAddress: key.address,
          signature,
        } as const
        expect(Verifier.verifySignature(key.address, text, signature)).toBe(true)
        expect(await verify({ ...signed, message: text })).toBe(true)
        expect(await verify({ ...signed, message: 'another' })).toBe(false)
        // Mainnet has no such address.
        expect(await verify({ ...signed, message: text, chainId: 'bip122:000000000019d6689c085ae165831e93' })).toBe(
          false,
        )
      }
    },
  )

  test.each([
    [
      'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
      '',
      'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
    ],
    [
      'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
      'Hello World',
      'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
    ],
    [
      'bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3',
      'Hello World',
      'AUHd69PrJQEv+oKTfZ8l+WROBHuy9HKrbFCJu7U1iK2iiEy1vMU5EfMtjc+VSHM7aU0SDbak5IUZRVno2P5mjSafAQ==',
    ],
  ])('is valid as in the examples of the standard: %s, "%s"', async (accountAddress, message, signature) => {
    const signed = { chainId: 'bip122:000000000019d6689c085ae165831e93', accountAddress, signature } as const
    expect(await verify({ ...signed, message })).toBe(true)
    expect(await verify({ ...signed, message: 'Hello' })).toBe(false)
  })

  test('in the format of BIP-137 is valid for every address type of its key', async () => {
    const { addresses, signEcdsa: ecdsa } = bitcoinSigner()
    for (const accountAddress of [addresses.payment, addresses.legacy]) {
      const signature = base64(ecdsa(accountAddress, 'Hello'))
      const signed = {
        chainId: 'bip122:000000000019d6689c085ae165831e93',
        accountAddress,
        signature,
        message: 'Hello',
      } as const
      expect(Verifier.verifySignature(accountAddress, 'Hello', signature)).toBe(true)
      expect(await verify(signed)).toBe(true)
      expect(await verify({ ...signed, accountAddress: addresses.ordinal })).toBe(false)
    }
  })
})

test('the Solana address of all zeros has no valid signature', async () => {
  const nothing = { message: text, signature: '1'.repeat(64) }
  expect(await verify({ chainId: 'solana:x', accountAddress: '1'.repeat(32), ...nothing })).toBe(false)
})

describe('the signature of a contract', () => {
  /** `isValidSignature` (EIP-1271) of an account that accepts every signature that begins with 01. */
  const code = '60643560001a600114631626ba7e60e01b0260005260206000f3'
  const contract = '0x1271127112711271127112711271127112711271'
  /** A contract that creates others (CREATE2), and exists on every Anvil chain. */
  const factory = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
  const salt = `0x${'00'.repeat(32)}`
  const initCode = `0x79${code}600052601a6006f3`
  const undeployed = getCreate2Address(factory, salt, keccak256(initCode))
  const magic = `0x${'6492'.repeat(16)}`
  const wrapped = (signature: string) =>
    concat([
      AbiCoder.defaultAbiCoder().encode(['address', 'bytes', 'bytes'], [factory, concat([salt, initCode]), signature]),
      magic,
    ])
  const good = `0x01${'ab'.repeat(64)}`
  const by = (accountAddress: string, signature: string): SignedMessage => ({
    chainId: 'eip155:31337',
    accountAddress,
    message: text,
    signature,
  })
  let anvil: Anvil
  const read: ChainReader = async (_, call, aborted) => {
    const body = JSON.stringify({ id: 1, jsonrpc: '2.0', ...call })
    const headers = { 'content-type': 'application/json' }
    const answered = await fetch(anvil.rpcUrl, { method: 'POST', body, headers, signal: aborted })
    const { result, error } = (await answered.json()) as { result?: unknown; error?: object }
    if (error) throw Object.assign(new Error('The node refused'), error)
    return result
  }
  beforeAll(async () => {
    anvil = await startAnvil(31_337)
    await read('', { method: 'anvil_setCode', params: [contract, `0x${code}`] }, signal)
  })
  afterAll(() => anvil.stop())

  test('is valid when the contract accepts it (EIP-1271)', async () => {
    expect(await verify(by(contract, good), read)).toBe(true)
    expect(await verify(by(contract, good.replace('0x01', '0x02')), read)).toBe(false)
    expect(await verify(by(`0x${'99'.repeat(20)}`, good), read)).toBe(false)
    const { signature } = await signedBy(ethereumSigner())
    expect(await verify(by(contract, signature), read)).toBe(false)
  })

  test('can be valid before the contract is deployed (EIP-6492)', async () => {
    expect(await verify(by(undeployed, wrapped(good)), read)).toBe(true)
    expect(await verify(by(undeployed, wrapped(good.replace('0x01', '0x02'))), read)).toBe(false)
    expect(await verify(by(undeployed, good), read)).toBe(false)
    expect(await verify(by(contract.replace('1271', '1272'), wrapped(good)), read)).toBe(false)
  })

  test('cannot be verified without a node, or when the node fails', async () => {
    const told = (reader: ChainReader | undefined) =>
      verifySignature(by(contract, good), { read: reader, signal }).catch((error: unknown) => error)
    expect(await told(undefined)).toMatchObject({ code: 'signIn.unverifiable' })
    const away = new Error('away')
    expect(await told(() => Promise.reject(away))).toMatchObject({ code: 'signIn.unverifiable', cause: away })
    // It fails between two calls.
    const half: ChainReader = async (chainId, call, until) => {
      if (call.method === 'eth_call') throw away
      return read(chainId, call, until)
    }
    expect(await told(half)).toMatchObject({ code: 'signIn.unverifiable', cause: away })
    expect(await told(read)).toBe(true)
  })

  test('is not waited for after an abort', async () => {
    const control = new AbortController()
    const never: ChainReader = () => new Promise(() => {})
    const waiting = verifySignature(by(contract, good), { read: never, signal: control.signal })
    control.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
  })

  test('is not checked with a node when the key has signed', async () => {
    const signed = await signedBy(ethereumSigner())
    expect(await verifySignature(signed, { signal })).toBe(true)
  })
})

test.each<NetworkId>(['cosmos:cosmoshub-4', 'bip122:ffffffffffffffffffffffffffffffff'])(
  'a signature on an unknown chain cannot be verified: %s',
  async (chainId) => {
    const signed = { ...(await signedBy(ethereumSigner())), chainId }
    const error = await verify(signed).catch((thrown: unknown) => thrown)
    expect(LatchkeyError.is(error, 'signIn.unverifiable')).toBe(true)
  },
)
