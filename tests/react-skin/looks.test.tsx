import '@fontsource-variable/inter'
import '@fontsource-variable/noto-sans-arabic'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, server } from 'vitest/browser'
import { full } from '../support/full.ts'
import { en } from '../../react-skin/strings/en.ts'
import { account } from './looks/account.ts'
import { connecting } from './looks/connecting.ts'
import { embedded } from './looks/embedded.ts'
import { faults } from './looks/faults.ts'
import { names } from './looks/names.ts'
import { pay } from './looks/pay.ts'
import { namespaces } from './looks/namespaces.ts'
import { onramp } from './looks/onramp.ts'
import { own } from './looks/own.tsx'
import { signIn } from './looks/signIn.ts'
import { smartSession } from './looks/smartSession.ts'
import { swap } from './looks/swap.ts'
import type { Stage } from './looks/stage.tsx'
import { transfer } from './looks/transfer.ts'
import { lettersOf, settled } from './support.tsx'

const scenes = {
  ...connecting,
  ...account,
  ...signIn,
  ...embedded,
  ...smartSession,
  ...transfer,
  ...names,
  ...swap,
  ...pay,
  ...namespaces,
  ...onramp,
  ...own,
}
const devices = { desktop: { width: 900, height: 900 }, phone: { width: 390, height: 844 } } as const
const stages = (Object.keys(devices) as (keyof typeof devices)[]).flatMap((device) =>
  (['en', 'ar'] as const).map((locale) => ({ device, locale, phone: device === 'phone' })),
) satisfies (Stage & { device: keyof typeof devices })[]
const themes = ['light', 'dark'] as const
/** These two differ in everything; the other six are for `npm run test:full`. */
const first = ['desktop en light', 'phone ar dark']
/** Of the other states of views, which have a comma in their names, `npm test` looks at each on one of the two, in turn. */
const others = Object.keys(scenes).filter((name) => name.includes(','))
const inTest = (name: string) => (name.includes(',') ? [first[others.indexOf(name) % 2]] : first)
const looked = (name: string, stage: { device: string; locale: string }) =>
  themes.filter((theme) => full || inTest(name).includes(`${stage.device} ${stage.locale} ${theme}`))
/** A view as one mostly sees it is pictured on every stage; its other states once from each side. */
const pictured = (name: string, ...stage: string[]) => !name.includes(',') || first.includes(stage.join(' '))
/** As on the picture of that name. Letters are drawn in other ways elsewhere; what is not where it should be is found everywhere. */
const same = async (picture: string) => {
  if (server.platform !== 'linux') return
  const layer = document.querySelector('[data-mode="dialog"]')
  // What the snackbar says stands beside the card.
  const drawn = picture.startsWith('Snackbar') && layer ? page.elementLocator(layer) : page.getByRole('dialog')
  await expect.element(drawn).toMatchScreenshot(picture)
}

beforeAll(async () => {
  const fonts = document.createElement('style')
  fonts.textContent = `[data-latchkey] { --latchkey-font: 'Inter Variable', 'Noto Sans Arabic Variable';
    --latchkey-font-mono: 'Inter Variable' }
    /* Wherever the pointer was left, it is over nothing. */
    * { pointer-events: none !important }
    /* Half a pixel of the window would be rounded this way or that. */
    [data-latchkey][data-latchkey][data-mode='dialog'] { align-items: start } body { margin: 0; background: #c8ccd4 }`
  document.head.append(fonts)
  await Promise.all(
    ['400', '500', '600', '700'].flatMap((weight) => [
      document.fonts.load(`${weight} 16px 'Inter Variable'`),
      document.fonts.load(`${weight} 16px 'Noto Sans Arabic Variable'`, 'محفظة'),
    ]),
  )
  return () => page.viewport(414, 896)
})

test('every view is looked at', () => {
  expect(Object.keys(en.titles).filter((view) => !(view in scenes))).toEqual([])
})

test.each([
  ['<p style="width: 500px; text-align: end">wide</p>', ['outside the card: wide']],
  ['<p style="width: 9px; overflow: hidden; white-space: nowrap">cut</p>', ['cut off by P: cut']],
  ['<p style="height: 2px; overflow: hidden; font-size: 20px">flat</p>', ['cut off by P: flat']],
  [
    '<p style="margin: 0 0 -20px; line-height: 20px">one</p><p style="margin: 0; line-height: 20px">two</p>',
    ['one on the other: one and two'],
  ],
  ['<p style="width: 20px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">shortened</p>', []],
  ['<div style="height: 20px; overflow: auto"><p style="height: 90px"></p><p>scrolled to</p></div>', []],
])('a fault would be noticed: %s', (content, found) => {
  const card = document.body.appendChild(document.createElement('section'))
  onTestFinished(() => card.remove())
  card.dataset['part'] = 'card'
  card.style.width = '200px'
  card.innerHTML = content
  expect(faults()).toEqual(found)
})

/** The main views with the letters that a visitor has made half as large again. */
const large = ['Connect', 'Account', 'WalletSend, complete', 'Swap']
test.each(
  Object.entries(scenes)
    .filter(([name]) => large.includes(name))
    .flatMap(([name, scene]) =>
      (['phone en light', 'phone ar dark'] as const).map((picture) => [name, picture, scene] as const),
    ),
)('looks as it did when it was looked at, with larger letters: %s, %s', async (name, picture, scene) => {
  const [locale, theme] = picture.endsWith('ar dark') ? (['ar', 'dark'] as const) : (['en', 'light'] as const)
  await page.viewport(devices.phone.width, devices.phone.height)
  await lettersOf(24)
  const latchkey = await scene({ locale, phone: true })
  await vi.waitFor(() => expect(document.querySelector('[data-mode="dialog"]')?.getAttribute('lang')).toMatch(locale))
  latchkey.send({ type: 'theme.set', choice: theme })
  await vi.waitFor(() => expect(document.querySelector(`[data-scheme="${theme}"]`)).not.toBeNull())
  await settled()
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  expect(faults()).toEqual([])
  await same(`${name}, large letters, ${picture}`)
})

describe.each(Object.entries(scenes))('%s', (name, scene) => {
  test.each(stages.filter((stage) => looked(name, stage).length > 0))(
    'looks as it did when it was looked at: $device, $locale',
    async (stage) => {
      const { device, locale } = stage
      await page.viewport(devices[device].width, devices[device].height)
      const latchkey = await scene(stage)
      await vi.waitFor(() =>
        expect(document.querySelector('[data-mode="dialog"]')?.getAttribute('lang')).toMatch(locale),
      )
      for (const theme of looked(name, stage)) {
        latchkey.send({ type: 'theme.set', choice: theme })
        await vi.waitFor(() => expect(document.querySelector(`[data-scheme="${theme}"]`)).not.toBeNull())
        await settled()
        // Whether what has the focus shows it depends on what came before.
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
        expect(faults()).toEqual([])
        if (pictured(name, device, locale, theme)) await same(`${name} ${device} ${locale} ${theme}`)
      }
    },
  )
})
