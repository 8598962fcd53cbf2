/** What can be changed about an account of the embedded wallet. */
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Secret } from '../../sdk/index.ts'
import { refused, scriptedFrame } from '../support/frame.ts'
import { press } from './press.ts'
import { app, instance, showConnected } from './support.tsx'

const site = { features: { email: true }, secureSite: 'https://secure.example' }

/** Somebody is signed in, and looks at the settings of the account. */
async function settings(answers: Parameters<typeof scriptedFrame>[0] = {}) {
  const frame = scriptedFrame(answers)
  const latchkey = instance(undefined, { ...site, ports: { frame: frame.port } })
  const screen = await render(app(latchkey))
  latchkey.send({ type: 'email.submit', email: 'ann@example.com' })
  await vi.waitFor(() => expect(typeof latchkey.find('email')?.getSnapshot().value).toBe('object'))
  latchkey.send({ type: 'email.submitCode', code: new Secret('123456') })
  await vi.waitFor(() => expect(latchkey.getAccount().status).toBe('connected'))
  await press(screen.getByRole('button', { name: 'Account settings' }))
  const address = (email: string) => screen.getByRole('button', { name: `Email ${email}` })
  const field = screen.getByRole('textbox', { name: 'Code of six digits' })
  await expect.element(address('ann@example.com')).toBeVisible()
  return { latchkey, screen, frame, address, field }
}

test('an account of another wallet leads to no settings', async () => {
  const { screen } = await showConnected(site)
  await expect.element(screen.getByRole('button', { name: 'Copy address' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Account settings' }).query()).toBeNull()
})

test('the address is changed with two codes, which are typed where one is, and the new one is shown [3.40]', async () => {
  let tries = 0
  const { screen, address, field } = await settings({
    UPDATE_EMAIL_PRIMARY_OTP: () => {
      tries += 1
      if (tries === 1) throw refused('The code is wrong. Tries left: 4.')
    },
  })
  await press(address('ann@example.com'))
  const input = screen.getByRole('textbox', { name: 'Email' })
  await expect.element(input).toHaveValue('ann@example.com')
  await userEvent.fill(input, 'bea@example')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('Invalid email. Try again.')).toBeVisible()
  await userEvent.fill(input, 'bea@example.com')
  await userEvent.keyboard('{Enter}')

  await expect.element(screen.getByRole('heading', { name: 'Confirm Current Email' })).toBeVisible()
  await expect.element(screen.getByText('ann@example.com')).toBeVisible()
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('111111')
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The code is wrong. Tries left: 4.')
  await expect.element(field).toHaveValue('')
  await userEvent.keyboard('222222')

  await expect.element(screen.getByRole('heading', { name: 'Confirm New Email' })).toBeVisible()
  await expect.element(screen.getByText('bea@example.com')).toBeVisible()
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('333333')
  await expect.element(address('bea@example.com')).toBeVisible()
})

test('who cancels finds what was typed, and who leaves the field does not', async () => {
  const { screen, address } = await settings()
  await press(address('ann@example.com'))
  const input = screen.getByRole('textbox', { name: 'Email' })
  await userEvent.fill(input, 'bea@example.com')
  await press(screen.getByRole('button', { name: 'Continue' }))
  await expect.element(screen.getByRole('button', { name: /Resend in/ })).toBeDisabled()
  await press(screen.getByRole('button', { name: 'Cancel' }))
  await expect.element(input).toHaveValue('bea@example.com')
  await press(screen.getByRole('button', { name: 'Back' }))
  await press(address('ann@example.com'))
  await expect.element(input).toHaveValue('ann@example.com')
})

test('its network leads to the others, and back to it', async () => {
  const { screen, frame } = await settings()
  await press(screen.getByRole('button', { name: 'Network Ethereum' }))
  await press(screen.getByRole('button', { name: /Second Chain/ }))
  await expect.element(screen.getByRole('button', { name: 'Network Second Chain' })).toBeVisible()
  expect(frame.types()).toContain('SWITCH_NETWORK')
})

test('the wallet is left from there', async () => {
  const { screen, latchkey } = await settings()
  await press(screen.getByRole('button', { name: 'Disconnect' }))
  await vi.waitFor(() => expect(latchkey.getAccount().status).toBe('disconnected'))
  await expect.element(screen.getByRole('heading', { name: 'Connect Wallet' })).toBeInTheDocument()
})
