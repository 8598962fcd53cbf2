import { getAccount } from '../../account/getAccount.ts'
import { getNetwork } from '../../network/getNetwork.ts'
import { getSignIn } from '../../sign-in/getSignIn.ts'
import { subscribe } from '../subscribe.ts'
import type { ReadOptions } from '../config.ts'
import { namespacesOf } from '../../connection/connections.ts'
import type { Engine } from '../engine.ts'
import type { Latchkey } from '../instance.ts'
import type { LatchkeyOptions } from '../options.ts'
import { consoleLogger, levelled } from '../../platform/browser.ts'
import { lazyActors } from './lazyActors.ts'
import { lazyActions } from './lazyActions.ts'
import { createCode } from './code.ts'
import { createLazyProvider } from './lazyProvider.ts'
import { createRun } from './run.ts'
import { readPreviousVisit } from './previousVisit.ts'

/**
 * An instance whose machines are loaded when the page is idle, or immediately if an earlier visit stored state or a call needs
 * them. Until then its actors show their initial state, and calls wait.
 */
export function createLazyInstance(
  options: LatchkeyOptions,
  read: ReadOptions,
  fetchEngine: () => Promise<Engine>,
): Latchkey {
  const { configuration, timeouts } = read
  const logger = levelled(options.ports?.logger ?? consoleLogger, options.logLevel ?? 'error')
  const fetch = async () => {
    const engine = await fetchEngine()
    if (!run.there()) run.take(engine(options, read))
  }
  const code = createCode(fetch, timeouts.loadMs, (error) => logger.error(error.message, error.cause))
  const run = createRun(code, {
    isUrgent: () => readPreviousVisit(options, configuration).left,
    begins() {
      if (readPreviousVisit(options, configuration).dark) showDark()
    },
  })
  const { showDark, ...actors } = lazyActors(configuration, run)
  const { find, actor, watch } = actors
  const known = { configuration, namespaces: namespacesOf(configuration), actor, find, watch }
  const asked = lazyActions(run)
  let provider: ReturnType<Latchkey['getProvider']> | undefined
  return {
    configuration,
    ...actors,
    ...asked,
    status: code.status,
    watchStatus: code.watchStatus,
    ready: (how) => run.wait(how?.signal),
    start: run.start,
    stop: run.stop,
    featureOf: (view) => run.there()?.featureOf(view),
    dispatch: (command) => run.deliver((there) => there.dispatch(command)),
    close: () => run.deliver((there) => there.close()),
    getProvider: () => (provider ??= createLazyProvider(run)),
    getAccount: (namespace) => getAccount(known, namespace),
    getNetwork: () => getNetwork(known),
    getSignIn: () => getSignIn(known),
    networkImage: (network) => network.assets?.imageUrl ?? run.there()?.networkImage(network),
    subscribe: (heard) => subscribe(known, heard),
    inspect: (seen) => run.whenThere((there) => there.inspect(seen)),
  }
}
