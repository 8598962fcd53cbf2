/** The pure parts of the playground's page: the selected appearance, and the generated code. */
import { describe, expect, test } from 'vitest'
import { compile } from 'svelte/compiler'
import { compileScript, compileTemplate, parse } from 'vue/compiler-sfc'
import { codeFile, frameworkIn, frameworks, type Framework } from '../../../docs/playground/page/code.ts'
import {
  accentContrast,
  contrast,
  readAppearance,
  readScheme,
  themeOf,
} from '../../../docs/playground/page/appearance.ts'
import {
  changedCount,
  choiceIn,
  choiceValue,
  groups,
  isOn,
  switchValue,
} from '../../../docs/playground/page/settings.ts'
import { failureLabels } from '../../../mocks/sandbox/panel/panelEntry.ts'
import { presets } from '../../../react-skin/index.ts'
import { allChanged, settingSets } from './settingSets.ts'

const queryOf = (text: string) => new URLSearchParams(text)

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
  test('is read from the URL without unknown values', () => {
    expect(readAppearance(queryOf('preset=ember&corners=4&frame=phone&lang=auto&accent-dark=ffcc00'))).toEqual({
      preset: 'ember',
      dark: '#ffcc00',
      corners: 4,
      locale: 'auto',
      frame: 'phone',
    })
    expect(readAppearance(queryOf('preset=gone&lang=xx&width=400&corners=99&accent-light=red'))).toEqual({ width: 400 })
    expect([readScheme(queryOf('scheme=dark')), readScheme(queryOf('scheme=pink'))]).toEqual(['dark', 'system'])
  })
})

describe('the settings', () => {
  const settings = groups.flatMap((group) => group.settings)
  test('are in the groups of the panel, and have unique names except for dependent ones', () => {
    expect(groups.map(({ title }) => title)).toEqual([
      'Wallets',
      'Networks',
      'Features',
      'Account',
      'Appearance',
      'Conditions',
      'Language',
    ])
    const names = settings.filter(({ when }) => !when || when(queryOf(''))).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })
  test('have a switch for each feature', () => {
    const features = groups.find(({ title }) => title === 'Features')?.settings ?? []
    const labels = features.filter(({ kind }) => kind === 'switch').map(({ label }) => label)
    expect(labels).toEqual(['Email', 'Social', 'Swap', 'Buy', 'Pay', 'Sessions', 'Names', 'Sign-in', 'Analytics'])
  })
  test('are the same again after they are written to a URL', () => {
    const queryWith = (name: string, value: string | undefined) =>
      new URLSearchParams(value === undefined ? [] : [[name, value]])
    for (const setting of settings.filter((one) => one.kind === 'switch')) {
      const states = [true, false].map((on) => isOn(setting, queryWith(setting.name, switchValue(setting, on))))
      expect(states).toEqual([true, false])
    }
    for (const setting of settings.filter((one) => one.kind === 'choice')) {
      const values = [...setting.choices, ...(setting.more?.choices ?? [])].map(({ value }) => value)
      expect(values.map((value) => choiceIn(setting, queryWith(setting.name, choiceValue(setting, value))))).toEqual(
        values,
      )
    }
  })
  test('leave the URL empty by default, and count as changed otherwise', () => {
    expect(groups.map((group) => changedCount(group, queryOf('')))).toEqual([0, 0, 0, 0, 0, 0, 0])
    expect(groups.map((group) => changedCount(group, allChanged))).not.toContain(0)
    expect(groups.map((group) => changedCount(group, queryOf('sign-in&lang=de&node=slow')))).toEqual([
      0, 0, 1, 0, 0, 1, 1,
    ])
  })
  test('name every failure that all wallets have', () => {
    const wallet = settings.find(({ name }) => name === 'wallet')
    const values = wallet?.kind === 'choice' ? wallet.choices.map(({ value }) => value) : []
    expect(values).toEqual(expect.arrayContaining(Object.keys(failureLabels)))
  })
})

describe('the generated code', () => {
  const codeOf = (framework: Framework, query: string) => codeFile(framework, queryOf(query)).code
  test('leaves out defaults', () => {
    expect(codeOf('react', 'alone')).toBe(`import { createLatchkey, mainnet } from 'latchkey'
import { ConnectButton, LatchkeyModal, LatchkeyProvider } from 'latchkey/react'
import 'latchkey/react/styles.css'

const latchkey = createLatchkey({
  networks: [mainnet],
})

export const Wallet = () => (
  <LatchkeyProvider latchkey={latchkey}>
    <ConnectButton />
    <LatchkeyModal />
  </LatchkeyProvider>
)
`)
    expect(codeOf('vue', 'alone')).toContain(`const latchkey = createLatchkey({
  networks: networks.filter(({ id }) => id === 1),
})`)
  })
  test.each(Object.keys(frameworks) as Framework[])('contains every option in %s', (framework) => {
    const code = codeFile(framework, allChanged).code
    for (const text of [
      "projectId: 'your project id',",
      'embedded: false,',
      "theme: 'dark',",
      'debug: true,',
      "unsupportedChain: 'nothing',",
      'enableWalletConnect: false,',
      'enableWalletGuide: false,',
      'features: { email: true, socials: true, swaps: true, onramp: true, pay: true, smartSessions: true, names: false },',
      "secureSite: 'https://your-secure-site.example',",
      "siwx: { server: 'https://your-server.example/sign-in' },",
      "analytics: 'api',",
      "{ rpcUrls: ['https://your-esplora.example/api'] }",
      'locale="auto"',
    ])
      expect(code).toContain(text)
    expect(code).not.toContain('featuredWalletIds')
  })
  test('names a preset, and writes out a custom theme', () => {
    expect(codeOf('react', 'preset=mint&lang=auto')).toContain(
      '<LatchkeyProvider latchkey={latchkey} locale="auto" theme={presets.mint}>',
    )
    const own = codeOf('react', 'corners=0')
    expect(own).toContain("import { ConnectButton, LatchkeyModal, LatchkeyProvider, type Theme } from 'latchkey/react'")
    expect(own).toContain("const theme: Theme = {\n  radiusCard: '0px',")
    expect(own).toContain('theme={theme}')
    expect(codeOf('plain', 'preset=mint')).toContain('--latchkey-accent: #0b6b4f;')
    expect(codeOf('plain', 'preset=mint')).toMatch(
      /latchkey-modal\[data-scheme='dark'\] \{\s+--latchkey-accent: #6fe0b5;/,
    )
  })
  test.each(Object.keys(settingSets))('compiles with the compilers of Vue and Svelte: %s', (name) => {
    const query = settingSets[name] ?? queryOf('')
    const vue = codeFile('vue', query).code
    const { descriptor, errors } = parse(vue)
    expect(errors).toEqual([])
    const { bindings } = compileScript(descriptor, { id: 'wallet' })
    expect(bindings).toMatchObject({ latchkey: expect.anything() })
    const template = compileTemplate({
      id: 'wallet',
      filename: 'Wallet.vue',
      source: descriptor.template?.content ?? '',
      compilerOptions: { isCustomElement: (tag) => tag.startsWith('latchkey-') },
    })
    expect(template.errors).toEqual([])
    expect(template.code).toContain('latchkey-modal')
    const { js, warnings } = compile(codeFile('svelte', query).code, { filename: 'Wallet.svelte' })
    expect(warnings.map(({ message }) => message)).toEqual([])
    expect(js.code).toContain('latchkey-modal')
  })
  test('is of the framework in the URL', () => {
    expect([frameworkIn(queryOf('code=vue')), frameworkIn(queryOf('code=cobol'))]).toEqual(['vue', 'react'])
  })
})
