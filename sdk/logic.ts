import type { AnyActorLogic } from 'xstate'
import type { Configuration } from '../machines/entities/configuration.ts'
import { filled, fillMore } from '../machines/kit/bound.ts'
import { fill } from '../machines/kit/effects.ts'
import { ofSite } from '../machines/kit/feature.ts'
import { loaderMachine } from '../machines/kit/loader.machine.ts'
import { latchkeyMachine } from '../machines/root/latchkey.machine.ts'
import type { Site } from './effects/site.ts'
import { featuresOf, type Entry } from './features.ts'
import type { Ports } from './ports.ts'

/** The root with the features of a site: the slots of those that are there are filled, and of the others once they are loaded. */
export function latchkeyLogic(
  ports: Ports,
  configuration: Configuration,
  site: Site,
  features: readonly Entry[] = featuresOf(configuration.namespaces),
) {
  const loading = fill(loaderMachine, {
    async load({ input: { name }, system }): Promise<AnyActorLogic> {
      const found = features.find((known) => known.name === name)
      if (!found) throw new Error(`No feature is called "${name}".`)
      const { load, effects } = found
      const [logic, filling] = await Promise.all([load(), typeof effects === 'function' ? effects : effects.load()])
      fillMore(system, filling(ports, site))
      return logic
    },
  })
  const there = features.map(({ effects }) => (typeof effects === 'function' ? effects(ports, site) : {}))
  const filling = Object.assign({}, loading, ...there) as typeof loading
  return filled(latchkeyMachine, filling, site.timeouts, ofSite(features, configuration))
}
