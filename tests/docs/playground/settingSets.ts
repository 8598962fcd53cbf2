/** States of the playground's settings, as queries of its URL. */
import { groups, type Setting } from '../../../docs/playground/page/settings.ts'

/** A value of the setting other than its default. */
function changed(setting: Setting): string {
  switch (setting.kind) {
    case 'switch':
      return setting.on ?? setting.off ?? ''
    case 'choice':
      return setting.choices.at(-1)?.value ?? ''
    case 'color':
      return 'ffcc00'
    case 'range':
      return String(setting.min)
  }
}

const settings = groups.flatMap((group) => group.settings)

/** Every setting, changed. */
export const allChanged = new URLSearchParams([
  ...new Map(
    settings
      // Without a project ID, a part of the options is left out.
      .filter(({ name }) => name !== 'alone')
      .map((setting) => [setting.name, changed(setting)]),
  ),
])

/** Queries that together reach every part of the generated code, by name. */
export const settingSets: Readonly<Record<string, URLSearchParams>> = Object.fromEntries(
  Object.entries({
    'no setting': '',
    'no project': 'alone',
    'every setting': allChanged.toString(),
    solana: 'solana',
    bitcoin: 'bitcoin',
    'all namespaces': 'solana&bitcoin',
    'a preset': 'preset=mint&lang=auto',
    'a preset with changes': 'preset=mono&accent-dark=ffcc00&corners=8&width=400&lang=de&scheme=dark',
    'sign-in': 'sign-in&dialog&unsupported=notice',
    'optional sign-in': 'sign-in=optional&email',
  }).map(([name, query]) => [name, new URLSearchParams(query)]),
)
