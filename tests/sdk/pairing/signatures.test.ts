/** Signatures of smart accounts, verified by their contracts on a local chain. */
import { expect, test } from 'vitest'
import { signInText } from '../../../machines/pairing/rules/signInText.ts'
import { startAnvil } from '../../../mocks/sandbox/eip155/anvil.ts'
import { firstAccount } from '../../../mocks/sandbox/accounts.ts'
import type { Cacao } from '../../../machines/pairing/pairing.schemas.ts'
import { verifySignatures } from '../../../sdk/pairing/client/signatures.ts'
import type { ChainReader } from '../../../sdk/sign-in/verifier.ts'
import { cacaoOf } from '../../machines/pairing/fixtures.ts'

const { signal } = new AbortController()
const CONTRACT = '0x1271127112711271127112711271127112711271'
/** `isValidSignature` (EIP-1271) of an account that accepts every signature that begins with 01. */
const CODE = '0x60643560001a600114631626ba7e60e01b0260005260206000f3'

test('a contract signature is valid only when the contract exists and accepts it [5.50]', async () => {
  const anvil = await startAnvil(31_337)
  const read: ChainReader = async (_, call) => {
    const body = JSON.stringify({ id: 1, jsonrpc: '2.0', ...call })
    const answered = await fetch(anvil.rpcUrl, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    const { result, error } = (await answered.json()) as { result?: unknown; error?: object }
    if (error) throw Object.assign(new Error('The node refused'), error)
    return result
  }
  try {
    await read('', { method: 'anvil_setCode', params: [CONTRACT, CODE] }, signal)
    const by = (address: string, t: Cacao['s']['t'], s: string): Cacao => {
      const { h, p } = cacaoOf({ iss: `did:pkh:eip155:31337:${address}` })
      return { h, p, s: { t, s } }
    }
    const good = by(CONTRACT, 'eip1271', `0x01${'ab'.repeat(64)}`)
    expect(await verifySignatures([good], read, signal)).toBe(true)
    expect(await verifySignatures([by(CONTRACT, 'eip1271', `0x02${'ab'.repeat(64)}`)], read, signal)).toBe(false)
    const elsewhere = by(`0x${'99'.repeat(20)}`, 'eip1271', `0x01${'ab'.repeat(64)}`)
    expect(await verifySignatures([elsewhere], read, signal)).toBe(false)
    const { p } = by(firstAccount.address, 'eip191', '0x')
    const s = await firstAccount.signMessage({ message: signInText(p, p.iss) })
    const key = by(firstAccount.address, 'eip191', s)
    expect(await verifySignatures([key, good], read, signal)).toBe(true)
    const forged = by(CONTRACT, 'eip191', s)
    expect(await verifySignatures([key, good, forged], read, signal)).toBe(false)
  } finally {
    await anvil.stop()
  }
})
