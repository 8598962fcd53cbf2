import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { SimulatedClock } from 'xstate'
import { fakeApi } from '../../mocks/fakes/fakeApi.ts'
import { fakeAccounts, fakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import { mainnet } from '../../sdk/index.ts'
import { balanceOf } from '../support/features.ts'
import { ensNode } from './ensNode.ts'
import { press } from './press.ts'
import { app, emptyAnswers, instance, violations } from './support.tsx'

const [, second, third] = [...fakeAccounts, '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'] as const
const letters = 'This name contains easily confused letters. Compare the address.'
const named = (address: string) => ({ name: 'anna.reown.id', addresses: { 60: { address } } })

/** A connected user who is about to send one ether to the typed receiver. */
async function drafting() {
  const wallet = fakeWallet({ eth_sendTransaction: `0x${'ab'.repeat(32)}` })
  const api = fakeApi({ ...emptyAnswers, nameLookup: named(second) })
  const clock = new SimulatedClock()
  const latchkey = instance(wallet, { networks: [mainnet], ports: { clock } }, api)
  const screen = await render(app(latchkey))
  await latchkey.connect({ connectorId: 'fake' })
  latchkey.dispatch({ type: 'modal.open', view: 'WalletSend' })
  await expect.element(screen.getByLabelText('Amount')).toBeVisible()
  await expect.poll(() => latchkey.find('balance')?.getSnapshot().context.tokens.length ?? 0).toBeGreaterThan(0)
  const [token] = balanceOf(latchkey).getSnapshot().context.tokens
  if (!token) throw new Error('no balance')
  latchkey.dispatch({ type: 'send.setToken', token })
  latchkey.dispatch({ type: 'send.setAmount', amount: '1' })
  const to = screen.getByLabelText('To', { exact: true })
  return {
    screen,
    wallet,
    api,
    to,
    hint: screen.getByRole('status').filter({ hasText: 'resolves to' }),
    send: screen.getByRole('button', { name: 'Send', exact: true }),
    type: async (text: string) => {
      await to.fill(text)
      clock.increment(500)
    },
    async preview(text: string) {
      await to.fill(text)
      clock.increment(500)
      await press(screen.getByRole('button', { name: 'Review send' }))
      await expect.element(screen.getByRole('heading', { name: 'Review send' })).toBeVisible()
    },
    sent: () => wallet.calls.filter(({ method }) => method === 'eth_sendTransaction'),
  }
}

test('a typed name is shown with its address before and in the preview, and the transfer goes to that address [7.14]', async () => {
  const { screen, type, hint, preview, send, sent } = await drafting()
  await type('Anna.reown.id')
  await expect.element(hint).toHaveTextContent(`anna.reown.id resolves to ${second}`)
  await type('Anna.reown.i')
  await expect.element(hint).not.toBeInTheDocument()
  await preview('Anna.reown.id')
  await expect.element(screen.getByText('anna.reown.id', { exact: true })).toBeVisible()
  await expect.element(screen.getByText(second)).toBeVisible()
  await expect.element(screen.getByText(letters)).not.toBeInTheDocument()
  expect(await violations()).toEqual([])
  await press(send)
  await expect.poll(sent).toMatchObject([{ params: [{ to: second }] }])
})

test('a name that has another address when it is sent to receives nothing, and the new address is shown', async () => {
  const { screen, api, preview, send, sent } = await drafting()
  await preview('anna.reown.id')
  await expect.element(send).toBeEnabled()
  api.answers.nameLookup = named(third)
  await press(send)
  await expect
    .element(screen.getByText('anna.reown.id now resolves to a different address. Check it again.'))
    .toBeVisible()
  await expect.element(screen.getByText(third)).toBeVisible()
  expect(sent()).toEqual([])
})

test('a name with letters that are easily mistaken has a warning at the field and in the preview', async () => {
  const asked = ensNode(second)
  const { screen, type, hint, preview } = await drafting()
  await type('анна.eth')
  await expect.element(hint.getByText(second)).toBeVisible()
  await expect.element(hint.getByText(letters)).toBeVisible()
  expect(asked).toHaveLength(1)
  await preview('анна.eth')
  await expect.element(screen.getByRole('alert').getByText(letters)).toBeVisible()
  expect(await violations()).toEqual([])
})

test('an unregistered name has an error beneath the field, and an address has no hint about names', async () => {
  const { api, type, to, hint } = await drafting()
  api.answers.nameLookup = { name: '' }
  await type('anna.reown.id')
  await expect.element(to).toHaveAccessibleDescription(/anna\.reown\.id/)
  await type(second)
  await expect.element(to).toHaveAccessibleDescription('')
  await expect.element(hint).not.toBeInTheDocument()
})
