import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { fakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import { LatchkeyModal, LatchkeyProvider, presets, themeCss, type Theme } from '../../react-skin/index.ts'
import { instance, loaded, settled, violations } from './support.tsx'

const shown = async (theme: Theme | undefined, scheme: 'light' | 'dark') => {
  const latchkey = instance(fakeWallet(), { theme: scheme })
  const screen = await render(
    <LatchkeyProvider latchkey={latchkey} {...(theme && { theme })}>
      <LatchkeyModal />
    </LatchkeyProvider>,
  )
  await loaded(latchkey)
  const root = document.querySelector<HTMLElement>('[data-latchkey]')
  if (!root) throw new Error('nothing is shown')
  const property = (name: string) => getComputedStyle(root).getPropertyValue(`--latchkey-${name}`).trim()
  return { latchkey, screen, root, property }
}

test('a theme replaces the default in both schemes or in one, and can be removed', async () => {
  const theme: Theme = { radiusCard: '3px', light: { accent: '#010203' }, dark: { accent: '#fafbfc' } }
  const { latchkey, root, property, screen } = await shown(theme, 'light')
  expect([property('accent'), property('radius-card')]).toEqual(['#010203', '3px'])
  latchkey.dispatch({ type: 'theme.set', choice: 'dark' })
  await expect.poll(() => property('accent')).toBe('#fafbfc')
  expect(property('radius-card')).toBe('3px')
  await screen.rerender(
    <LatchkeyProvider latchkey={latchkey}>
      <LatchkeyModal />
    </LatchkeyProvider>,
  )
  await expect.poll(() => root.style.length).toBe(0)
  expect(property('radius-card')).toBe('16px')
})

test('derived colors are mixed from the accent', async () => {
  const { property, root } = await shown({ light: { accent: '#008000' } }, 'light')
  const probe = document.createElement('i')
  root.append(probe)
  probe.style.color = 'var(--latchkey-accent-soft)'
  const [red = 0, green = 0] = (getComputedStyle(probe).color.match(/[\d.]+/g) ?? []).map(Number)
  expect(property('accent')).toBe('#008000')
  expect(green).toBeGreaterThan(red)
  probe.remove()
})

test.each(
  Object.entries(presets).flatMap(([name, preset]) =>
    (['light', 'dark'] as const).map((scheme) => [name, scheme, preset] as const),
  ),
)('axe finds no violation in %s, %s', async (_, scheme, preset) => {
  const { latchkey, screen } = await shown(preset, scheme)
  await settled()
  expect(await violations()).toEqual([])
  await latchkey.connect({ connectorId: 'fake' })
  await expect.element(screen.getByRole('button', { name: 'Send' })).toBeVisible()
  await settled()
  expect(await violations()).toEqual([])
})

test('a theme can be written as a style sheet', () => {
  expect(themeCss({ width: '400px', light: { accentSoft: 'red' }, dark: { text: 'white' } })).toBe(
    `[data-latchkey] {
  --latchkey-width: 400px;
  --latchkey-accent-soft: red;
}
[data-latchkey][data-scheme='dark'] {
  --latchkey-width: 400px;
  --latchkey-text: white;
}
`,
  )
  expect(themeCss({})).toBe('')
})

test.each(['red; color: blue', 'red}', 'red{', '</style><script>'])(
  'a theme with the value %s is refused as a style sheet',
  (value) => {
    for (const theme of [{ width: value }, { light: { accentSoft: value } }, { dark: { text: value } }])
      expect(() => themeCss(theme)).toThrow(/^themeCss: --latchkey-[a-z-]+ must not contain/)
  },
)

test('`themeCss` rejects a theme with an invalid property name', () => {
  const theme = '{"a:b}</style><script>alert(1)</script>":"x"}'
  for (const text of [theme, `{"light":${theme}}`, `{"dark":${theme}}`])
    expect(() => themeCss(JSON.parse(text) as Theme)).toThrow(TypeError)
})
