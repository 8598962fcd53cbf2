import { getAccount } from '../../account/getAccount.ts'
import { getNetwork } from '../../network/getNetwork.ts'
import { getSignIn } from '../../sign-in/getSignIn.ts'
import { subscribe } from '../subscribe.ts'
import type { ReadOptions } from '../config.ts'
import { namespacesOf } from '../../connection/connections.ts'
import type { Engine } from '../engine.ts'
import type { Latchkey } from '../instance.ts'
import type { LatchkeyOptions } from '../options.ts'
import { createIconStore } from '../../icons/iconStore.ts'
import { consoleLogger, systemClock, withLevel } from '../../platform/browser.ts'
import { lazyActors } from './lazyActors.ts'
import { lazyActions } from './lazyActions.ts'
import { createCode } from './codeLoader.ts'
import { createLazyProvider } from './lazyProvider.ts'
import { createLifecycle } from './lifecycle.ts'
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
  const logger = withLevel(options.ports?.logger ?? consoleLogger, options.logLevel ?? 'error')
  const fetch = async () => {
    const engine = await fetchEngine()
    if (!lifecycle.getInstance()) lifecycle.setInstance(engine(options, read))
  }
  const code = createCode(fetch, timeouts.loadMs, (error) => logger.error(error.message, error.cause))
  const lifecycle = createLifecycle(code, {
    isUrgent: () => readPreviousVisit(options, configuration).hasStoredState,
    onStart() {
      if (readPreviousVisit(options, configuration).isDark) showDark()
    },
  })
  const { showDark, ...actors } = lazyActors(configuration, lifecycle)
  const { find, actor, watch } = actors
  const instance = { configuration, namespaces: namespacesOf(configuration), actor, find, watch }
  const actions = lazyActions(lifecycle)
  const icons = createIconStore(options.icons, { clock: options.ports?.clock ?? systemClock, loadMs: timeouts.loadMs })
  let provider: ReturnType<Latchkey['getProvider']> | undefined
  return {
    configuration,
    ...actors,
    ...actions,
    status: code.status,
    watchStatus: code.watchStatus,
    ready: (callOptions) => lifecycle.load(callOptions?.signal),
    start: lifecycle.start,
    stop: lifecycle.stop,
    featureOf: (view) => lifecycle.getInstance()?.featureOf(view),
    dispatch: (command) => lifecycle.whenStarted((loaded) => loaded.dispatch(command)),
    close: () => lifecycle.whenStarted((loaded) => loaded.close()),
    getProvider: () => (provider ??= createLazyProvider(lifecycle)),
    getAccount: (namespace) => getAccount(instance, namespace),
    getNetwork: () => getNetwork(instance),
    getSignIn: () => getSignIn(instance),
    networkImage: (network) => network.assets?.imageUrl ?? lifecycle.getInstance()?.networkImage(network),
    getIcon: icons.get,
    watchIcon: icons.watch,
    subscribe: (listener) => subscribe(instance, listener),
    inspect: (observer) => lifecycle.whenLoaded((loaded) => loaded.inspect(observer)),
  }
}
