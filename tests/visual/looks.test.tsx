import '@fontsource-variable/inter'
import '@fontsource-variable/noto-sans-arabic'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, server } from 'vitest/browser'
import { full } from '../support/full.ts'
import { en } from '../../react-skin/strings/en.ts'
import { barriers, lost, zoomed } from './access.ts'
import { faults } from './faults.ts'
import { isState, scenes } from './scenes.ts'
import type { Stage } from './stage.tsx'
import { lettersOf, settled } from '../react-skin/support.tsx'

const devices = { desktop: { width: 900, height: 900 }, phone: { width: 390, height: 844 } } as const
const stages = (Object.keys(devices) as (keyof typeof devices)[]).flatMap((device) =>
  (['en', 'ar'] as const).map((locale) => ({ device, locale, phone: device === 'phone' })),
) satisfies (Stage & { device: keyof typeof devices })[]
const themes = ['light', 'dark'] as const
/**
 * Every view has pictures on these two stages, which differ in size and color. `npm test` compares only the second of them, for
 * the views of `main`.
 */
const inTest = ['desktop en light', 'phone en dark']
/** The views that users see most have pictures of the other stages too. */
const main = [
  'Account',
  'Activity',
  'AllWallets',
  'ApproveTransaction',
  'Connect',
  'ConnectingExternal',
  'ConnectingWalletConnect',
  'EmailVerifyOtp',
  'Networks',
  'Pay',
  'Profile',
  'SIWXSignMessage',
  'Swap',
  'SwapPreview',
  'WalletReceive',
  'WalletSend',
  'WalletSendPreview',
]
/** States have no pictures, but their layout is checked. `npm test` checks those that show what their views do not. */
const statesInTest = [
  'Account, some tokens missing',
  'BuyInProgress, blocked',
  'Connect, with an alert',
  'Connect, with e-mail and accounts',
  'ConnectingExternal, declined',
  'Snackbar, success',
  'WalletSend, faults',
]
const inTestRun = (name: string) => full || !isState(name) || statesInTest.includes(name)
const themesOf = (name: string, { device, locale }: { device: string; locale: string }) =>
  themes.filter((theme) => {
    const stage = inTest.indexOf(`${device} ${locale} ${theme}`)
    return full || stage === 0 || (stage === 1 && main.includes(name))
  })
const hasPicture = (name: string, stage: string) =>
  inTest.includes(stage)
    ? !isState(name)
    : main.includes(name) && (!stage.includes(' ar ') || stage === 'phone ar dark')
/**
 * Compares with the picture of that name, on Linux only, because text is rendered differently elsewhere. `faults` checks the
 * layout everywhere.
 */
const same = async (picture: string) => {
  if (server.platform !== 'linux') return
  const layer = document.querySelector('[data-mode="dialog"]')
  // The snackbar's message appears next to the card.
  const drawn = picture.startsWith('Snackbar') && layer ? page.elementLocator(layer) : page.getByRole('dialog')
  await expect.element(drawn).toMatchScreenshot(picture)
}

/** Keeps the pointer over nothing, wherever it was left. */
const pointer = document.createElement('style')
pointer.textContent = '* { pointer-events: none !important }'

/** What a view loses in a window of this size. */
async function lostIn(width: number, height: number, scale: number) {
  await zoomed(width, height, scale)
  await settled()
  pointer.disabled = true
  const found = lost(width < 360)
  pointer.disabled = false
  return found
}

beforeAll(async () => {
  const fonts = document.createElement('style')
  fonts.textContent = `[data-latchkey] { --latchkey-font: 'Inter Variable', 'Noto Sans Arabic Variable';
    --latchkey-font-mono: 'Inter Variable' }
    /* Half a pixel of the window would be rounded this way or that. */
    [data-latchkey][data-latchkey][data-mode='dialog'] { align-items: start } body { margin: 0; background: #c8ccd4 }`
  document.head.append(fonts, pointer)
  await Promise.all(
    ['400', '500', '600', '700'].flatMap((weight) => [
      document.fonts.load(`${weight} 16px 'Inter Variable'`),
      document.fonts.load(`${weight} 16px 'Noto Sans Arabic Variable'`, 'محفظة'),
    ]),
  )
  return () => {
    fonts.remove()
    pointer.remove()
  }
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

/** The main views with letters that the user has made half as large again. */
const large = ['Connect', 'Account', 'WalletSend, complete', 'Swap']
test.runIf(full).each(
  Object.entries(scenes)
    .filter(([name]) => large.includes(name))
    .flatMap(([name, scene]) =>
      (['phone en light', 'phone ar dark'] as const).map((picture) => [name, picture, scene] as const),
    ),
)('looks like its picture with larger letters: %s, %s', async (name, picture, scene) => {
  const [locale, theme] = picture.endsWith('ar dark') ? (['ar', 'dark'] as const) : (['en', 'light'] as const)
  await page.viewport(devices.phone.width, devices.phone.height)
  await lettersOf(24)
  const latchkey = await scene({ locale, phone: true })
  await vi.waitFor(() => expect(document.querySelector('[data-mode="dialog"]')?.getAttribute('lang')).toMatch(locale))
  latchkey.dispatch({ type: 'theme.set', choice: theme })
  await vi.waitFor(() => expect(document.querySelector(`[data-scheme="${theme}"]`)).not.toBeNull())
  await settled()
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  expect(faults()).toEqual([])
  await same(`${name}, large letters, ${picture}`)
})

/** Scenes with names that are too long for any row in the smallest windows. */
const withLongNames = ['Account, long names and large amounts', 'Pay', 'SmartSessionList', 'SwapSelectToken']

const inRun = Object.entries(scenes).filter(([name]) => inTestRun(name))
describe.each(inRun)('%s', (name, scene) => {
  test.each(stages.filter((stage) => themesOf(name, stage).length > 0))(
    'fits its card, looks like its pictures, and can be used by everyone: $device, $locale',
    async (stage) => {
      const { device, locale } = stage
      await page.viewport(devices[device].width, devices[device].height)
      const latchkey = await scene(stage)
      await vi.waitFor(() =>
        expect(document.querySelector('[data-mode="dialog"]')?.getAttribute('lang')).toMatch(locale),
      )
      for (const theme of themesOf(name, stage)) {
        latchkey.dispatch({ type: 'theme.set', choice: theme })
        await vi.waitFor(() => expect(document.querySelector(`[data-scheme="${theme}"]`)).not.toBeNull())
        await settled()
        // Whether the focus is shown depends on what happened before.
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
        expect(faults()).toEqual([])
        const picture = `${device} ${locale} ${theme}`
        if (hasPicture(name, picture)) await same(`${name} ${picture}`)
        expect(theme === 'light' ? await barriers() : []).toEqual([])
      }
      // Arabic texts take more lines.
      const fits = device === 'desktop' && (locale === 'en' || !withLongNames.includes(name))
      expect(fits ? await lostIn(320, 256, 4) : []).toEqual([])
    },
  )

  test.runIf(full && !isState(name) && !withLongNames.includes(name)).each([false, true])(
    'loses nothing when it is zoomed, and with letters twice as large: in the page %s',
    async (embedded) => {
      await scene({ locale: 'en', phone: false, embedded })
      expect(await lostIn(320, 256, 4)).toEqual([])
      expect(await lostIn(640, 360, 2)).toEqual([])
      await lettersOf(32)
      expect(await lostIn(320, 640, 1)).toEqual([])
    },
  )
})
