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
  store(payment: Payment): Promise<void>
  /** Takes charge of a payment, unless another tab is in charge of it. */
  claim(payment: Payment): Promise<Claim>
  /** Assigns a transaction to a payment. Resolves to false if the transaction is already assigned to another payment. */
  assignTransaction(payment: Payment, hash: string): Promise<boolean>
  /** Stores the result of a payment. Resolves to false if it already has one. */
  finish(payment: Payment, end: PaymentEnd): Promise<boolean>
}

/** Whether a payment ended within an hour, or started within a day without a result. A changed clock may put both in the future. */
const isCurrent =
  (now: number) =>
  ({ payment, endedAt }: StoredPayment): boolean =>
    endedAt === undefined ? Math.abs(now - payment.startedAt) < PAY.followedMs : Math.abs(now - endedAt) < PAY.storedMs

/** The storage key of the payments. */
export const paymentsKey = (instanceId: string): string => storageKey(instanceId, 'payments')

/** Parses each payment separately, so that an invalid one does not discard the others. */
function parsePayments(text: string | null, now: number): StoredPayment[] {
  if (text === null || text.length > LIMITS.storedEntry) return []
  let entry: unknown
  try {
    entry = JSON.parse(text)
  } catch {
    return []
  }
  const { data } = entrySchema.safeParse(entry)
  return (data?.value ?? [])
    .flatMap((item) => storedPaymentSchema.safeParse(item).data ?? [])
    .filter(isCurrent(now))
    .slice(-PAY.maxStored)
}

export function createPayments({ storage, clock, ids, logger }: Ports, instanceId: string): Payments {
  const key = paymentsKey(instanceId)
  let tab: string | undefined
  /** The id of this tab. */
  const getTabId = (): string => (tab ??= ids.next())

  const read = () => parsePayments(storage.getItem(key), clock.now())
  function write(payments: readonly StoredPayment[]): void {
    if (payments.length === 0) storage.removeItem(key)
    else storage.setItem(key, JSON.stringify({ version: VERSION, value: payments.slice(-PAY.maxStored) }))
  }
  /** Reads and changes the stored payments under a cross-tab lock. Returns `fallback` if the storage fails. */
  async function update<Value>(
    apply: (payments: StoredPayment[]) => { payments?: StoredPayment[]; value: Value },
    fallback: Value,
  ) {
    const run = () => {
      try {
        const { payments, value } = apply(read())
        if (payments) write(payments)
        return value
      } catch (cause) {
        logger.warn?.(new LatchkeyError('storage.unavailable', { cause }).message, cause)
        return fallback
      }
    }
    return storage.withLock ? storage.withLock(key, run) : run()
  }
  /** Replaces a payment by its stored data with these changes, and puts this tab in charge of it. */
  const withOwnClaim = (payments: readonly StoredPayment[], payment: Payment, changes?: Partial<StoredPayment>) => [
    ...withoutPayment(payments, payment),
    { ...findStored(payments, payment), payment, tab: getTabId(), seenAt: clock.now(), ...changes },
  ]

  return {
    unfinished: () =>
      update(
        (payments) => ({ value: payments.filter(({ end }) => end === undefined).map(({ payment }) => payment) }),
        [],
      ),
    store: (payment) =>
      update((payments) => ({ payments: withOwnClaim(payments, payment), value: undefined }), undefined),
    claim: (payment) =>
      update<Claim>(
        (payments) => {
          const stored = findStored(payments, payment)
          if (stored?.end) return { value: { kind: 'ended', end: endOf(stored.end) } }
          const isClaimedElsewhere =
            stored && stored.tab !== getTabId() && Math.abs(clock.now() - stored.seenAt) < PAY.silentMs
          if (isClaimedElsewhere) return { value: { kind: 'otherTab' } }
          return { payments: withOwnClaim(payments, payment), value: { kind: 'thisTab' } }
        },
        { kind: 'thisTab' },
      ),
    // Read and written under one lock: two tabs may find the same transaction at the same time.
    assignTransaction: (payment, hash) =>
      update((payments) => {
        if (withoutPayment(payments, payment).some((other) => hashesOf(other).includes(hash.toLowerCase())))
          return { value: false }
        return { payments: withOwnClaim(payments, payment, { hash }), value: true }
      }, true),
    finish: (payment, end) =>
      update((payments) => {
        if (findStored(payments, payment)?.end) return { value: false }
        return { payments: withOwnClaim(payments, payment, { end, endedAt: clock.now() }), value: true }
      }, true),
  }
}

const findStored = (payments: readonly StoredPayment[], { id }: Payment) =>
  payments.find(({ payment }) => payment.id === id)
const withoutPayment = (payments: readonly StoredPayment[], { id }: Payment) =>
  payments.filter(({ payment }) => payment.id !== id)
const endOf = ({ status, hash, isVerified }: PaymentEnd): PaymentEnd => ({ status, hash, isVerified })
/** The known transaction hashes of a payment. */
const hashesOf = ({ payment: { method }, hash, end }: StoredPayment): (string | undefined)[] => [
  hash?.toLowerCase(),
  end?.hash?.toLowerCase(),
  method.kind === 'wallet' ? method.hash.toLowerCase() : undefined,
]
