import type { ComponentProps } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { fakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import {
  AccountButton,
  Button,
  ConnectButton,
  LatchkeyCard,
  LatchkeyModal,
  LatchkeyProvider,
  NetworkButton,
  useAccount,
  useModal,
  useDispatch,
  type OwnParts,
} from '../../react-skin/index.ts'
import { instance } from './support.tsx'

const shown = (options: Omit<ComponentProps<typeof LatchkeyProvider>, 'latchkey'>) =>
  render(
    <LatchkeyProvider latchkey={instance(fakeWallet())} {...options}>
      <LatchkeyModal />
    </LatchkeyProvider>,
  )

test('a custom part replaces the skin’s part everywhere, and does what that does', async () => {
  const Row: OwnParts['Row'] = ({ name, picture, detail, end, ...props }) => (
    <button type="button" {...props}>
      {picture} My row of {name} {detail} {end}
    </button>
  )
  const Button: OwnParts['Button'] = ({ variant = 'quiet', busy, icon, children, ...props }) => (
    <button type="button" {...props} aria-busy={busy}>
      {icon} my {variant} {children}
    </button>
  )
  const screen = await shown({ parts: { Row, Button } })
  await screen.getByRole('button', { name: /My row of Fake Wallet/ }).click()
  await expect.element(screen.getByRole('button', { name: 'my primary Send' })).toBeVisible()
  await screen.getByRole('button', { name: 'my quiet Receive' }).click()
  await expect.element(screen.getByRole('button', { name: 'my primary Copy address' })).toBeVisible()
})

test('a custom view replaces the skin’s view, and reads the machines', async () => {
  const Account = () => {
    const account = useAccount()
    const dispatch = useDispatch()
    return (
      <>
        <p>Hello {account.status === 'connected' && account.address}</p>
        <button type="button" onClick={() => dispatch({ type: 'view.push', view: 'WalletSend' })}>
          Pay
        </button>
      </>
    )
  }
  const screen = await shown({ views: { Account } })
  await screen.getByRole('button', { name: 'Fake Wallet Installed' }).click()
  await expect.element(screen.getByText('Hello 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBeVisible()
  await screen.getByRole('button', { name: 'Pay' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Send' })).toBeVisible()
})

test('a custom shell holds the card, and controls what is around it', async () => {
  const Drawer = () => {
    const { isOpen, view, close } = useModal()
    return (
      <aside aria-label="Wallet" hidden={!isOpen}>
        {isOpen && <LatchkeyCard closable={false} />}
        <button type="button" onClick={close}>
          Put {view} away
        </button>
      </aside>
    )
  }
  const latchkey = instance(fakeWallet(), { embedded: false })
  const screen = await render(
    <LatchkeyProvider latchkey={latchkey}>
      <ConnectButton />
      <Drawer />
    </LatchkeyProvider>,
  )
  expect(screen.getByRole('complementary').elements()).toEqual([])
  await screen.getByRole('button', { name: 'Connect wallet' }).click()
  const drawer = screen.getByRole('complementary', { name: 'Wallet' })
  await drawer.getByRole('button', { name: /Fake Wallet/ }).click()
  await vi.waitFor(() => expect(latchkey.getAccount().status).toBe('connected'))
  latchkey.dispatch({ type: 'modal.open' })
  await expect.element(drawer.getByRole('heading', { name: 'Account' })).toBeInTheDocument()
  await drawer.getByRole('button', { name: 'Put Account away' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Account' })).not.toBeInTheDocument()
  expect(latchkey.actor('modal').getSnapshot().value).toBe('closed')
})

test('a custom view can be made of the skin’s parts', async () => {
  const WhatIsAWallet = () => {
    const dispatch = useDispatch()
    return <Button onClick={() => dispatch({ type: 'view.push', view: 'GetWallet' })}>Just get one</Button>
  }
  const screen = await shown({ views: { WhatIsAWallet } })
  await screen.getByRole('button', { name: 'What is a wallet?' }).click()
  await expect.element(screen.getByRole('button', { name: 'Just get one' })).toHaveAttribute('data-part', 'button')
  await screen.getByRole('button', { name: 'Just get one' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Get a wallet' })).toBeVisible()
})

test('a button can be rendered from the state, or as the app’s own element', async () => {
  const latchkey = instance(fakeWallet(), { embedded: false })
  const screen = await render(
    <LatchkeyProvider latchkey={latchkey}>
      <ConnectButton>
        {({ account, isOpen, open }) => (
          <button type="button" onClick={() => open()}>
            {account.status} {isOpen ? 'open' : 'closed'}
          </button>
        )}
      </ConnectButton>
      <ConnectButton asChild>
        <a href="#wallet">My own link</a>
      </ConnectButton>
      <NetworkButton>{({ network: { network } }) => <i>On {network.name}</i>}</NetworkButton>
      <AccountButton>{({ account }) => account.status === 'connected' && <b>{account.caipAddress}</b>}</AccountButton>
      <LatchkeyModal />
    </LatchkeyProvider>,
  )
  await expect.element(screen.getByText('On Ethereum')).toBeVisible()
  const link = screen.getByRole('link', { name: 'My own link' })
  await expect.element(link).toHaveAttribute('aria-haspopup', 'dialog')
  await link.click()
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  expect(document.querySelector('a[aria-expanded="true"]')).not.toBeNull()
  await screen.getByRole('button', { name: 'Fake Wallet Installed' }).click()
  await expect.element(screen.getByText('eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'connected closed' })).toBeVisible()
})
