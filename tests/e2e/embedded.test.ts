/** The embedded wallet in Chromium, on two sites and real chains: email sign-in, requests, sign-out. */
import { createTestClient, http, parseEther, verifyMessage, type Hex } from 'viem'
import { describe, expect, inject, test } from 'vitest'
import { onChain, parseUnits } from '../support/sandbox.ts'
import { full } from '../support/full.ts'
import { mailed, openLink } from './shop.ts'
import { asks, openPlayground, seen, told, type Site } from './support.ts'
import { addressIn, codeIn, connected, frameOf, otherThan, reachCode, submitEmail, previewSend } from './visitor.ts'

const receiver = '0x00000000000000000000000000000000000ca11e'

/** Signs in with a new email address, and with the right code on the second try. */
async function signIn(site: Site, email: string) {
  const code = await reachCode(site, email)
  const field = codeIn(site)
  await field.fill(otherThan(code))
  await seen(site.card.getByRole('alert')).toHaveText('The code is wrong. Tries left: 4.')
  await seen(field).toHaveValue('')
  await field.fill(code)
  await connected(site)
}

describe('an email address', () => {
  test('becomes a wallet that signs and sends what the user approves in the frame, survives a reload, and leaves no data behind [1.2] [3.40] [4.29] [4.30] [4.31]', async () => {
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
    await seen(card.getByRole('heading', { name: 'Approve transaction' })).toBeVisible()
    await press('Approve')
    const { value } = await told(page)
    expect(await verifyMessage({ address, message: 'Hello', signature: value as Hex })).toBe(true)

    await createTestClient({ mode: 'anvil', transport: http(chain.rpcUrl) }).setBalance({
      address,
      value: parseEther('2'),
    })
    await page.reload()
    await connected(site)
    expect(await addressIn(site)).toBe(address)
    await previewSend(card, /Ether/, '0.5', receiver)
    await card.getByRole('button', { name: 'Send', exact: true }).click()
    await seen(question.getByText('0.5 ETH')).toBeVisible()
    await press('Approve')
    await seen(card.getByText('Confirmed', { exact: true })).toBeVisible()
    expect(await onChain(chain).ether(receiver)).toBe(parseUnits('0.5', 18))
    await card.getByRole('button', { name: 'Done' }).click()

    await card.getByRole('button', { name: 'Disconnect' }).click()
    await seen(card.getByRole('textbox', { name: 'Email' })).toHaveValue('')
    await page.reload()
    await seen(card.getByRole('textbox', { name: 'Email' })).toBeVisible()
    expect(faults).toEqual([])
  })

  test.runIf(full)('signs in the dialog, where the frame has the focus and a canceled request is aborted', async () => {
    const site = await openPlayground('start=fresh&email&dialog&solana')
    const { page, card } = site
    await page.getByRole('button', { name: 'Connect wallet' }).first().click()
    await submitEmail(site, 'dan@modal.example')
    await openLink(site.context, await mailed('dan@modal.example', 'link'))
    await page.bringToFront()
    await codeIn(site).fill(await mailed('dan@modal.example', 'code'))
    await seen(card).toBeHidden()
    const { card: question, press } = frameOf(site)
    const address = await addressIn(site)
    await asks(page, 'eip155', 'personal_sign', ['0x48656c6c6f', address])
    await seen(question).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('w3m-iframe')
    await page.evaluate(() =>
      (window as unknown as { latchkey: { dispatch(command: object): void } }).latchkey.dispatch({
        type: 'requests.cancelShown',
      }),
    )
    expect((await told(page)).status).toBe('cancelled')
    await seen(question).toHaveCount(0)
    await seen(card).toBeHidden()

    await expect.poll(() => addressIn(site, 'solana')).toBeTruthy()
    const solana = await addressIn(site, 'solana')
    await asks(page, 'solana', 'solana_signMessage', { message: 'JxF12TrwUP45BMd', pubkey: solana })
    await seen(question.getByText('Hello World')).toBeVisible()
    await press('Approve')
    expect((await told(page)).status).toBe('done')
  })

  test.runIf(full)(
    'is replaced with a code to each address, and keeps the wallet, which the old address no longer opens [3.40] [5.26] [7.42]',
    async () => {
      const site = await openPlayground('start=fresh&email')
      const { card, faults } = site
      const [email, newEmail] = ['greta@modal.example', 'hanna@modal.example']
      await signIn(site, email)
      const address = await addressIn(site)
      const field = codeIn(site)

      await card.getByRole('button', { name: 'Your accounts' }).click()
      await card.getByRole('button', { name: 'Account settings' }).click()
      await card.getByRole('button', { name: email }).click()
      await card.getByRole('textbox', { name: 'Email' }).fill(newEmail)
      await card.getByRole('button', { name: 'Continue' }).click()
      await seen(card.getByRole('heading', { name: 'Confirm current email' })).toBeVisible()
      await field.fill(await mailed(email, 'code', 2))
      await seen(card.getByRole('heading', { name: 'Confirm new email' })).toBeVisible()
      await seen(field).toBeFocused()
      const code = await mailed(newEmail, 'code')
      await field.fill(otherThan(code))
      await seen(card.getByRole('alert')).toHaveText('The code is wrong. Tries left: 4.')
      await field.fill(code)
      await seen(card.getByRole('button', { name: newEmail })).toBeVisible()
      expect(await addressIn(site)).toBe(address)

      await card.getByRole('button', { name: 'Disconnect' }).click()
      await seen(card.getByRole('textbox', { name: 'Email' })).toHaveValue('')
      await submitEmail(site, newEmail)
      await field.fill(await mailed(newEmail, 'code', 2))
      await connected(site)
      expect(await addressIn(site)).toBe(address)

      await card.getByRole('button', { name: 'Disconnect' }).click()
      await submitEmail(site, email)
      await field.fill(await mailed(email, 'code', 3))
      await connected(site)
      expect(await addressIn(site)).not.toBe(address)
      expect(faults).toEqual([])
    },
  )
})
