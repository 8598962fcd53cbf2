/** The sizes of what apps load. None may grow or shrink by more than 2 %, or 0.1 kB, without an update of sizes.json. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ourPage } from '../bench/pages.ts'
import { sizesOf } from '../bench/size.ts'
import { sizesOfWaysIn, WITH_MACHINES } from '../bench/waysIn.ts'

const TOLERANCE = 0.02
/** The rounding error of very small sizes, in kB. */
const ROUNDING = 0.15
const REACT = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime']
/** The packages in the initial chunks. All others are loaded with the features that need them. */
const AT_ONCE = [
  '@radix-ui/react-compose-refs',
  '@radix-ui/react-slot',
  '@xstate/react',
  'react',
  'react-dom',
  'scheduler',
  'use-isomorphic-layout-effect',
  'use-sync-external-store',
]
const written = JSON.parse(readFileSync(new URL('sizes.json', import.meta.url), 'utf8')) as Record<string, number>

/** Modules that load later: the dialog, its texts, and the machines once the page is idle. */
const LATER = ['react-skin/strings/en.ts', 'react-skin/strings/strings.tsx', 'sdk/instance/engine.ts']

/** The sizes that differ from the recorded ones by more than the tolerance, rounded as they are recorded. */
const strayed = (measured: Record<string, number>, known: Record<string, number>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(measured).filter(
      ([name, size]) =>
        Math.abs(size - (known[name] ?? 0)) > Math.max(ROUNDING, (known[name] ?? 0) * TOLERANCE) || !(name in known),
    ),
  )

test(
  'the headless core, the skin and a page have their recorded sizes, in kB gzipped',
  { timeout: 300_000 },
  async () => {
    const [core, whole, skin, page, devtools] = [
      await sizesOf("export { createLatchkey } from '~/sdk/index.ts'"),
      await sizesOf(WITH_MACHINES),
      await sizesOf("export { LatchkeyModal, LatchkeyProvider } from '~/react-skin/index.ts'", REACT),
      await sizesOf(ourPage),
      await sizesOf("export { mountDevtools } from '~/sdk/devtools/index.ts'"),
    ]
    const kB = (value: number) => Math.round(value * 10) / 10
    const measured = {
      core: kB(core.atOnce),
      engine: kB(core.loadedWith('sdk/instance/engine.ts')),
      eip155: kB(whole.loadedWith('sdk/chains/eip155/adapter.ts')),
      solana: kB(whole.loadedWith('sdk/chains/solana/adapter.ts')),
      bip122: kB(whole.loadedWith('sdk/chains/bip122/adapter.ts')),
      skin: kB(skin.atOnce),
      page: kB(page.atOnce),
      dialog: kB(page.loadedWith('react-skin/shell/Dialog.tsx')),
      devtools: kB(devtools.atOnce),
      devtoolsPanel: kB(devtools.loadedWith('sdk/devtools/panel/mountPanel.tsx')),
      card: kB(skin.loadedWith('react-skin/shell/EmbeddedCard.tsx')),
      ...Object.fromEntries(Object.entries(sizesOfWaysIn(whole)).map(([name, size]) => [name, kB(size)])),
    }
    expect(page.packages).toEqual(AT_ONCE)
    expect(page.modules).toContain('react-skin/strings/early.ts')
    expect(page.modules.filter((module) => LATER.includes(module))).toEqual([])
    expect(strayed(measured, written)).toEqual({})
  },
)

test('growth, shrinking and missing sizes are reported', () => {
  expect(strayed({ a: 101.9, b: 102.1, c: 97, d: 1 }, { a: 100, b: 100, c: 100 })).toEqual({ b: 102.1, c: 97, d: 1 })
})
