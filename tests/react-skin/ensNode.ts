import { encodeAbiParameters, type Address } from 'viem'
import { onTestFinished, vi } from 'vitest'

/** Has every node answer for the universal resolver of ENS that a name stands for this address. Returns what is asked of them. */
export function ensNode(address: Address): string[] {
  const answer = encodeAbiParameters(
    [{ type: 'bytes' }, { type: 'address' }],
    [encodeAbiParameters([{ type: 'bytes' }], [address]), address],
  )
  const asked: string[] = []
  const { fetch } = globalThis
  const node = vi.spyOn(globalThis, 'fetch').mockImplementation(async (resource, init) => {
    if (typeof init?.body !== 'string' || !init.body.includes('"eth_call"')) return fetch(resource, init)
    const { id } = JSON.parse(init.body) as { id: number }
    asked.push(init.body)
    return Response.json({ jsonrpc: '2.0', id, result: answer })
  })
  onTestFinished(() => node.mockRestore())
  return asked
}
