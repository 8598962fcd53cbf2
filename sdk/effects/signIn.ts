import { TIMING } from '../../machines/constants.ts'
import type { Filling } from '../../machines/kit/bound.ts'
import { fill } from '../../machines/kit/effects.ts'
import { signatureMachine } from '../../machines/signIn/signature.machine.ts'
import { signInMachine } from '../../machines/signIn/signIn.machine.ts'
import { signOutMachine } from '../../machines/signIn/signOut.machine.ts'
import type { Ports } from '../ports.ts'
import { keeperOf, type Keeper } from '../signIn/keeper.ts'
import type { Site } from './site.ts'

/** Looks again every five minutes while the page can be seen, and when it can be seen again. */
function lookNowAndThen({ clock, visibility }: Pick<Ports, 'clock' | 'visibility'>, look: () => void): () => void {
  let timer: unknown
  let lookedAt = clock.now()
  const stop = () => clock.clearTimeout(timer)
  const wait = () => {
    const left = Math.max(0, lookedAt + TIMING.signInLookMs - clock.now())
    timer = clock.setTimeout(() => {
      lookedAt = clock.now()
      look()
      wait()
    }, left)
  }
  const unwatch = visibility.watch(({ type }) => {
    if (type === 'page.left') return
    stop()
    if (type === 'page.shown') wait()
  })
  return () => {
    unwatch()
    stop()
  }
}

export const signInEffects = (ports: Ports, site: Site): Filling => ({
  ...fill(signatureMachine, {
    prepare: async ({ input, signal }) => (await keeperOf(ports, site)).prepare(input, signal),
    verify: async ({ input, signal }) => (await keeperOf(ports, site)).verify(input, signal),
  }),
  ...fill(signInMachine, {
    fetchSession: async ({ input, signal }) => (await keeperOf(ports, site)).find(input, signal),
    watchSessions({ sendBack }) {
      const look = () => sendBack({ type: 'signIn.lookAgain' })
      let stopped = false
      const stops: (() => void)[] = [() => void (stopped = true)]
      const watch = ({ watch: watchStored }: Keeper) => {
        if (!stopped) stops.push(watchStored(look))
      }
      // Who cannot be loaded is told of where a sign-in is looked for.
      keeperOf(ports, site).then(watch, () => {})
      stops.push(lookNowAndThen(ports, look))
      return () => stops.forEach((stop) => stop())
    },
  }),
})

export const signOutEffects = (ports: Ports, site: Site) =>
  fill(signOutMachine, {
    end: async ({ input, signal }) => (await keeperOf(ports, site)).end(input, signal),
  })
