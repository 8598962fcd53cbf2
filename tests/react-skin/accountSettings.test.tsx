/** The settings of an account of the embedded wallet. */
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { SimulatedClock } from 'xstate'
import { LatchkeyProvider } from '../../react-skin/index.ts'
import { CodeForm } from '../../react-skin/embedded/CodeForm.tsx'
import { Secret } from '../../sdk/index.ts'
import { refused, scriptedFrame } from '../support/frame.ts'
import { press } from './press.ts'
import { app, instance, showConnected } from './support.tsx'

const site = { features: { email: true }, secureSite: 'https://secure.example' }

/** A signed-in user who looks at the account. */
async function signedIn(answers: Parameters<typeof scriptedFrame>[0] = {}) {
  const clock = new SimulatedClock()
  const frame = scriptedFrame(answers)
  const latchkey = instance(undefined, { ...site, ports: { clock, frame: frame.port } })
  const screen = await render(app(latchkey))
  latchkey.dispatch({ type: 'email.submit', email: 'ann@example.com' })
  await vi.waitFor(() => expect(latchkey.find('frame')?.getSnapshot().value).toEqual({ present: 'settling' }))
  clock.increment(500)
  await vi.waitFor(() => expect(latchkey.find('email')?.getSnapshot().value).toBe('entering'))
  latchkey.dispatch({ type: 'email.submitCode', code: new Secret('123456') })
  await vi.waitFor(() => expect(latchkey.getAccount().status).toBe('connected'))
  return { latchkey, screen, frame, clock }
}

/** The same user at the settings of the account. */
async function settings(answers: Parameters<typeof scriptedFrame>[0] = {}) {
  const { latchkey, screen, frame, clock } = await signedIn(answers)
  await press(screen.getByRole('button', { name: 'Account settings' }))
  const address = (email: string) => screen.getByRole('button', { name: `Email ${email}` })
  const field = screen.getByRole('textbox', { name: '6-digit code' })
  await expect.element(address('ann@example.com')).toBeVisible()
  return { latchkey, screen, frame, clock, address, field }
}

test('the account view has no settings for another wallet', async () => {
  const { screen } = await showConnected(site)
  await expect.element(screen.getByRole('button', { name: 'Copy address' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Account settings' }).query()).toBeNull()
})

test('the email address is changed with two codes, each typed where it is requested, and is then shown [3.40]', async () => {
  let tries = 0
  const { screen, address, field } = await settings({
    UPDATE_EMAIL_PRIMARY_OTP: () => {
      tries += 1
      if (tries === 1) throw refused('The code is wrong. Tries left: 4.')
    },
  })
  await press(address('ann@example.com'))
  const input = screen.getByRole('textbox', { name: 'New email' })
  await expect.element(input).toHaveValue('')
  await expect.element(screen.getByText('ann@example.com')).toBeVisible()
  await userEvent.fill(input, 'bea@example')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('Invalid email. Try again.')).toBeVisible()
  await userEvent.fill(input, 'bea@example.com')
  await userEvent.keyboard('{Enter}')

  await expect.element(screen.getByRole('heading', { name: 'Confirm current email' })).toBeVisible()
  await expect.element(screen.getByText('ann@example.com')).toBeVisible()
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('111111')
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The code is wrong. Tries left: 4.')
  await expect.element(field).toHaveValue('')
  await userEvent.keyboard('222222')

  await expect.element(screen.getByRole('heading', { name: 'Confirm new email' })).toBeVisible()
  await expect.element(screen.getByText('bea@example.com')).toBeVisible()
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('333333')
  await expect.element(address('bea@example.com')).toBeVisible()
})

test.each([
  ['title', true],
  ['button', false],
] as const)('a field for a code that appears late takes the focus only from the title: %s', async (holder, takes) => {
  const latchkey = instance(undefined, site)
  const nothing = () => {}
  const card = (isThere: boolean) => (
    <LatchkeyProvider latchkey={latchkey}>
      <section data-part="card">
        <h2 data-part="title" tabIndex={-1}>
          title
        </h2>
        <button type="button">button</button>
        {isThere && (
          <CodeForm
            email="ann@example.com"
            secondsLeft={0}
            resendable
            typable
            checking={false}
            error={undefined}
            onCode={nothing}
            onResend={nothing}
            onCancel={nothing}
          />
        )}
      </section>
    </LatchkeyProvider>
  )
  const screen = await render(card(false))
  const before = screen.getByRole(holder === 'title' ? 'heading' : 'button', { name: holder })
  before.element().focus()
  await expect.element(before).toHaveFocus()
  await screen.rerender(card(true))
  const field = screen.getByRole('textbox', { name: '6-digit code' })
  await expect.element(takes ? field : before).toHaveFocus()
  await expect.element(field).toBeVisible()
})

test('a request for a code that is made too early shows a countdown, which a screen reader announces once', async () => {
  const { screen, latchkey, address, clock } = await settings()
  const submit = async () => {
    await userEvent.fill(screen.getByRole('textbox', { name: 'New email' }), 'bea@example.com')
    await press(screen.getByRole('button', { name: 'Continue' }))
  }
  await press(address('ann@example.com'))
  await submit()
  await press(screen.getByRole('button', { name: 'Cancel' }))
  await submit()
  const text = screen.getByText(/^Please try again after/)
  await expect.element(text).toBeVisible()
  const first = text.element().textContent
  clock.increment(1_000)
  await expect.element(text).not.toHaveTextContent(first)
  await expect.element(text).toHaveAttribute('aria-live', 'off')
  const said: (string | null)[] = []
  const watcher = new MutationObserver(() => void said.push(text.element().getAttribute('aria-live')))
  onTestFinished(() => watcher.disconnect())
  watcher.observe(text.element(), { attributes: true, attributeFilter: ['aria-live'] })
  await press(screen.getByRole('button', { name: 'Continue' }))
  await expect.poll(() => said).toEqual(['polite'])
  clock.increment(1_000)
  await expect.poll(() => said).toEqual(['polite', 'off'])
  expect(latchkey.find('emailUpdate')?.getSnapshot().value).toBe('coolingDown')
})

test('the focus returns to where it came from, by Cancel and by Back', async () => {
  const latchkey = instance(undefined, { ...site, ports: { frame: scriptedFrame().port } })
  const screen = await render(app(latchkey))
  await userEvent.fill(screen.getByRole('textbox', { name: 'Email' }), 'ann@example.com')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('textbox', { name: '6-digit code' })).toBeVisible()
  await press(screen.getByRole('button', { name: 'Cancel' }))
  await expect.element(screen.getByRole('textbox', { name: 'Email' })).toHaveFocus()
  screen.getByRole('button', { name: 'Get started' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('heading', { name: 'Create wallet' })).toHaveFocus()
  screen.getByRole('button', { name: 'Back' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('button', { name: 'Get started' })).toHaveFocus()
})

test('the typed address is kept on Cancel, and cleared when the user leaves the field', async () => {
  const { screen, address } = await settings()
  await press(address('ann@example.com'))
  const input = screen.getByRole('textbox', { name: 'New email' })
  await userEvent.fill(input, 'bea@example.com')
  await press(screen.getByRole('button', { name: 'Continue' }))
  await expect.element(screen.getByRole('button', { name: /Resend in/ })).toBeDisabled()
  await press(screen.getByRole('button', { name: 'Cancel' }))
  await expect.element(input).toHaveValue('bea@example.com')
  await press(screen.getByRole('button', { name: 'Back' }))
  await press(address('ann@example.com'))
  await expect.element(input).toHaveValue('')
})

describe('several accounts', () => {
  const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const answers: Parameters<typeof scriptedFrame>[0] = {
    GET_USER: ({ chainId }: { chainId: number }) => ({
      address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      chainId,
      email: 'ann@example.com',
      accounts: [
        { address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', type: 'eoa' },
        { address: other, type: 'smartAccount' },
      ],
    }),
    SET_PREFERRED_ACCOUNT: { type: 'smartAccount', address: other },
  }

  test('are shown in a list, where each can be copied or selected, and which leads to the settings [1.10] [3.18]', async () => {
    const { screen, latchkey } = await signedIn(answers)
    expect(screen.getByRole('button', { name: 'Account settings' }).query()).toBeNull()
    await press(screen.getByRole('button', { name: 'Your accounts' }))
    const rows = screen.getByRole('list', { name: 'Accounts of this wallet' })
    const row = (name: string) => rows.getByRole('button', { name, exact: true })
    await expect.element(row('0xf3…b92266 Standard account')).toHaveAttribute('aria-current', 'true')
    await press(row('Copy address: 0x70…dc79C8'))
    expect(latchkey.actor('clipboard').getSnapshot().context.text).toBe(other)
    await press(row('0x70…dc79C8 Smart account'))
    await expect.element(row('0x70…dc79C8 Smart account')).toHaveAttribute('aria-current', 'true')
    expect(latchkey.getAccount()).toMatchObject({ address: other })
    await press(screen.getByRole('button', { name: 'Account settings' }))
    await expect.element(screen.getByRole('button', { name: /^Use standard account/ })).toBeVisible()
  })

  test('can all be reached by the keyboard', async () => {
    const { screen } = await signedIn(answers)
    await press(screen.getByRole('button', { name: 'Your accounts' }))
    const names = ['0xf3…b92266 Standard account', 'Copy address: 0xf3…b92266', '0x70…dc79C8 Smart account']
    const first = screen.getByRole('button', { name: names[0] ?? '', exact: true })
    await expect.element(first).toBeVisible()
    first.element().focus()
    for (const name of names) {
      await expect.element(screen.getByRole('button', { name, exact: true })).toHaveFocus()
      await userEvent.keyboard('{Tab}')
    }
  })
})

test('the upgrade view explains how to move to another wallet, and leads to sending and to wallets', async () => {
  const { screen, latchkey } = await settings()
  await press(screen.getByRole('button', { name: /^Upgrade your wallet/ }))
  await expect.element(screen.getByRole('heading', { name: 'Upgrade your wallet' })).toBeVisible()
  await expect.element(screen.getByText(/only you hold them/)).toBeVisible()
  await press(screen.getByRole('button', { name: 'Get a wallet' }))
  await expect.element(screen.getByRole('heading', { name: 'Get a wallet' })).toBeVisible()
  await press(screen.getByRole('button', { name: 'Back' }))
  await press(screen.getByRole('button', { name: 'Send' }))
  await vi.waitFor(() => expect(latchkey.actor('view').getSnapshot().context.stack.at(-1)).toBe('WalletSend'))
})

test('the view for new users offers email but no other wallets, and leads to wallets', async () => {
  const latchkey = instance(undefined, { ...site, ports: { frame: scriptedFrame().port }, projectId: 'test' })
  const screen = await render(app(latchkey))
  latchkey.dispatch({ type: 'modal.open' })
  await press(screen.getByRole('button', { name: 'Get started' }))
  await expect.element(screen.getByRole('heading', { name: 'Create wallet' })).toBeVisible()
  await expect.element(screen.getByRole('textbox', { name: 'Email' })).toBeVisible()
  expect(screen.getByRole('list').query()).toBeNull()
  await press(screen.getByRole('button', { name: 'Get a wallet' }))
  await expect.element(screen.getByRole('heading', { name: 'Get a wallet' })).toBeVisible()
})

test('the settings show the address that the frame returns, whatever the browser has stored [3.19]', async () => {
  const { latchkey, screen } = await signedIn({
    GET_USER: ({ chainId }: { chainId: number }) => ({
      address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      chainId,
      email: 'other@example.com',
    }),
  })
  expect(latchkey.actor('storage').getSnapshot().context.persisted.embedded?.email).toBe('ann@example.com')
  await press(screen.getByRole('button', { name: 'Account settings' }))
  await expect.element(screen.getByRole('button', { name: 'Email other@example.com' })).toBeVisible()
})

test('the settings lead to the list of networks, which leads back', async () => {
  const { screen, frame } = await settings()
  await press(screen.getByRole('button', { name: 'Network Ethereum' }))
  await press(screen.getByRole('button', { name: /Second Chain/ }))
  await expect.element(screen.getByRole('button', { name: 'Network Second Chain' })).toBeVisible()
  expect(frame.types()).toContain('SWITCH_NETWORK')
})

test('the settings can disconnect the wallet', async () => {
  const { screen, latchkey } = await settings()
  await press(screen.getByRole('button', { name: 'Disconnect' }))
  await vi.waitFor(() => expect(latchkey.getAccount().status).toBe('disconnected'))
  await expect.element(screen.getByRole('heading', { name: 'Connect wallet' })).toBeInTheDocument()
})
