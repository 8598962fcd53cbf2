/** Pending and recent payments, which the tabs of an origin share in the browser's storage. */
import * as z from 'zod/mini'
import { LIMITS, PAY } from '../../machines/constants.ts'
import type { Payment, PaymentEnd } from '../../machines/pay/payment.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import type { Claim } from '../../machines/pay/exchangePayment.contract.ts'
import { storedPaymentSchema, type StoredPayment } from '../../machines/pay/payment.schemas.ts'
import { storageKey, VERSION } from '../storage/entries.ts'
import type { Ports } from '../instance/ports.ts'

const entrySchema = z.object({ version: z.literal(VERSION), value: z.array(z.unknown()) })

/** The stored payments. If the storage is unavailable, each tab handles only its own payments. */
export interface Payments {
  /** Returns the payments without a result. */
  unfinished(): Promise<readonly Payment[]>
  keep(payment: Payment): Promise<void>
  /** Takes charge of a payment, unless another tab is in charge of it. */
  claim(payment: Payment): Promise<Claim>
  /** Assigns a transaction to a payment. Resolves to false if the transaction is already assigned to another payment. */
  take(payment: Payment, hash: string): Promise<boolean>
  /** Stores the result of a payment. Resolves to false if it already has one. */
  finish(payment: Payment, end: PaymentEnd): Promise<boolean>
}

/** Whether a payment ended within an hour, or started within a day without a result. A changed clock may put both in the future. */
const isStillKept =
  (now: number) =>
  ({ payment, endedAt }: StoredPayment): boolean =>
    endedAt === undefined ? Math.abs(now - payment.startedAt) < PAY.followedMs : Math.abs(now - endedAt) < PAY.keptMs

/** The storage key of the payments. */
export const paymentsKey = (siteId: string): string => storageKey(siteId, 'payments')

/** Parses each payment separately, so that an invalid one does not discard the others. */
function keptIn(text: string | null, now: number): StoredPayment[] {
  if (text === null || text.length > LIMITS.storedEntry) return []
  let entry: unknown
  try {
    entry = JSON.parse(text)
  } catch {
    return []
  }
  const { data } = entrySchema.safeParse(entry)
  return (data?.value ?? [])
    .flatMap((kept) => storedPaymentSchema.safeParse(kept).data ?? [])
    .filter(isStillKept(now))
    .slice(-PAY.kept)
}

export function createPayments({ storage, clock, ids, logger }: Ports, siteId: string): Payments {
  const key = paymentsKey(siteId)
  let tab: string | undefined
  /** The id of this tab. */
  const own = (): string => (tab ??= ids.next())

  const read = () => keptIn(storage.getItem(key), clock.now())
  function write(kept: readonly StoredPayment[]): void {
    if (kept.length === 0) storage.removeItem(key)
    else storage.setItem(key, JSON.stringify({ version: VERSION, value: kept.slice(-PAY.kept) }))
  }
  /** Reads and changes the stored payments under a cross-tab lock. Returns `otherwise` if the storage fails. */
  async function change<Value>(
    work: (kept: StoredPayment[]) => { kept?: StoredPayment[]; value: Value },
    otherwise: Value,
  ) {
    const done = () => {
      try {
        const { kept, value } = work(read())
        if (kept) write(kept)
        return value
      } catch (cause) {
        logger.warn?.(new LatchkeyError('storage.unavailable', { cause }).message, cause)
        return otherwise
      }
    }
    return storage.withLock ? storage.withLock(key, done) : done()
  }
  /** A payment that this tab is in charge of, with its stored data. */
  const mine = (payment: Payment, kept: readonly StoredPayment[]): StoredPayment => ({
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
    // Read and written under one lock: two tabs may find the same transaction at the same time.
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

const knownOf = (kept: readonly StoredPayment[], { id }: Payment) => kept.find(({ payment }) => payment.id === id)
const others = (kept: readonly StoredPayment[], { id }: Payment) => kept.filter(({ payment }) => payment.id !== id)
const endOf = ({ status, hash, isVerified }: PaymentEnd): PaymentEnd => ({ status, hash, isVerified })
/** The known transaction hashes of a payment. */
const hashesOf = ({ payment: { way }, hash, end }: StoredPayment): (string | undefined)[] => [
  hash?.toLowerCase(),
  end?.hash?.toLowerCase(),
  way.kind === 'wallet' ? way.hash.toLowerCase() : undefined,
]
