/** The embedded wallet in Chromium, on two sites and real chains: signed in to with an e-mail address, asked, left. */
import { createTestClient, http, parseEther, verifyMessage, type Hex } from 'viem'
import { describe, expect, inject, test } from 'vitest'
import { onChain, parseUnits } from '../support/sandbox.ts'
import { mailed, openLink } from './shop.ts'
import { asks, openPlayground, seen, told, type Site } from './support.ts'

const receiver = '0x00000000000000000000000000000000000ca11e'

/** What a visitor does with the frame, and what stands in it. */
function frameOf({ page }: Site) {
  const frame = page.frameLocator('iframe#w3m-iframe')
  const card = frame.getByRole('dialog')
  return {
    card,
    /** Presses a button until the card is gone: a press on what has just come under the pointer does not count. */
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

/** Signs in with an e-mail address that nobody has used yet. */
async function signIn({ card, context, page }: Site, email: string) {
  await card.getByRole('textbox', { name: 'Email' }).fill(email)
  await card.getByRole('button', { name: 'Continue with email' }).click()
  await seen(card.getByRole('heading', { name: 'Register this device to continue' })).toBeVisible()
  await openLink(context, await mailed(email, 'link'))
  await page.bringToFront()
  const field = card.getByRole('textbox', { name: 'Code of six digits' })
  await seen(field).toBeFocused()
  const code = await mailed(email, 'code')
  await field.fill(code === '000000' ? '111111' : '000000')
  await seen(card.getByRole('alert')).toHaveText('The code is wrong. Tries left: 4.')
  await seen(field).toHaveValue('')
  await field.fill(code)
  await seen(card.getByRole('button', { name: 'Copy address' })).toBeVisible()
}

const addressIn = ({ page }: Site, namespace = 'eip155'): Promise<Hex> =>
  page.evaluate((name) => {
    type Page = { latchkey: { getAccount(namespace: string): { address: Hex } } }
    return (window as unknown as Page).latchkey.getAccount(name).address
  }, namespace)

describe('an e-mail address', () => {
  test('becomes a wallet that signs and sends what its owner approves in the frame, is there after a reload, and is left without a trace [1.2] [3.40] [4.29] [4.30] [4.31]', async () => {
    const [chain] = inject('chains')
    if (!chain) throw new Error('a chain is needed')
    const site = await openPlayground('start=fresh&email')
    const { page, card, faults } = site
    await page.evaluate(() => history.replaceState(null, '', '?email'))
    await seen(page.locator('iframe#w3m-iframe')).toHaveCount(0)
    await signIn(site, 'carol@modal.example')
    const address = await addressIn(site)
    const { card: question, press } = frameOf(site)

    await asks(page, 'eip155', 'personal_sign', ['0x48656c6c6f', address])
    await seen(question.getByRole('heading', { name: 'Sign this message?' })).toBeVisible()
    await seen(card.getByRole('heading', { name: 'Approve Transaction' })).toBeVisible()
    await press('Approve')
    const { value } = await told(page)
    expect(await verifyMessage({ address, message: 'Hello', signature: value as Hex })).toBe(true)

    await asks(page, 'eip155', 'personal_sign', ['0x48656c6c6f', address])
    await seen(question).toBeVisible()
    await press('Reject')
    expect(await told(page)).toMatchObject({ status: 'declined' })

    await createTestClient({ mode: 'anvil', transport: http(chain.rpcUrl) }).setBalance({
      address,
      value: parseEther('2'),
    })
    await page.reload()
    await seen(card.getByRole('button', { name: 'Copy address' })).toBeVisible()
    expect(await addressIn(site)).toBe(address)
    await card.getByRole('button', { name: 'Send', exact: true }).click()
    await card.getByRole('button', { name: 'Select Token' }).first().click()
    await card.getByRole('button', { name: /Ether/ }).click()
    await card.getByLabel('Amount').fill('0.5')
    await card.getByLabel('To', { exact: true }).fill(receiver)
    await card.getByRole('button', { name: 'Preview Send' }).click()
    await card.getByRole('button', { name: 'Send', exact: true }).click()
    await seen(question.getByText('0.5 ETH')).toBeVisible()
    await press('Approve')
    await seen(card.getByText('Confirmed by the network')).toBeVisible()
    expect(await onChain(chain).ether(receiver)).toBe(parseUnits('0.5', 18))
    await card.getByRole('button', { name: 'Done' }).click()

    await card.getByRole('button', { name: 'Disconnect' }).click()
    await seen(card.getByRole('textbox', { name: 'Email' })).toHaveValue('')
    await page.reload()
    await seen(card.getByRole('textbox', { name: 'Email' })).toBeVisible()
    expect(faults).toEqual([])
  })

  test('is asked in the dialog as well: the keyboard is in the frame, and what is turned away from is taken back', async () => {
    const site = await openPlayground('start=fresh&email&dialog&solana')
    const { page, card } = site
    await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
    await card.getByRole('textbox', { name: 'Email' }).fill('dan@modal.example')
    await card.getByRole('button', { name: 'Continue with email' }).click()
    await openLink(site.context, await mailed('dan@modal.example', 'link'))
    await page.bringToFront()
    await card.getByRole('textbox', { name: 'Code of six digits' }).fill(await mailed('dan@modal.example', 'code'))
    await seen(card).toBeHidden()
    const { card: question, press } = frameOf(site)
    const address = await addressIn(site)
    await asks(page, 'eip155', 'personal_sign', ['0x48656c6c6f', address])
    await seen(question).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('w3m-iframe')
    await page.evaluate(() =>
      (window as unknown as { latchkey: { send(command: object): void } }).latchkey.send({
        type: 'requests.cancelShown',
      }),
    )
    expect((await told(page)).status).toBe('cancelled')
    await seen(question).toHaveCount(0)
    await seen(card).toBeHidden()

    const solana = await addressIn(site, 'solana')
    await asks(page, 'solana', 'solana_signMessage', { message: 'JxF12TrwUP45BMd', pubkey: solana })
    await seen(question.getByText('Hello World')).toBeVisible()
    await press('Approve')
    expect((await told(page)).status).toBe('done')
  })

  test('is changed with a code to each, and is the same wallet then; the old one has it no more [3.40] [5.26] [7.42]', async () => {
    const site = await openPlayground('start=fresh&email')
    const { card, faults } = site
    const [email, newEmail] = ['greta@modal.example', 'hanna@modal.example']
    await signIn(site, email)
    const address = await addressIn(site)
    const field = card.getByRole('textbox', { name: 'Code of six digits' })

    await card.getByRole('button', { name: 'Account settings' }).click()
    await card.getByRole('button', { name: email }).click()
    await card.getByRole('textbox', { name: 'Email' }).fill(newEmail)
    await card.getByRole('button', { name: 'Continue' }).click()
    await seen(card.getByRole('heading', { name: 'Confirm Current Email' })).toBeVisible()
    await field.fill(await mailed(email, 'code', 2))
    await seen(card.getByRole('heading', { name: 'Confirm New Email' })).toBeVisible()
    await seen(field).toBeFocused()
    const code = await mailed(newEmail, 'code')
    await field.fill(code === '000000' ? '111111' : '000000')
    await seen(card.getByRole('alert')).toHaveText('The code is wrong. Tries left: 4.')
    await field.fill(code)
    await seen(card.getByRole('button', { name: newEmail })).toBeVisible()
    expect(await addressIn(site)).toBe(address)

    await card.getByRole('button', { name: 'Disconnect' }).click()
    await seen(card.getByRole('textbox', { name: 'Email' })).toHaveValue('')
    await card.getByRole('textbox', { name: 'Email' }).fill(newEmail)
    await card.getByRole('button', { name: 'Continue with email' }).click()
    await field.fill(await mailed(newEmail, 'code', 2))
    await seen(card.getByRole('button', { name: 'Copy address' })).toBeVisible()
    expect(await addressIn(site)).toBe(address)

    await card.getByRole('button', { name: 'Disconnect' }).click()
    await card.getByRole('textbox', { name: 'Email' }).fill(email)
    await card.getByRole('button', { name: 'Continue with email' }).click()
    await field.fill(await mailed(email, 'code', 3))
    await seen(card.getByRole('button', { name: 'Copy address' })).toBeVisible()
    expect(await addressIn(site)).not.toBe(address)
    expect(faults).toEqual([])
  })
})
