import type { Actor, AnyActorLogic, SnapshotFrom } from 'xstate'
import { LIMITS } from '../../machines/constants.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'

interface Supervised<Logic extends AnyActorLogic> {
  /** The current machine, or the last one. */
  current(): Actor<Logic>
  /** The reason the machine stopped permanently. */
  crash(): LatchkeyError | undefined
  /** Subscribes to the machine, and to the next one after a restart. Returns a function that unsubscribes. */
  follow(listen: (machine: Actor<Logic>) => { unsubscribe(): void }): () => void
}

/**
 * Runs a root machine and restarts it after a crash, at most `LIMITS.restarts` times. `onRestart` receives the new machine before
 * it starts, and the last known state.
 */
export function supervise<Logic extends AnyActorLogic>(
  create: () => Actor<Logic>,
  onRestart: (machine: Actor<Logic>, lastSnapshot: SnapshotFrom<Logic> | undefined) => void,
): Supervised<Logic> {
  let crash: LatchkeyError | undefined
  let crashes = 0
  const followers = new Set<{ begin(): { unsubscribe(): void }; stop(): void }>()
  const startMachine = () => {
    const actor = create()
    let lastSnapshot: SnapshotFrom<Logic> | undefined
    actor.subscribe({
      next: (state: SnapshotFrom<Logic>) => void (lastSnapshot = state),
      error(cause: unknown) {
        crashes += 1
        if (crashes > LIMITS.restarts) {
          crash = new LatchkeyError('pairing.crashed', { cause })
          return
        }
        machine = startMachine()
        for (const follower of followers) follower.stop = follower.begin().unsubscribe
        onRestart(machine, lastSnapshot)
      },
    })
    return actor
  }
  let machine = startMachine()
  return {
    current: () => machine,
    crash: () => crash,
    follow(listen) {
      const start = () => listen(machine)
      const follower = { begin: start, stop: start().unsubscribe }
      followers.add(follower)
      return () => {
        followers.delete(follower)
        follower.stop()
      }
    },
  }
}
