/** What an account allows a page without asking again: granted by the sandbox's wallet, kept by its API, listed, taken back, and refused. Nothing of it is enforced on the chain. */
import { expect, inject, test } from 'vitest'
import { openPlayground, seen } from './support.ts'

type Site = Awaited<ReturnType<typeof openPlayground>>
interface Outcome {
  status: string
  value?: { context: string; permissions: readonly object[] }
  error?: { code: string; message: string }
}
interface Window {
  latchkey: { grantPermissions(request: object): Promise<Outcome> }
  told?: Outcome | undefined
}

const permissions = [
  {
    type: 'native-token-recurring-allowance',
    data: { allowance: '0x2386f26fc10000', start: 1_790_000_000, period: 3_600 },
  },
]

/** The page asks; what it is told stands in the page until it is looked at. */
function grant({ page }: Site) {
  const [chain] = inject('chains')
  if (!chain) throw new Error('a chain is needed')
  const request = {
    chainId: `0x${chain.chainId.toString(16)}`,
    expiry: Math.floor(Date.now() / 1_000) + 86_400,
    signer: { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: `0x${'02'.repeat(33)}` }] } },
    permissions,
    policies: [],
  }
  return page.evaluate((asked) => {
    const site = window as unknown as Window
    delete site.told
    void site.latchkey
      .grantPermissions(asked)
      .then((outcome) => (site.told = JSON.parse(JSON.stringify(outcome)) as Outcome))
  }, request)
}
async function told({ page }: Site): Promise<Outcome> {
  const outcome = () => page.evaluate(() => (window as unknown as Window).told)
  await expect.poll(outcome, { timeout: 15_000 }).toBeDefined()
  return (await outcome()) ?? { status: 'never' }
}

test('a page is granted what it asks for, the visitor finds it in the list and takes it back [1.9] [7.21] [7.22]', async () => {
  const site = await openPlayground('sessions')
  const { card, wallet, answer } = site
  await site.connect()
  await answer(true)
  await seen(card.getByRole('list', { name: 'What this account holds' })).toBeVisible()

  await grant(site)
  await seen(card.getByRole('heading', { name: 'Allow this site to act without asking again' })).toBeVisible()
  await seen(card.getByText(/You will not be asked again/)).toBeVisible()
  await seen(card.getByText('0.01 ETH', { exact: true })).toBeVisible()
  await seen(wallet.getByText('Spend 0.01 ETH every 3600 s')).toBeVisible()
  await answer(true)
  expect(await told(site)).toMatchObject({ status: 'done', value: { permissions } })
  await seen(card.getByRole('heading', { name: 'Smart Session created successfully' })).toBeVisible()
  await card.getByRole('button', { name: 'Got it!' }).click()

  await card.getByRole('button', { name: 'Smart Sessions' }).click()
  await card.getByRole('button', { name: /This site/ }).click()
  await seen(card.getByText('1 hour', { exact: true })).toBeVisible()
  await card.getByRole('button', { name: 'Revoke', exact: true }).click()
  await seen(card.getByRole('heading', { name: 'Revoke a smart session' })).toBeVisible()
  await answer(true)
  await seen(card.getByText('No active sessions')).toBeVisible()
  await card.getByRole('tab', { name: 'Revoked' }).click()
  await seen(card.getByRole('button', { name: /This site/ })).toBeVisible()
  expect(site.faults).toEqual([])
  await site.context.close()
})

test('a visitor who says no, and a wallet without the capability, grant nothing [1.9]', async () => {
  const site = await openPlayground('sessions')
  const { card, answer } = site
  await site.connect()
  await answer(true)
  await seen(card.getByRole('list', { name: 'What this account holds' })).toBeVisible()
  await grant(site)
  await seen(card.getByRole('heading', { name: 'Allow this site to act without asking again' })).toBeVisible()
  await answer(false)
  expect((await told(site)).status).toBe('declined')
  await seen(card.getByRole('list', { name: 'What this account holds' })).toBeVisible()

  await site.fail('Grant no permissions')
  await grant(site)
  expect(await told(site)).toMatchObject({
    status: 'failed',
    error: { message: 'Wallet does not support permissions capabilities' },
  })
  await card.getByRole('button', { name: 'Smart Sessions' }).click()
  await seen(card.getByText('No active sessions')).toBeVisible()
  expect(site.faults).toEqual([])
  await site.context.close()
})
