/** The payments that are under way, or were, as all tabs of a page share them in the browser's storage. */
import * as z from 'zod/mini'
import { LIMITS, PAY } from '../machines/constants.ts'
import type { Payment, PaymentEnd } from '../machines/entities/payment.ts'
import { LatchkeyError } from '../machines/errors/error.ts'
import type { Claim } from '../machines/pay/exchangePayment.contract.ts'
import { keptPaymentSchema, type KeptPayment } from '../machines/schemas/payment.ts'
import { storageKey, VERSION } from './effects/entries.ts'
import type { Ports } from './ports.ts'

const entrySchema = z.object({ version: z.literal(VERSION), value: z.array(z.unknown()) })

/** What is kept of payments. Where the storage cannot be used, this page alone knows of its own. */
export interface Payments {
  /** Those that nothing became of yet. */
  unfinished(): Promise<readonly Payment[]>
  keep(payment: Payment): Promise<void>
  /** Looks after a payment, unless another tab does. */
  claim(payment: Payment): Promise<Claim>
  /** Has a transaction that was found to pay it count for a payment; resolves to whether it counted for no other. */
  take(payment: Payment, hash: string): Promise<boolean>
  /** Keeps what became of one. Resolves to whether nobody had before. */
  finish(payment: Payment, end: PaymentEnd): Promise<boolean>
}

/** What is worth keeping: what ended a while ago is not, nor what nothing became of for a day, nor what is of a time to come. */
const isKept =
  (now: number) =>
  ({ payment, endedAt }: KeptPayment): boolean =>
    endedAt === undefined ? Math.abs(now - payment.startedAt) < PAY.followedMs : Math.abs(now - endedAt) < PAY.keptMs

/** The entry that they stand in. */
export const paymentsKey = (siteId: string): string => storageKey(siteId, 'payments')

/** Each entry by itself: one that is broken takes no other with it. */
function keptIn(text: string | null, now: number): KeptPayment[] {
  if (text === null || text.length > LIMITS.storedEntry) return []
  let entry: unknown
  try {
    entry = JSON.parse(text)
  } catch {
    return []
  }
  const { data } = entrySchema.safeParse(entry)
  return (data?.value ?? [])
    .flatMap((kept) => keptPaymentSchema.safeParse(kept).data ?? [])
    .filter(isKept(now))
    .slice(-PAY.kept)
}

export function createPayments({ storage, clock, ids, logger }: Ports, siteId: string): Payments {
  const key = paymentsKey(siteId)
  let tab: string | undefined
  /** The name of this tab. */
  const own = (): string => (tab ??= ids.next())

  const read = () => keptIn(storage.getItem(key), clock.now())
  function write(kept: readonly KeptPayment[]): void {
    if (kept.length === 0) storage.removeItem(key)
    else storage.setItem(key, JSON.stringify({ version: VERSION, value: kept.slice(-PAY.kept) }))
  }
  /** Does something with what is kept while no other tab does; `otherwise` where nothing can be kept. */
  async function change<Value>(
    work: (kept: KeptPayment[]) => { kept?: KeptPayment[]; value: Value },
    otherwise: Value,
  ) {
    const done = () => {
      try {
        const { kept, value } = work(read())
        if (kept) write(kept)
        return value
      } catch (cause) {
        logger.warn?.(new LatchkeyError('memory.unavailable', { cause }).message, cause)
        return otherwise
      }
    }
    return storage.inTurn ? storage.inTurn(key, done) : done()
  }
  /** A payment that this tab looks after, with all that is known of it. */
  const mine = (payment: Payment, kept: readonly KeptPayment[]): KeptPayment => ({
    ...knownOf(kept, payment),
    payment,
    tab: own(),
    seenAt: clock.now(),
  })

  return {
    unfinished: () =>
      change((kept) => ({ value: kept.filter(({ end }) => end === undefined).map(({ payment }) => payment) }), []),
    keep: (payment) =>
      change((kept) => ({ kept: [...others(kept, payment), mine(payment, kept)], value: undefined }), undefined),
    claim: (payment) =>
      change<Claim>(
        (kept) => {
          const known = knownOf(kept, payment)
          if (known?.end) return { value: { kind: 'known', end: endOf(known.end) } }
          const isOthers = known && known.tab !== own() && Math.abs(clock.now() - known.seenAt) < PAY.silentMs
          if (isOthers) return { value: { kind: 'others' } }
          return { kept: [...others(kept, payment), mine(payment, kept)], value: { kind: 'ours' } }
        },
        { kind: 'ours' },
      ),
    // Looked up and written down in one turn: two tabs find the same transaction at the same moment.
    take: (payment, hash) =>
      change((kept) => {
        if (others(kept, payment).some((each) => hashesOf(each).includes(hash.toLowerCase()))) return { value: false }
        return { kept: [...others(kept, payment), { ...mine(payment, kept), hash }], value: true }
      }, true),
    finish: (payment, end) =>
      change((kept) => {
        if (knownOf(kept, payment)?.end) return { value: false }
        const ended = { ...mine(payment, kept), end, endedAt: clock.now() }
        return { kept: [...others(kept, payment), ended], value: true }
      }, true),
  }
}

const knownOf = (kept: readonly KeptPayment[], { id }: Payment) => kept.find(({ payment }) => payment.id === id)
const others = (kept: readonly KeptPayment[], { id }: Payment) => kept.filter(({ payment }) => payment.id !== id)
const endOf = ({ status, hash, isVerified }: PaymentEnd): PaymentEnd => ({ status, hash, isVerified })
/** The transactions by which a payment was made, as far as they are known. */
const hashesOf = ({ payment: { way }, hash, end }: KeptPayment): (string | undefined)[] => [
  hash?.toLowerCase(),
  end?.hash?.toLowerCase(),
  way.kind === 'wallet' ? way.hash.toLowerCase() : undefined,
]
