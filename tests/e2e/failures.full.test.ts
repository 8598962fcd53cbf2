/** Failures of the wallet: the card shows a clear message, nothing stays busy, and the next attempt works. */
import { afterEach, describe, expect, test } from 'vitest'
import { openPlayground, seen } from './support.ts'
import { fillInSend, previewSend } from './visitor.ts'

type Site = Awaited<ReturnType<typeof openPlayground>>
let site: Site
afterEach(async () => {
  expect(site.faults).toEqual([])
  await site.context.close()
})

const receiver = '0x000000000000000000000000000000000000dEaD'

/** Checks that nothing is busy, and that the wallet connects. */
async function nextAttemptWorks() {
  await expect.poll(site.waiting).toEqual([])
  await site.approveEverything()
  const again = site.card.getByRole('button', { name: 'Try again' })
  if (await again.isVisible()) await again.click()
  else await site.connect()
  await seen(site.card.getByRole('button', { name: 'Disconnect' })).toBeVisible()
}

async function connected(query = '') {
  site = await openPlayground(query)
  await site.approveEverything()
  await site.connect()
  await seen(site.card.getByRole('button', { name: 'Disconnect' })).toBeVisible()
}

/** Fills in a transfer and clicks Send. */
async function submit() {
  const { card } = site
  await previewSend(card, /Ether/, '0.001', receiver)
  await card.getByRole('button', { name: 'Send', exact: true }).click()
}

describe('the connection', () => {
  test('reports a wallet that rejects, answers nonsense or throws bare strings [8.46]', async () => {
    site = await openPlayground()
    for (const [failure, text] of [
      ['Reject every request', /Connection declined/],
      ['Answer nonsense', /returned an invalid response/],
      ['Throw bare strings', /Sandbox Wallet could not connect/],
    ] as const) {
      await site.fail(failure)
      await site.connect()
      await seen(site.card.getByText(text).first()).toBeVisible()
      await expect.poll(site.waiting).toEqual([])
      await site.fail(failure, false)
      await site.card.getByRole('button', { name: 'Back' }).click()
    }
    await nextAttemptWorks()
  })

  test('can be canceled while the wallet is locked, and times out', async () => {
    site = await openPlayground('patience=5000')
    await site.fail('Locked')
    await site.connect()
    await seen(site.card.getByText('Continue in Sandbox Wallet')).toBeVisible()
    await site.card.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(site.waiting).toEqual([])
    await site.connect()
    await seen(site.card.getByText('Sandbox Wallet did not respond in time').first()).toBeVisible()
    await site.fail('Locked', false)
    await nextAttemptWorks()
  })

  test('reports a wallet that disconnects [4.3]', async () => {
    site = await openPlayground()
    await site.fail('Disconnect after connecting')
    await site.connect()
    await site.answer(true)
    await seen(site.card.getByText('Your wallet disconnected').first()).toBeVisible()
    await seen(site.card.getByRole('button', { name: /Sandbox Wallet/ })).toBeVisible()
    await site.fail('Disconnect after connecting', false)
    await nextAttemptWorks()
  })
})

describe('the network switch', () => {
  test('reports a wallet that rejects, throws bare strings, does not know the network or does not switch [4.15] [8.11] [8.12]', async () => {
    await connected()
    const { card } = site
    await card
      .getByRole('button', { name: /Sandbox One/ })
      .first()
      .click()
    for (const [failure, text] of [
      ['Reject every request', 'You declined the network switch in your wallet.'],
      ['Throw bare strings', /Chain is not supported/],
      ['Know no other network', /Failed to switch to chain/],
      ['Stay on the wrong network', /Failed to switch to chain/],
    ] as const) {
      await site.fail(failure)
      await card.getByRole('button', { name: /Sandbox Two/ }).click()
      await seen(card.getByText(text).first()).toBeVisible()
      await expect.poll(site.waiting).toEqual([])
      await site.fail(failure, false)
      const dismiss = card.getByRole('button', { name: 'Dismiss' })
      if (await dismiss.isVisible()) await dismiss.click()
    }
    await card.getByRole('button', { name: /Sandbox Two/ }).click()
    await seen(card.getByRole('button', { name: /Sandbox Two/ }).first()).toBeVisible()
    await seen(card.getByRole('button', { name: 'Disconnect' })).toBeVisible()
  })

  test('is required if the wallet is on an unsupported network, and offers the supported ones [2.7] [4.13] [4.14]', async () => {
    await connected()
    await site.wallet.getByRole('combobox', { name: 'Network' }).selectOption('Ethereum')
    await seen(site.card.getByText("This app doesn't support your current network.", { exact: false })).toBeVisible()
    await site.card.getByRole('button', { name: /Sandbox One/ }).click()
    await seen(site.card.getByRole('button', { name: 'Disconnect' })).toBeVisible()
    await seen(site.card.getByRole('button', { name: /Sandbox One/ }).first()).toBeVisible()
  })
})

describe('the transfer', () => {
  test('reports a wallet that rejects, answers nonsense or throws bare strings', async () => {
    await connected()
    const press = () => site.card.getByRole('button', { name: 'Send', exact: true }).click()
    await site.fail('Reject every request')
    await submit()
    await seen(site.card.getByText('You declined the transaction in your wallet.').first()).toBeVisible()
    await site.fail('Reject every request', false)
    for (const [failure, text] of [
      ['Answer nonsense', 'The wallet returned an invalid response'],
      ['Throw bare strings', 'Failed to send transaction. Please try again.'],
    ] as const) {
      await site.fail(failure)
      await press()
      await seen(site.card.getByText(text).first()).toBeVisible()
      await expect.poll(site.waiting).toEqual([])
      await site.fail(failure, false)
    }
    await press()
    await seen(site.card.getByText('Confirmed', { exact: true })).toBeVisible()
  })

  test('can be canceled if the wallet never answers, and times out with a warning that the wallet may still send it', async () => {
    await connected('patience=5000')
    const amount = site.card.getByRole('textbox', { name: 'Amount' })
    await site.fail('Never answer')
    await submit()
    await site.card.getByRole('button', { name: 'Cancel' }).click()
    await seen(site.card.getByText(/No longer waiting for your wallet/).first()).toBeVisible()
    await site.card.getByRole('button', { name: 'Send', exact: true }).click()
    await seen(site.card.getByText(/Your wallet did not respond/).first()).toBeVisible()
    await seen(amount).toHaveValue('')
    await expect.poll(site.waiting).toEqual([])
    await site.fail('Never answer', false)
    await fillInSend(site.card, /Ether/, '0.001', receiver)
    await site.card.getByRole('button', { name: 'Send', exact: true }).click()
    await seen(site.card.getByText('Confirmed', { exact: true })).toBeVisible()
  })
})
