import { encodeAbiParameters, type Address } from 'viem'
import { onTestFinished, vi } from 'vitest'

/** Makes every node resolve a name to this address in ENS’s universal resolver. Returns the calls that the nodes receive. */
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
