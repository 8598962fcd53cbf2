/** Sign-in with the sandbox's wallets in Chromium. Independent libraries verify each signature. */
import { createPublicKey, verify } from 'node:crypto'
import { base58 } from '@scure/base'
import { Verifier } from 'bip322-js'
import { verifyMessage } from 'ethers'
import type { Page } from 'playwright/test'
import { createClient, http, type Hex } from 'viem'
import { verifyMessage as isSigned } from 'viem/actions'
import { describe, expect, inject, test } from 'vitest'
import { accounts } from '../../mocks/sandbox/accounts.ts'
import { firstBitcoinAccount } from '../../mocks/sandbox/bitcoin/accounts.ts'
import { firstSolanaAccount } from '../../mocks/sandbox/solana/accounts.ts'
import { cases, full } from '../support/full.ts'
import { openPlayground, seen, smartAddress } from './support.ts'

const [me] = accounts

interface State {
  status: string
  session?: { data: { accountAddress: string; chainId: string }; message: string; signature: string }
}
interface Site {
  latchkey: { getSignIn(): State; signOut(): Promise<unknown>; getAccount(namespace?: string): { status: string } }
}
const stateOf = (page: Page): Promise<State> => page.evaluate(() => (window as unknown as Site).latchkey.getSignIn())
const statusOf = async (page: Page) => (await stateOf(page)).status
async function waitFor(page: Page, status: string) {
  await expect.poll(() => statusOf(page), { timeout: 15_000 }).toBe(status)
}
const connectionOf = (page: Page) =>
  page.evaluate(() => (window as unknown as Site).latchkey.getAccount('eip155').status)

type Playground = Awaited<ReturnType<typeof openPlayground>>
async function connect({ page, card, connect, answer }: Playground, isDialog = false) {
  if (isDialog)
    await page
      .getByRole('button', { name: /Connect wallet/ })
      .first()
      .click()
  await connect()
  await answer(true)
  // The title stays the same while the sessions load.
  await seen(card.getByRole('heading', { name: 'Verify your account' })).toBeVisible()
}
const press = ({ card }: Playground, name: string) => card.getByRole('button', { name, exact: true }).click()

describe.each(cases(['', 'dialog']))('the playground with the query "%s"', (query) => {
  const isDialog = query !== ''

  test('asks for a required sign-in until it is done, and keeps it in every tab [1.3] [2.8] [2.15]', async () => {
    const site = await openPlayground(`sign-in&${query}`)
    const { page, card, answer, context } = site
    await connect(site, isDialog)
    await page.keyboard.press('Escape')
    await seen(card.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect(await connectionOf(page)).toBe('connected')

    await press(site, 'Sign in')
    await seen(card.getByText('wants you to sign in with your Ethereum account')).toBeVisible()
    await answer(false)
    await seen(card.getByText('Signature declined')).toBeVisible()
    await press(site, 'Sign in')
    await answer(true)
    await waitFor(page, 'signedIn')
    if (isDialog) await seen(card).toBeHidden()
    else await seen(card.getByRole('list', { name: 'Tokens of this account' })).toBeVisible()
    const { session } = await stateOf(page)
    expect(verifyMessage(session?.message ?? '', session?.signature ?? '')).toBe(me.address)

    const other = await context.newPage()
    await other.goto(page.url())
    await waitFor(other, 'signedIn')
    await page.evaluate(() => (window as unknown as Site).latchkey.signOut())
    await waitFor(page, 'signedOut')
    await waitFor(other, 'signedOut')
    await expect.poll(() => connectionOf(page), { timeout: 15_000 }).toBe('disconnected')
    expect(site.faults).toEqual([])
    await context.close()
  })
})

test.runIf(full)(
  'a server verifies a contract account on its chain (ERC-1271, ERC-6492), and restores its session after a reload',
  async () => {
    const site = await openPlayground('sign-in=server')
    const { page, answer, context } = site
    await site.becomeSmart()
    await connect(site)
    await press(site, 'Sign in')
    await answer(true)
    await waitFor(page, 'signedIn')
    const { session } = await stateOf(page)
    const client = createClient({ transport: http(inject('chains')[0]?.rpcUrl) })
    const { data, message = '', signature = '0x' } = session ?? {}
    expect(data?.accountAddress).toBe(smartAddress)
    const signed = { address: smartAddress, signature: signature as Hex }
    expect(await isSigned(client, { ...signed, message })).toBe(true)
    expect(await isSigned(client, { ...signed, message: `${message}.` })).toBe(false)
    const ask = async () => (await page.request.get(new URL('sign-in/sessions', inject('baseUrl')).href)).json()
    expect(await ask()).toMatchObject({ sessions: [{ data: { accountAddress: smartAddress } }] })
    await page.reload()
    await waitFor(page, 'signedIn')
    await page.evaluate(() => (window as unknown as Site).latchkey.signOut())
    await expect.poll(ask, { timeout: 15_000 }).toEqual({ sessions: [] })
    expect(site.faults).toEqual([])
    await context.close()
  },
)

/** The public key of an Ed25519 account in Node's format (RFC 8410). */
const keyOf = (address: string) =>
  createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), base58.decode(address)]),
    format: 'der',
    type: 'spki',
  })

test.runIf(full).each([
  [
    'Solana',
    firstSolanaAccount.address,
    (message: string, signature: string) =>
      verify(null, Buffer.from(message), keyOf(firstSolanaAccount.address), base58.decode(signature)),
  ],
  [
    'Bitcoin',
    firstBitcoinAccount.payment.address,
    (message: string, signature: string) =>
      Verifier.verifySignature(firstBitcoinAccount.payment.address, message, signature),
  ],
])('an account of %s signs in [1.3]', async (name, address, isSigned) => {
  const [one] = inject('chains')
  const site = await openPlayground(`sign-in=optional&${name.toLowerCase()}`)
  const { page, card, context } = site
  const panel = site.panelOf(name)
  await connect(site)
  await press(site, 'Cancel')
  await card
    .getByRole('button', { name: new RegExp(one?.name ?? '') })
    .first()
    .click()
  await card.getByRole('button', { name: new RegExp(`Sandbox ${name}`) }).click()
  await press(site, 'Connect another wallet')
  await card.getByRole('button', { name: new RegExp(`Sandbox ${name} Wallet`) }).click()
  const approve = () => panel.getByRole('button', { name: 'Approve', exact: true }).click()
  await approve()
  await press(site, 'Sign in')
  await approve()
  await waitFor(page, 'signedIn')
  const { session } = await stateOf(page)
  expect(session?.message).toContain(`wants you to sign in with your ${name} account:\n${address}\n`)
  expect(isSigned(session?.message ?? '', session?.signature ?? '')).toBe(true)
  expect(site.faults).toEqual([])
  await context.close()
})

test.runIf(full)('a wallet on another device signs in on each of its chains while it connects [1.3]', async () => {
  const chains = inject('chains')
  const site = await openPlayground('sign-in')
  const { page, card, context } = site
  const phone = await site.phone()
  await page.bringToFront()
  await card.getByRole('button', { name: /WalletConnect/ }).click()
  const link = await site.scan()
  await phone.getByLabel('Pairing link').fill(link)
  await phone.getByRole('button', { name: 'Pair' }).click()
  const approve = () => phone.getByRole('button', { name: 'Approve', exact: true }).click()
  await approve()
  for (const { networkId } of chains) {
    await seen(phone.getByText(`Chain ID: ${networkId.slice('eip155:'.length)}`)).toBeVisible()
    await approve()
  }
  await waitFor(page, 'signedIn')
  await seen(card.getByRole('list', { name: 'Tokens of this account' })).toBeVisible()
  const { session } = await stateOf(page)
  expect(verifyMessage(session?.message ?? '', session?.signature ?? '')).toBe(session?.data.accountAddress)
  const kept = await page.evaluate(() => localStorage.getItem('latchkey.playground.signIns'))
  const { value } = JSON.parse(kept ?? '{}') as { value: { data: { chainId: string } }[] }
  expect(value.map(({ data }) => data.chainId).toSorted()).toEqual(chains.map(({ networkId }) => networkId).toSorted())
  expect(site.faults).toEqual([])
  await context.close()
})
