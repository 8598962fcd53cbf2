/** The pure parts of the playground's page: the selected appearance, and the generated code. */
import { describe, expect, test } from 'vitest'
import { optionsCode, reactCode, type PageState } from '../../../docs/playground/page/code.ts'
import {
  accentContrast,
  contrast,
  readAppearance,
  storeAppearance,
  themeOf,
  type Appearance,
} from '../../../docs/playground/page/appearance.ts'
import { memoryStorage } from '../../../mocks/index.ts'
import { presets } from '../../../react-skin/index.ts'
import { createLatchkey, type LatchkeyOptions } from '../../../sdk/index.ts'

describe('an appearance', () => {
  test('has no theme while nothing is selected, and an unchanged preset while nothing else is', () => {
    expect(themeOf({ locale: 'auto', frame: 'phone' })).toBeUndefined()
    expect(themeOf({ preset: 'mint' })).toEqual(presets.mint)
  })
  test('changes what is selected and keeps the rest; text on an accent gets the more readable color', () => {
    expect(themeOf({ preset: 'mint', light: '#ffdd00', dark: '#101080', corners: 8, width: 400 })).toEqual({
      ...presets.mint,
      radiusCard: '8px',
      radiusRow: '6px',
      radiusPicture: '5px',
      radiusTag: '3px',
      width: '400px',
      light: { ...presets.mint.light, accent: '#ffdd00', onAccent: '#14161b' },
      dark: { ...presets.mint.dark, accent: '#101080', onAccent: '#ffffff' },
    })
  })
  test('measures contrast as in WCAG, against the card behind the accent', () => {
    expect(contrast('#000000', '#ffffff')).toBe(21)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
    expect(contrast('#ffffff', '#777777')).toBe(contrast('#777777', '#ffffff'))
    expect(accentContrast({ light: '#ffdd00' }, 'light')).toBeLessThan(1.5)
    expect(accentContrast({ light: '#ffdd00' }, 'dark')).toBeGreaterThan(4.5)
    expect(accentContrast({ preset: 'mono' }, 'dark')).toBeCloseTo(contrast('#f1f3f8', '#0e0f11'))
  })
  test('survives a reload; unknown values are dropped', () => {
    const storage = memoryStorage()
    const appearance: Appearance = { preset: 'ember', corners: 4, frame: 'phone', locale: 'auto' }
    storeAppearance(storage, appearance)
    expect(readAppearance(storage)).toEqual(appearance)
    storage.setItem('playground.look', '{"preset":"gone","locale":"xx","width":400}')
    expect(readAppearance(storage)).toEqual({ width: 400 })
    storage.setItem('playground.look', 'no json')
    expect(readAppearance(storage)).toEqual({})
  })
})

describe('the generated code', () => {
  const shown = (options: LatchkeyOptions = {}, more: Partial<PageState> = {}): PageState => ({
    appearance: {},
    scheme: 'system',
    namespaces: [],
    configuration: createLatchkey(options).configuration,
    ...more,
  })
  test('leaves out defaults', () => {
    expect(optionsCode(shown())).toBe(`import { createLatchkey, mainnet } from 'latchkey'

export const latchkey = createLatchkey({
  networks: [mainnet],
})
`)
    expect(reactCode(shown())).toContain('<LatchkeyProvider latchkey={latchkey}>')
  })
  test("contains what is selected, but never the page's own project id", () => {
    const code = optionsCode(
      shown(
        {
          projectId: 'secret',
          embedded: false,
          debug: true,
          unsupportedChain: 'nothing',
          featuredWalletIds: ['a', 'b'],
        },
        { scheme: 'dark', namespaces: ['solana'] },
      ),
    )
    expect(code).not.toContain('secret')
    expect(code).toBe(`import { createLatchkey, mainnet, solana } from 'latchkey'

export const latchkey = createLatchkey({
  projectId: 'your project id',
  networks: [mainnet, solana],
  embedded: false,
  theme: 'dark',
  debug: true,
  unsupportedChain: 'nothing',
  featuredWalletIds: [
    'a',
    'b',
  ],
})
`)
  })
  test('contains your own server for Bitcoin, which has no public one', () => {
    expect(optionsCode(shown({}, { namespaces: ['solana', 'bitcoin'] })))
      .toBe(`import { bitcoin, createLatchkey, defineNetwork, mainnet, solana } from 'latchkey'

export const latchkey = createLatchkey({
  networks: [mainnet, solana, defineNetwork(bitcoin, { rpcUrls: ['https://your-esplora.example/api'] })],
})
`)
  })
  test('names a preset, writes out a custom theme, and passes a language', () => {
    expect(reactCode(shown({}, { appearance: { preset: 'mint', locale: 'auto' } }))).toContain(
      '<LatchkeyProvider latchkey={latchkey} locale="auto" theme={presets.mint}>',
    )
    const own = reactCode(shown({}, { appearance: { corners: 0 } }))
    expect(own).toContain("import { ConnectButton, LatchkeyModal, LatchkeyProvider, type Theme } from 'latchkey/react'")
    expect(own).toContain("const theme: Theme = {\n  radiusCard: '0px',")
    expect(own).toContain('theme={theme}')
  })
})
