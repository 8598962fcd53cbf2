/** Arbitrary input of peers: almost valid values, unrelated values, and the worst ones. */
import * as fc from 'fast-check'
import { NOW } from '../machines/pairing/fixtures.ts'
import { accountOn, asked, events, methods, sign } from '../sdk/pairing/support.ts'

/** A nested value of this depth. Counterexamples print the depth, because fast-check cannot print the value. */
const deep = (levels: number) => {
  let value: unknown = 'x'
  for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { value }
  return Object.defineProperty(value, fc.toStringMethod, { value: () => `deep(${levels})` })
}
const strange = [
  deep(50),
  deep(5_000),
  'x'.repeat(50_000),
  Array.from({ length: 2_000 }, () => 'eip155:1'),
  { toString: 1, valueOf: 1, toJSON: 1 },
  JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}') as unknown,
  '\u202e__proto__',
  -1,
  0,
  2 ** 53,
  1e300,
]
export const anything = fc.oneof(
  fc.anything({ maxDepth: 3 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(...strange),
)

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const pathsIn = (value: unknown, path: readonly string[] = []): (readonly string[])[] =>
  isObject(value) ? [path, ...Object.entries(value).flatMap(([key, part]) => pathsIn(part, [...path, key]))] : [path]
function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by
  const copy: Record<string, unknown> = Array.isArray(value) ? ([...value] as never) : { ...(value as object) }
  copy[key] = replaced(copy[key], rest, by)
  return copy
}
/** A valid value except for one or two parts. */
const almost = (value: unknown): fc.Arbitrary<unknown> => {
  const paths = pathsIn(value)
  const change = fc.record({ path: fc.constantFrom(...paths), by: anything })
  return fc
    .array(change, { maxLength: 2 })
    .map((changes) =>
      changes.reduce(
        (made, { path, by }) => (path.length > 0 && !isObject(made) ? made : replaced(made, path, by)),
        value,
      ),
    )
}
export const said = (value: unknown) =>
  fc.oneof({ weight: 3, arbitrary: almost(value) }, { weight: 1, arbitrary: anything })

export const requested = { request: { ...sign, expiryTimestamp: NOW / 1_000 + 3_000 }, chainId: 'eip155:1' }
export const emitted = { event: { name: 'accountsChanged', data: [accountOn(1)] }, chainId: 'eip155:1' }
export const wide = {
  eip155: { accounts: [accountOn(1), accountOn(137)], methods: [...methods, 'eth_sign'], events: [...events, 'more'] },
}
export const peer = {
  publicKey: 'a'.repeat(64),
  metadata: { name: 'x', description: '', url: 'https://x.example', icons: [] },
}
export const proposal = {
  pairingTopic: 'f'.repeat(64),
  expiryTimestamp: NOW / 1_000 + 300,
  proposer: peer,
  relays: [{ protocol: 'irn' }],
  requiredNamespaces: {},
  ...asked,
}
export const signIn = {
  requester: peer,
  authPayload: {
    type: 'caip122',
    chains: ['eip155:1'],
    aud: 'https://x.example',
    domain: 'x.example',
    version: '1',
    nonce: '12345678',
    iat: '2026-01-01T00:00:00Z',
  },
  expiryTimestamp: NOW / 1_000 + 3_600,
}
export const settled = {
  topic: 'e'.repeat(64),
  pairingTopic: proposal.pairingTopic,
  expiry: NOW / 1_000 + 604_800,
  acknowledged: true,
  controller: peer.publicKey,
  self: peer,
  peer,
  namespaces: wide,
  relay: { protocol: 'irn' },
}
export const refusal = { code: 5000, message: 'User rejected.' }
