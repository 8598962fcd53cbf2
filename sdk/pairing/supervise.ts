import type { Actor, AnyActorLogic, SnapshotFrom } from 'xstate'
import { LIMITS } from '../../machines/constants.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'

interface Supervised<Logic extends AnyActorLogic> {
  /** The machine that there is now, or the last one. */
  current(): Actor<Logic>
  /** Why there is no machine any more. */
  crash(): LatchkeyError | undefined
  /** Listens to the machine, and to whichever takes its place, until the returned function is called. */
  follow(listen: (machine: Actor<Logic>) => { unsubscribe(): void }): () => void
}

/**
 * A root machine, and another one in its place where it stops by mistake; after `LIMITS.restarts` times none. `restarted` is given the one
 * that took its place, which is not started yet, and the last state that was seen.
 */
export function supervise<Logic extends AnyActorLogic>(
  create: () => Actor<Logic>,
  restarted: (machine: Actor<Logic>, last: SnapshotFrom<Logic> | undefined) => void,
): Supervised<Logic> {
  let crash: LatchkeyError | undefined
  let crashes = 0
  const followers = new Set<{ begin(): { unsubscribe(): void }; stop(): void }>()
  const begin = () => {
    const begun = create()
    let last: SnapshotFrom<Logic> | undefined
    begun.subscribe({
      next: (state: SnapshotFrom<Logic>) => void (last = state),
      error(cause: unknown) {
        crashes += 1
        if (crashes > LIMITS.restarts) {
          crash = new LatchkeyError('pairing.crashed', { cause })
          return
        }
        machine = begin()
        for (const follower of followers) follower.stop = follower.begin().unsubscribe
        restarted(machine, last)
      },
    })
    return begun
  }
  let machine = begin()
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
