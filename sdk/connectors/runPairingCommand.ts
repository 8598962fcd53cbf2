import type { Outcome } from '../../machines/shared/outcome.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import type { RefOf } from '../../machines/core/contract.ts'
import type { PairingUri } from '../../machines/pairing/proposal.contract.ts'
import type { PairingCommand, PairingContract } from '../../machines/pairing/pairing.contract.ts'
import type { ProviderCommand, ProviderContract } from '../../machines/pairing/provider.contract.ts'
import { cancelled, failed } from '../../machines/shared/outcome.rules.ts'
import { waitForOutcome } from '../instance/outcomeOf.ts'

export interface PairingCallOptions {
  signal?: AbortSignal | undefined
  /** Called with the pairing URI that is created for a command. */
  onUri?: ((pairingUri: PairingUri) => void) | undefined
}

type WithoutId<Command> = Command extends { id: string } ? Omit<Command, 'id'> : never
export type PairingCall = WithoutId<PairingCommand> | WithoutId<ProviderCommand>

interface Machine {
  getSnapshot(): { status: string; error?: unknown }
  subscribe(observer: { error(cause: unknown): void; complete(): void }): { unsubscribe(): void }
  on(type: string, listener: (event: never) => void): { unsubscribe(): void }
  send(event: { type: string; id: string }): void
}

const crashedOutcome = (cause: unknown) => failed(new LatchkeyError('pairing.crashed', { cause }))

/** The number of commands sent to each machine, for the ids. */
const counts = new WeakMap<object, number>()

/**
 * Sends a command to a pairing or its provider and waits for its outcome. The command carries an id that `<name>.settled` and
 * `<name>.uriCreated` return. After an abort the machine settles the command, because it may already have completed.
 */
export function runCommand(
  ref: RefOf<PairingContract> | RefOf<ProviderContract>,
  command: PairingCall,
  { signal, onUri }: PairingCallOptions = {},
): Promise<Outcome<unknown>> {
  if (signal?.aborted) return Promise.resolve(cancelled)
  const machine = ref as unknown as Machine
  const { status, error } = machine.getSnapshot()
  if (status !== 'active') return Promise.resolve(status === 'error' ? crashedOutcome(error) : cancelled)
  const count = (counts.get(machine) ?? 0) + 1
  counts.set(machine, count)
  const id = String(count)
  const name = command.type.slice(0, command.type.indexOf('.'))
  const abort = () => machine.send({ type: `${name}.cancel`, id })
  return waitForOutcome<unknown>({}, (settle) => {
    const subscriptions = [
      machine.subscribe({ error: (cause) => settle(crashedOutcome(cause)), complete: () => settle(cancelled) }),
      machine.on(`${name}.settled`, (event: { id: string; outcome: Outcome<unknown> }) => {
        if (event.id === id) settle(event.outcome)
      }),
      machine.on(`${name}.uriCreated`, (event: { id: string; pairingUri: PairingUri }) => {
        if (event.id === id) onUri?.(event.pairingUri)
      }),
      { unsubscribe: () => signal?.removeEventListener('abort', abort) },
    ]
    signal?.addEventListener('abort', abort, { once: true })
    machine.send({ ...command, id })
    return subscriptions
  })
}
