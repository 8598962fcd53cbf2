import * as fc from 'fast-check'
import type {
  AuthPayload,
  Cacao,
  PairingSession,
  SessionNamespaces,
} from '../../../machines/pairing/pairing.schemas.ts'
import type { PairingState } from '../../../machines/pairing/rules/topics.ts'
import type { MaybeError } from '../../../machines/shared/typeGuards.rules.ts'

/** A moment on the clock, in milliseconds and in seconds. */
export const NOW = 1_700_000_000_000
export const SECONDS = NOW / 1_000
export const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const TOPIC = 'ab'.repeat(32)

/** The text of a fault, or undefined. */
export const textOf = (fault: MaybeError): string | undefined => fault?.message

export const approved: SessionNamespaces = {
  eip155: {
    chains: ['eip155:1', 'eip155:10'],
    accounts: [`eip155:1:${ADDRESS}`, `eip155:10:${ADDRESS}`],
    methods: ['personal_sign', 'eth_sendTransaction'],
    events: ['accountsChanged', 'chainChanged'],
  },
  'eip155:137': { accounts: [`eip155:137:${ADDRESS}`], methods: ['eth_sign'], events: ['message'] },
}

const metadata = { name: 'A wallet', description: '', url: 'https://wallet.example', icons: [] }

export const sessionOf = (changes: Partial<PairingSession> = {}): PairingSession => ({
  topic: TOPIC,
  pairingTopic: 'cd'.repeat(32),
  expiry: SECONDS + 600,
  acknowledged: true,
  controller: 'peer',
  self: { publicKey: 'self', metadata },
  peer: { publicKey: 'peer', metadata },
  namespaces: approved,
  requiredNamespaces: {},
  optionalNamespaces: {},
  relay: { protocol: 'irn' },
  ...changes,
})

/** One session, one pairing and one proposal, none of which expires soon. */
export const knownOf = (changes: Partial<PairingState> = {}): PairingState => ({
  sessions: [sessionOf()],
  pairings: [
    { topic: 'another pairing', expiry: SECONDS + 300 },
    { topic: 'pairing', expiry: SECONDS + 300 },
  ],
  proposals: [{ id: 7, expiryTimestamp: SECONDS + 300, requiredNamespaces: {} }],
  deleted: [],
  nowMs: NOW,
  ...changes,
})

export const payload: AuthPayload = {
  type: 'caip122',
  chains: ['eip155:1', 'eip155:10'],
  domain: 'app.example',
  aud: 'https://app.example/login',
  nonce: 'k3x9z2q8w7',
  version: '1',
  iat: '2023-11-14T22:13:20.000Z',
  statement: 'Sign in to the app.',
  resources: ['https://app.example/terms'],
}

/** What an honest wallet returns. */
export const cacaoOf = (changes: Partial<Cacao['p']> = {}): Cacao => ({
  h: { t: 'caip122' },
  p: {
    iss: `did:pkh:eip155:1:${ADDRESS}`,
    domain: payload.domain,
    aud: payload.aud,
    version: payload.version,
    nonce: payload.nonce,
    iat: payload.iat,
    statement: payload.statement,
    resources: payload.resources,
    ...changes,
  },
  s: { t: 'eip191', s: '0x00' },
})

const names = fc.uniqueArray(fc.constantFrom('personal_sign', 'eth_sign', 'eth_sendTransaction', 'wallet_getAssets'))
const events = fc.uniqueArray(fc.constantFrom('accountsChanged', 'chainChanged', 'message'))
const references = fc.uniqueArray(fc.constantFrom('1', '10', '137'), { minLength: 1 })

/** Proposed namespaces, now and then with a single chain as the key. */
export const proposals = fc
  .uniqueArray(fc.constantFrom('eip155', 'solana', 'cosmos:137', 'cosmos:1', 'near'), { maxLength: 4 })
  .chain((keys) => fc.tuple(...keys.map((key) => fc.tuple(fc.constant(key), references, names, events))))
  .map((entries) =>
    Object.fromEntries(
      entries.map(([key, ids, methods, events]) => [
        key,
        { ...(key.includes(':') ? {} : { chains: ids.map((id) => `${key}:${id}`) }), methods, events },
      ]),
    ),
  )

/** Approved namespaces. */
export const approvals = proposals
  .chain((asked) =>
    fc.tuple(fc.constant(asked), fc.array(fc.tuple(references, names, events), { minLength: 5, maxLength: 5 })),
  )
  .map(([asked, parts]) =>
    Object.fromEntries(
      Object.keys(asked).map((key, index) => {
        const [ids, methods, events] = parts[index] ?? [[], [], []]
        const chains = key.includes(':') ? [key] : ids.map((id) => `${key}:${id}`)
        return [key, { accounts: chains.map((chain) => `${chain}:${ADDRESS}`), methods, events }]
      }),
    ),
  )
