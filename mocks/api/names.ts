/** An in-memory name service. A name belongs to the account that signed its registration. */
import { type Address, isHex, verifyMessage } from 'viem'
import * as z from 'zod/mini'
import { answer, type Answers } from './answer.ts'
import { evmAddress } from './caip.ts'
import { refuseField } from './refusal.ts'

const ZONE = 'reown.id'
const LABEL_LENGTH = { least: 3, most: 64 }
/** The maximum difference between a registration's timestamp and now. */
const STALE_SECONDS = 300
/** Coin types with this bit are EVM chains (ENSIP-11); 60 is Ethereum itself (SLIP-44). */
const EVM_BIT = 0x80000000
const ETHER_TYPE = 60
const SUGGESTED = 5

interface Name {
  name: string
  /** Milliseconds since 1970. */
  registered: number
  updated: number
  addresses: Record<string, { address: Address; created: number }>
  attributes: Record<string, string>
}

/** What the owner signs, as JSON text. */
const claim = z.object({
  name: z.string(),
  attributes: z.optional(z.record(z.string(), z.string())),
  /** Seconds since 1970. */
  timestamp: z.number(),
})

/** The names and their owners. */
export interface NameRegistry {
  find(name: string): Name | undefined
  namesOf(address: Address): Name[]
  add(name: string, owner: Address, coinType?: number, attributes?: Record<string, string>): void
}

export function createNameRegistry(now: () => number): NameRegistry {
  const names = new Map<string, Name>()
  return {
    find: (name) => names.get(name.toLowerCase()),
    namesOf: (address) => [...names.values()].filter((name) => name.addresses[ETHER_TYPE]?.address === address),
    add(name, owner, coinType = ETHER_TYPE, attributes = {}) {
      const entry = { address: owner, created: now() }
      const addresses = { [ETHER_TYPE]: entry, [coinType]: entry }
      names.set(name.toLowerCase(), { name, registered: now(), updated: now(), addresses, attributes })
    },
  }
}

/** Throws if the name is invalid. */
function checkName(name: string): void {
  if (!/^[a-zA-Z0-9.-]+$/.test(name)) throw refuseField(400, 'name', `Invalid name format: ${name}`)
  const [label = '', ...zone] = name.split('.')
  if (label.length < LABEL_LENGTH.least || label.length > LABEL_LENGTH.most)
    throw refuseField(400, 'name', `Invalid name length: ${name}`)
  if (zone.join('.') !== ZONE) throw refuseField(400, 'name', `Name is not in the allowed zones: ${name}`)
}

function parseClaim(message: string): z.output<typeof claim> {
  try {
    return claim.parse(JSON.parse(message))
  } catch {
    throw refuseField(422, 'message', 'Deserialization error: the message is no claim of a name')
  }
}

/** Similar names, beginning with the requested one. */
const similarLabels = (label: string): string[] => [
  label,
  ...['wallet', 'home', 'pay', '1', '2', '3', 'the', 'my'].map((word) => `${label}-${word}`),
]

/** The answers of the name service. */
export const nameAnswers = (
  registry: NameRegistry,
  now: () => number,
): Answers<'nameLookup' | 'namesOfAddress' | 'nameSuggestions' | 'registerName'> => ({
  nameLookup: answer(z.object({ name: z.string(), apiVersion: z.literal('2') }), ({ name }) => {
    checkName(name)
    // Since version 2, an unknown name returns an empty list instead of an error.
    return registry.find(name) ?? []
  }),

  namesOfAddress: answer(z.object({ address: evmAddress, apiVersion: z.literal('2') }), ({ address }) =>
    registry.namesOf(address),
  ),

  nameSuggestions: answer(z.object({ name: z.string(), zone: z.string() }), ({ name, zone }) => {
    checkName(`${name}.${zone}`)
    const suggestions = similarLabels(name)
      .map((label) => `${label}.${zone}`)
      .map((full) => ({ name: full, registered: registry.find(full) !== undefined }))
      .filter(({ registered }, index) => index === 0 || !registered)
    return { suggestions: suggestions.slice(0, SUGGESTED) }
  }),

  registerName: answer(
    z.object({ coin_type: z.int(), address: evmAddress, message: z.string(), signature: z.string() }),
    async ({ coin_type: coinType, address, message, signature }) => {
      const { name, timestamp, attributes } = parseClaim(message)
      checkName(name)
      if (coinType !== ETHER_TYPE && coinType < EVM_BIT)
        throw refuseField(400, 'coin_type', `Unsupported coin type: ${coinType}`)
      if (registry.find(name)) throw refuseField(400, 'name', `Name is already registered: ${name}`)
      if (Math.abs(now() / 1_000 - timestamp) > STALE_SECONDS)
        throw refuseField(400, 'timestamp', `Signature UNIXTIME timestamp is too old: ${timestamp}`)
      const isSigned = isHex(signature) && (await verifyMessage({ address, message, signature }).catch(() => false))
      if (!isSigned) throw refuseField(401, 'signature', 'Signature validation error: Signature verification error')
      registry.add(name, address, coinType, attributes)
      return { success: true }
    },
  ),
})
