import type { Configuration } from '../../machines/project/configuration.types.ts'
import {
  systemConfigurationOf,
  withImplementations,
  addImplementations,
  setFeatureLogic,
  type Implementations,
} from '../../machines/core/implementations.ts'
import type { AnySystem } from '../../machines/core/contract.ts'
import { implement } from '../../machines/core/actors.ts'
import { configureFeatures } from '../../machines/core/feature.ts'
import { loaderMachine } from '../../machines/core/loader.machine.ts'
import { latchkeyMachine } from '../../machines/core/latchkey.machine.ts'
import type { AppSettings } from './appSettings.ts'
import { featuresOf, type Entry } from './features.ts'
import { loadErrorTexts } from '../platform/loadErrorTexts.ts'
import type { Ports } from './ports.ts'

/**
 * The root machine with the features of an app. Loaded features get their effects immediately, lazy ones once they are loaded.
 */
export function latchkeyLogic(
  ports: Ports,
  configuration: Configuration,
  baseSettings: Omit<AppSettings, 'prepareAccount'>,
  features: readonly Entry[] = featuresOf(configuration.namespaces),
) {
  const settings: AppSettings = { ...baseSettings, prepareAccount }
  /** The effects of lazy features by name. Created once and shared by every root. */
  const loadedImplementations = new Map<string, Implementations>()
  async function load(system: AnySystem, { name, load: loadLogic, effects }: Entry): Promise<void> {
    const [logic, implementationsOf] = await Promise.all([
      loadLogic(),
      typeof effects === 'function' ? effects : effects.load(),
      loadErrorTexts(),
    ])
    const implementations = loadedImplementations.get(name) ?? implementationsOf(ports, settings)
    loadedImplementations.set(name, implementations)
    addImplementations(system, implementations)
    setFeatureLogic(system, name, logic)
  }
  function prepareAccount(system: AnySystem): void {
    const missing = systemConfigurationOf(system).features.filter(
      ({ scope, eager, logic }) => scope === 'account' && eager && logic === undefined,
    )
    for (const { name } of missing) {
      const entry = features.find((feature) => feature.name === name)
      // It is loaded again on first use, which reports a failure.
      if (entry) load(system, entry).catch(() => {})
    }
  }
  const loading = implement(loaderMachine, {
    async load({ input: { name }, system }) {
      const entry = features.find((feature) => feature.name === name)
      if (!entry) throw new Error(`No feature is called "${name}".`)
      await load(system, entry)
    },
  })
  const eagerEffects = features.map(({ effects }) => (typeof effects === 'function' ? effects(ports, settings) : {}))
  const implementations = Object.assign({}, loading, ...eagerEffects) as typeof loading
  return withImplementations(
    latchkeyMachine,
    implementations,
    settings.timeouts,
    configureFeatures(features, configuration),
  )
}
