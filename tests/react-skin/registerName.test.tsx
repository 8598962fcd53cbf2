import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { SimulatedClock } from 'xstate'
import { fakeApi, type FakeAnswers } from '../../mocks/fakes/fakeApi.ts'
import { fakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import { ApiError } from '../../sdk/index.ts'
import { press } from './press.ts'
import { app, declined, emptyAnswers, instance } from './support.tsx'

const answers: FakeAnswers = {
  ...emptyAnswers,
  nameLookup: ({ name }) => ({ name: name.startsWith('bill') ? name : '' }),
  nameSuggestions: ({ name }) => ({
    suggestions: ['home', 'pay'].map((word, at) => ({ name: `${name}-${word}.reown.id`, registered: at > 0 })),
  }),
  registerName: { success: true },
}

/** A connected user who looks at the field for a name. */
async function field(more: FakeAnswers = {}) {
  const wallet = fakeWallet({ personal_sign: `0x${'1'.repeat(130)}` })
  const clock = new SimulatedClock()
  const latchkey = instance(wallet, { ports: { clock } }, fakeApi({ ...answers, ...more }))
  const screen = await render(app(latchkey))
  await latchkey.connect({ connectorId: 'fake' })
  latchkey.dispatch({ type: 'modal.open', view: 'ChooseAccountName' })
  await press(screen.getByRole('button', { name: 'Choose name' }))
  const input = screen.getByRole('textbox', { name: 'Name' })
  await expect.element(input).toBeVisible()
  return {
    screen,
    wallet,
    input,
    /** Waits without input until the name is looked up. */
    pause: () => clock.increment(500),
    type: async (name: string) => {
      await userEvent.fill(input, name)
      clock.increment(500)
    },
    register: (name: string) => screen.getByRole('button', { name: `Register ${name}` }),
  }
}

test('a name is typed, found available, registered with the keyboard, and shown for the account [1.8] [2.11]', async () => {
  const { screen, input, type, register } = await field()
  await type('ab')
  await expect.element(input).toHaveAccessibleDescription('Name must be at least 4 characters long')
  await type('Anna')
  await expect.element(input).toHaveValue('anna')
  await expect.element(screen.getByText('Available', { exact: true }).first()).toBeVisible()
  await expect.element(register('anna.reown.id')).toBeEnabled()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('Congratulations! Your account has a name.')).toBeVisible()
  await press(screen.getByRole('button', { name: 'Done' }))
  await expect.element(screen.getByText('anna.reown.id')).toBeVisible()
})

test('a taken name cannot be registered; a suggested one can, unless it is taken', async () => {
  const { screen, input, type, pause, register } = await field()
  await type('billy')
  await expect.element(screen.getByRole('button', { name: /billy-home/ })).toBeVisible()
  await expect.element(register('billy.reown.id')).toBeDisabled()
  await expect.element(screen.getByRole('button', { name: /billy-pay/ })).toBeDisabled()
  await type('anna')
  await press(screen.getByRole('button', { name: /anna-home/ }))
  pause()
  await expect.element(input).toHaveValue('anna-home')
  await expect.element(register('anna-home.reown.id')).toBeEnabled()
})

test('a registration shows what it waits for: the wallet first, then the API [4.24] [4.25] [4.26]', async () => {
  let sign: (signature: string) => void = () => {}
  let register: (answer: { success: boolean }) => void = () => {}
  const {
    screen,
    wallet,
    type,
    register: button,
  } = await field({
    registerName: () => new Promise((resolve) => (register = resolve)),
  })
  wallet.answers['personal_sign'] = () => new Promise((resolve) => (sign = resolve))
  await type('anna')
  await expect.element(button('anna.reown.id')).toBeEnabled()
  await press(button('anna.reown.id'))
  await expect
    .element(screen.getByRole('button', { name: 'Confirm in your wallet' }))
    .toHaveAttribute('data-busy', 'true')
  await expect.poll(() => wallet.calls.map(({ method }) => method)).toContain('personal_sign')
  sign(`0x${'1'.repeat(130)}`)
  await expect.element(screen.getByRole('button', { name: 'Registering…' })).toHaveAttribute('data-busy', 'true')
  register({ success: true })
  await expect.element(screen.getByText('Congratulations! Your account has a name.')).toBeVisible()
})

test('a refusal by the wallet or the API is shown next to the name, which stays [4.28]', async () => {
  const { screen, wallet, input, type, pause, register } = await field({
    registerName: () => {
      throw new ApiError('api.refused', { call: 'x', status: 400, reasons: [{ description: 'Not this one.' }] })
    },
  })
  wallet.answers['personal_sign'] = declined
  await type('anna')
  await expect.element(register('anna.reown.id')).toBeEnabled()
  await press(register('anna.reown.id'))
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await expect.element(input).toHaveValue('anna')
  wallet.answers['personal_sign'] = `0x${'1'.repeat(130)}`
  await vi.waitFor(() => {
    pause()
    expect(register('anna.reown.id').element()).toBeEnabled()
  })
  await press(register('anna.reown.id'))
  await expect.element(screen.getByText('Not this one.')).toBeVisible()
  await expect.element(input).toHaveValue('anna')
})

test('a name whose availability is unknown can be looked up again', async () => {
  let isDown = true
  const { screen, type, register } = await field({
    nameLookup: () => {
      if (isDown) throw new ApiError('api.offline', { call: 'nameLookup' })
      return { name: '' }
    },
  })
  await type('anna')
  await expect.element(screen.getByText('Error resolving name')).toBeVisible()
  await expect.element(register('anna.reown.id')).toBeDisabled()
  isDown = false
  await press(screen.getByRole('button', { name: 'Try again' }))
  await expect.element(register('anna.reown.id')).toBeEnabled()
})
