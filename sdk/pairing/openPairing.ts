import { waitFor } from 'xstate'
import type { Outcome } from '../../machines/shared/outcome.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import type { RefOf } from '../../machines/core/contract.ts'
import type { PairingContract } from '../../machines/pairing/pairing.contract.ts'
import type { SessionContract } from '../../machines/pairing/session.contract.ts'
import { cancelled, done, failed } from '../../machines/shared/outcome.rules.ts'
import type { PairingSession } from '../../machines/pairing/pairing.schemas.ts'

const itemsOf = (ref: RefOf<PairingContract>): readonly RefOf<SessionContract>[] =>
  Object.keys(ref.getSnapshot().context.topics).flatMap((topic) => ref.system.get(`session:${topic}`) ?? [])

/** The active sessions of a pairing. */
export const sessionsOf = (ref: RefOf<PairingContract>): readonly PairingSession[] =>
  itemsOf(ref).flatMap((item) => item.getSnapshot().context.session ?? [])

/** Opens the client of a pairing. Resolves to the sessions of earlier visits that their wallets have not ended. */
export async function openPairing(ref: RefOf<PairingContract>): Promise<Outcome<readonly PairingSession[]>> {
  if (ref.getSnapshot().status === 'stopped') return cancelled
  ref.send({ type: 'pairing.open' })
  const state = await waitFor(ref, ({ value }) => typeof value === 'string' || value.open !== 'initialising').catch(
    () => undefined,
  )
  if (!state) return failed(new LatchkeyError('pairing.crashed'))
  if (!state.hasTag('open')) return state.context.error ? failed(state.context.error) : cancelled
  await Promise.all(
    itemsOf(ref).map((item) =>
      waitFor(item, (session) => !session.hasTag('checking') || session.status !== 'active').catch(() => {}),
    ),
  )
  return done(sessionsOf(ref))
}
