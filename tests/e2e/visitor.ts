/** Steps of a user in the playground: with the embedded wallet, in its windows and its frame, and to a transfer or a swap. */
import type { Locator, Page } from 'playwright/test'
import { expect, inject } from 'vitest'
import type { Hex } from 'viem'
import { mailed, openLink } from './shop.ts'
import { seen, type Site } from './support.ts'

type Card = Pick<Site, 'page' | 'card'>

/** The field for a code. */
export const codeIn = ({ card }: Card) => card.getByRole('textbox', { name: '6-digit code' })

/** A wrong code. */
export const otherThan = (code: string): string => (code === '000000' ? '111111' : '000000')

/** Submits an email address to sign in with. */
export async function submitEmail({ card }: Card, email: string) {
  await card.getByRole('textbox', { name: 'Email' }).fill(email)
  await card.getByRole('button', { name: 'Continue with email' }).click()
}

/** Waits until the card asks to register this device. */
export const asksForDevice = ({ card }: Card) =>
  seen(card.getByRole('heading', { name: 'Register this device to continue' })).toBeVisible()

/** Signs in with a new email address up to the code, and returns the code. */
export async function reachCode(site: Pick<Site, 'page' | 'card' | 'context'>, email: string): Promise<string> {
  await submitEmail(site, email)
  await asksForDevice(site)
  await openLink(site.context, await mailed(email, 'link'))
  await site.page.bringToFront()
  await seen(codeIn(site)).toBeFocused()
  return mailed(email, 'code')
}

/** Clicks a sign-in button, and returns its window. */
export async function openWindow({ page, card }: Card, name: string | RegExp): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await card.getByRole('button', { name }).click()
  return opened
}

/** Signs in at the provider in a window. */
export async function agreeIn(popup: Page, email: string) {
  await popup.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await popup.getByRole('button', { name: 'Continue with this address' }).click()
}

/** Waits until the card shows the connected account. */
export const connected = ({ card }: Card) => seen(card.getByRole('button', { name: 'Copy address' })).toBeVisible()

export const addressIn = ({ page }: Card, namespace = 'eip155'): Promise<Hex> =>
  page.evaluate((name) => {
    type Page = { latchkey: { getAccount(namespace: string): { address: Hex } } }
    return (window as unknown as Page).latchkey.getAccount(name).address
  }, namespace)

/** Waits until the machines are loaded, the storage is read, and reconnecting has ended. */
export async function begun({ page }: Pick<Card, 'page'>) {
  const status = () =>
    page.evaluate(() => {
      type Ref = { getSnapshot(): { hasTag(tag: string): boolean } } | undefined
      const { latchkey } = window as unknown as {
        latchkey: { status(): string; find(name: string): Ref; getAccount(): { status: string } }
      }
      if (latchkey.status() !== 'ready' || latchkey.find('storage')?.getSnapshot().hasTag('busy')) return 'beginning'
      return latchkey.getAccount().status
    })
  await expect.poll(status).toMatch(/^(dis)?connected$/)
}

/** The same site in another tab of the same profile. */
export async function openTab<S extends Pick<Site, 'page' | 'card' | 'context'>>(site: S, query: string): Promise<S> {
  const page = await site.context.newPage()
  await page.goto(new URL(`?${query}`, inject('baseUrl')).href)
  const card = page.getByRole('region', { name: 'The site' })
  await seen(card.getByRole('heading').first()).toBeVisible()
  await begun({ page })
  return { ...site, page, card }
}

/** The card of the frame, and clicks in it. */
export function frameOf({ page }: Card) {
  const card = page.frameLocator('iframe#w3m-iframe').getByRole('dialog')
  return {
    card,
    /** Clicks a button until the card is gone, since the card ignores clicks right after it appears. */
    async press(name: string) {
      const [asked, button] = [card.getByRole('region', { name: 'What is asked' }), card.getByRole('button', { name })]
      await seen(asked).toBeVisible()
      await expect
        .poll(async () => {
          await asked.press('End', { timeout: 2_000 }).catch(() => {})
          if ((await button.count()) > 0) await button.click({ timeout: 2_000 }).catch(() => {})
          return card.count()
        })
        .toBe(0)
    },
  }
}

/** Fills in a transfer, from the account to its preview. */
export async function previewSend(card: Locator, token: RegExp, amount: string, to: string) {
  await card.getByRole('button', { name: 'Send', exact: true }).click()
  await fillInSend(card, token, amount, to)
}

/** Fills in a transfer, from its empty form to its preview. */
export async function fillInSend(card: Locator, token: RegExp, amount: string, to: string) {
  await card.getByRole('button', { name: 'Select token' }).first().click()
  await card.getByRole('button', { name: token }).click()
  await card.getByLabel('Amount').fill(amount)
  await card.getByLabel('To', { exact: true }).fill(to)
  await card.getByRole('button', { name: 'Review send' }).click()
}

/** Fills in a swap, from the account to its preview. Without `from`, the native coin is sold. */
export async function previewSwap(card: Locator, from: string | undefined, to: string, amount: string) {
  await card.getByRole('button', { name: 'Swap', exact: true }).click()
  if (from !== undefined) {
    await card.getByRole('button', { name: /Token to pay/ }).click()
    await card.getByRole('searchbox').fill(from)
    await card.getByRole('button', { name: new RegExp(from) }).click()
  }
  await card.getByRole('button', { name: 'Select token' }).first().click()
  await card
    .getByRole('list', { name: 'All tokens' })
    .getByRole('button', { name: new RegExp(to) })
    .click()
  await card.getByLabel('You pay').fill(amount)
  await card.getByRole('button', { name: 'Review swap' }).click()
  await seen(card.getByRole('heading', { name: 'Review swap' })).toBeVisible()
}

/** The status of the connection in each of these namespaces. */
export const statusesIn = (page: Page, namespaces: readonly string[]): Promise<string[]> =>
  page.evaluate((names) => {
    const { latchkey } = window as unknown as { latchkey: { getAccount(namespace: string): { status: string } } }
    return names.map((namespace) => latchkey.getAccount(namespace).status)
  }, namespaces)
