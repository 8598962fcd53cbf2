/** A Bitcoin wallet beside the Ethereum one: found, connected, asked and heard on one page in Chromium. */
import { Verifier } from 'bip322-js'
import type { Page } from 'playwright/test'
import { describe, expect, inject, test } from 'vitest'
import { firstBitcoinAccount, secondBitcoinAccount } from '../../mocks/sandbox/bitcoin/accounts.ts'
import { cases, full } from '../support/full.ts'
import { openPlayground, seen } from './support.ts'

const { payment, ordinals } = firstBitcoinAccount
const receiver = secondBitcoinAccount.payment.address

/** What the page's own instance says of the two namespaces. */
const connectedIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { latchkey } = window as unknown as { latchkey: { getAccount(namespace: string): { status: string } } }
    return ['eip155', 'bip122'].map((namespace) => latchkey.getAccount(namespace).status)
  })

/** Asks the connected Bitcoin wallet, as a site does. */
const ask = (page: Page, method: string, params: object): Promise<{ status: string; value?: unknown }> =>
  page.evaluate(
    ([method, params]) => {
      type Asked = Promise<{ status: string; value?: unknown }>
      const { latchkey } = window as unknown as { latchkey: { request(call: object, options: object): Asked } }
      return latchkey.request({ method, params }, { namespace: 'bip122' })
    },
    [method, params] as const,
  )

test('both are connected, a message and a transfer are signed in the panel, a reload brings both back, and one is left', async () => {
  const [one] = inject('chains')
  if (!one) throw new Error('a chain is needed')
  const site = await openPlayground('bitcoin')
  const { page, card } = site
  const served = await page.request.get(new URL('sandbox.json', inject('baseUrl')).href)
  const { esploraUrl } = ((await served.json()) as { bitcoin: { esploraUrl: string } }).bitcoin
  const read = async (path: string) => (await fetch(`${esploraUrl}${path}`)).json()
  const held = async (): Promise<number> => {
    const { chain_stats: stats } = await read(`/address/${receiver}`)
    return stats.funded_txo_sum - stats.spent_txo_sum
  }
  const panel = site.panelOf('Bitcoin')
  const answer = (name: 'Approve' | 'Reject') => panel.getByRole('button', { name, exact: true }).click()
  const asks = async (title: string, facts: readonly string[]) => {
    await seen(panel.getByRole('heading', { name: title })).toBeVisible()
    for (const fact of facts) await seen(panel.getByText(fact, { exact: true })).toBeVisible()
  }

  await site.connect()
  await site.answer(true)
  await seen(card.getByRole('list', { name: 'What this account holds' })).toContainText('ETH')
  await seen(panel).toBeHidden()
  await card
    .getByRole('button', { name: new RegExp(one.name) })
    .first()
    .click()
  await card.getByRole('button', { name: /Sandbox Bitcoin/ }).click()
  await card.getByRole('button', { name: 'Connect another wallet' }).click()
  await card.getByRole('button', { name: /Sandbox Bitcoin Wallet/ }).click()
  await asks('Connect this site', [payment.address, ordinals.address])
  await answer('Approve')
  await seen(card.getByText(payment.address.slice(0, 4)).first()).toBeVisible()
  await seen(card.getByRole('list', { name: 'What this account holds' })).toContainText('BTC')
  expect(await connectedIn(page)).toEqual(['connected', 'connected'])

  const message = 'Is it you? äöü'
  const signing = ask(page, 'signMessage', { account: payment.address, message, protocol: 'bip322' })
  await asks('Sign a message', [payment.address, message, 'BIP-322'])
  await answer('Approve')
  const signed = await signing
  expect(signed.status).toBe('done')
  const { signature } = signed.value as { signature: string }
  expect(Verifier.verifySignature(payment.address, message, signature)).toBe(true)

  const before = await held()
  const transfer = { account: payment.address, recipientAddress: receiver, amount: '1250000' }
  const refused = ask(page, 'sendTransfer', transfer)
  await asks('Send bitcoin', ['0.0125 BTC', payment.address, receiver, 'Sandbox Bitcoin'])
  await answer('Reject')
  expect(await refused).toMatchObject({ status: 'declined' })
  expect(await held()).toBe(before)

  const sending = ask(page, 'sendTransfer', transfer)
  await asks('Send bitcoin', ['0.0125 BTC', receiver])
  await answer('Approve')
  const sent = await sending
  expect(sent.status).toBe('done')
  const { txid } = sent.value as { txid: string }
  expect(await read(`/tx/${txid}/status`)).toMatchObject({ confirmed: true })
  expect((await held()) - before).toBe(1_250_000)

  await page.reload()
  await expect.poll(() => connectedIn(page), { timeout: 15_000 }).toEqual(['connected', 'connected'])

  await page.getByRole('tab', { name: /Bitcoin/ }).click()
  await panel.getByRole('button', { name: 'Disconnect' }).click()
  await expect.poll(() => connectedIn(page), { timeout: 15_000 }).toEqual(['connected', 'disconnected'])
  expect(site.faults).toEqual([])
  await site.context.close()
})

test.runIf(full)(
  'bitcoin is sent from the Send view: what was read is what is signed, and it arrives to the satoshi, at the fee that was shown [1.5]',
  async () => {
    const site = await openPlayground('bitcoin')
    const { page, card } = site
    const served = await page.request.get(new URL('sandbox.json', inject('baseUrl')).href)
    const { esploraUrl } = ((await served.json()) as { bitcoin: { esploraUrl: string } }).bitcoin
    const read = async (path: string) => (await fetch(`${esploraUrl}${path}`)).json()
    const panel = site.panelOf('Bitcoin')
    const approve = () => panel.getByRole('button', { name: 'Approve', exact: true }).click()
    const said = (fact: string) => seen(panel.getByRole('definition').filter({ hasText: fact }).first()).toBeVisible()

    await card.getByRole('button', { name: /Sandbox Bitcoin Wallet/ }).click()
    await approve()
    await seen(card.getByRole('list', { name: 'What this account holds' })).toContainText('BTC')
    await card.getByRole('button', { name: 'Send', exact: true }).click()
    await card.getByRole('button', { name: 'Select Token' }).first().click()
    await card.getByRole('button', { name: /Bitcoin/ }).click()
    await card.getByLabel('Amount').fill('0.0203')
    const to = card.getByLabel('To', { exact: true })
    await to.fill('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')
    await seen(card.getByText('This address belongs to another network')).toBeVisible()
    await to.fill(receiver)
    await card.getByRole('button', { name: 'Preview Send' }).click()
    // One coin in, two outputs, a satoshi a virtual byte: 141 of them.
    await seen(card.getByText('0.00000141 BTC')).toBeVisible()
    await card.getByRole('button', { name: 'Send', exact: true }).click()
    await seen(panel.getByRole('heading', { name: 'Sign a transaction' })).toBeVisible()
    for (const fact of ['0.02030141 BTC', '0.00000141 BTC', receiver, payment.address, 'Sandbox Bitcoin', '1 of 1'])
      await said(fact)
    await approve()
    await seen(card.getByText('Confirmed by the network')).toBeVisible()
    const txid = await card.getByText(/^[0-9a-f]{64}$/).textContent()
    const sent = await read(`/tx/${txid}`)
    expect(sent).toMatchObject({ fee: 141, status: { confirmed: true } })
    expect(sent.vout[0]).toMatchObject({ scriptpubkey_address: receiver, value: 2_030_000 })
    expect(sent.vout[1]).toMatchObject({ scriptpubkey_address: payment.address })
    expect(site.faults).toEqual([])
    await site.context.close()
  },
)

test.runIf(full)(
  'the wallet that asks comes to the front, unless another is being answered; the strip says who waits',
  async () => {
    const site = await openPlayground('solana&bitcoin')
    const { page, card } = site
    const tab = (namespace: string) => page.getByRole('tab', { name: new RegExp(namespace) })
    await card.getByRole('button', { name: /Sandbox Bitcoin Wallet/ }).click()
    await seen(tab('Bitcoin')).toHaveAttribute('aria-selected', 'true')
    await seen(site.panelOf('Bitcoin').getByRole('heading', { name: 'Connect this site' })).toBeVisible()
    await card.getByRole('button', { name: 'Cancel' }).click()
    await card.getByRole('button', { name: /Sandbox Solana Wallet/ }).click()
    await seen(tab('Solana')).toHaveAccessibleName(/1 request/)
    await seen(tab('Bitcoin')).toHaveAttribute('aria-selected', 'true')
    await site.panelOf('Bitcoin').getByRole('button', { name: 'Reject' }).click()
    await seen(tab('Solana')).toHaveAttribute('aria-selected', 'true')
    await site.panelOf('Solana').getByRole('button', { name: 'Approve' }).click()
    await expect
      .poll(() =>
        page.evaluate(() => {
          const { latchkey } = window as unknown as { latchkey: { getAccount(namespace: string): { status: string } } }
          return latchkey.getAccount('solana').status
        }),
      )
      .toBe('connected')
    await tab('Solana').press('ArrowLeft')
    await seen(tab('Ethereum')).toBeFocused()
    await seen(site.wallet).toBeVisible()
    await seen(site.panelOf('Solana')).toBeHidden()
    expect(site.faults).toEqual([])
    await site.context.close()
  },
)

describe.runIf(full).each(cases(['Bitcoin', 'Solana']))('the %s wallet fails on demand', (namespace) => {
  test.each(
    cases([
      ['Reject every request', /Connection declined/],
      ['Answer nonsense', /could not be understood/],
      ['Throw bare strings', new RegExp(`Sandbox ${namespace} Wallet could not connect`)],
    ]),
  )('%s', async (failure, text) => {
    const site = await openPlayground(namespace.toLowerCase())
    const { page, card } = site
    const panel = site.panelOf(namespace)
    const connect = () => card.getByRole('button', { name: new RegExp(`Sandbox ${namespace} Wallet`) }).click()
    await page.getByRole('tab', { name: new RegExp(namespace) }).click()
    await site.fail(failure, true, panel)
    await connect()
    await seen(card.getByText(text).first()).toBeVisible()
    await site.fail(failure, false, panel)
    await card.getByRole('button', { name: 'Try again' }).click()
    await panel.getByRole('button', { name: 'Approve', exact: true }).click()
    await seen(card.getByRole('button', { name: 'Disconnect' })).toBeVisible()
    expect(site.faults).toEqual([])
    await site.context.close()
  })
})
