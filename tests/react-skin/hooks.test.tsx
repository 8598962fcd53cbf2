import { useState } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { fakeAccounts, fakeWallet, never } from '../../mocks/fakes/fakeWallet.ts'
import {
  ConnectButton,
  LatchkeyModal,
  LatchkeyProvider,
  useAccount,
  useBalance,
  useConnect,
  useDisconnect,
  useLatchkey,
  useModal,
  useNetwork,
  useActorSelector,
  useSendCalls,
  useSendTransaction,
  useSignIn,
  useSignMessage,
  useSignTypedData,
  useSwitchNetwork,
  useWaitForTransactionReceipt,
} from '../../react-skin/index.ts'
import { useFeature } from '../../react-skin/hooks/useFeature.ts'
import type { Latchkey } from '../../sdk/index.ts'
import { declined, instance } from './support.tsx'

/** Runs this, and waits until its result is rendered. */
async function drawn(run: () => unknown) {
  run()
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}

/** Waits until rendering has stopped. Returns how often it happened. */
async function renderings(seen: readonly string[]): Promise<number> {
  let before = -1
  while (before !== seen.length) {
    before = seen.length
    await drawn(() => {})
    await drawn(() => {})
  }
  return before
}

/** Shows what a component makes of an instance, and counts its renders. */
async function shown(latchkey: Latchkey, what: () => string) {
  const seen: string[] = []
  function Shown() {
    const text = what()
    seen.push(text)
    return <output>{text}</output>
  }
  const screen = await render(
    <LatchkeyProvider latchkey={latchkey}>
      <Shown />
    </LatchkeyProvider>,
  )
  return { screen, seen }
}

test('each hook throws outside of a provider, and says what is missing [8.45]', () => {
  function Shown({ hook }: { hook: () => unknown }) {
    hook()
    return null
  }
  for (const hook of [useLatchkey, useAccount, useNetwork, useModal, useConnect, useDisconnect])
    expect(() => renderToString(<Shown hook={hook} />)).toThrow(
      /^Please render <LatchkeyProvider> before using useLatchkey hook$/,
    )
})

test('useActorSelector renders again when the selected value changes, and only then', async () => {
  const latchkey = instance(fakeWallet())
  const { screen, seen } = await shown(latchkey, () =>
    String(useActorSelector('modal', (modal) => modal.hasTag('open'))),
  )
  const before = seen.length
  await drawn(() => latchkey.dispatch({ type: 'modal.open' }))
  await expect.element(screen.getByText('true')).toBeInTheDocument()
  expect(seen.slice(before)).toEqual(['true'])
  // The modal enters another state, but the selected value stays the same.
  await drawn(() => {
    latchkey.dispatch({ type: 'modal.shake' })
    expect(latchkey.actor('modal').getSnapshot().hasTag('shaking')).toBe(true)
  })
  expect(seen.slice(before)).toEqual(['true'])
})

test('useActorSelector with a new object each time renders again only when the comparison finds a difference', async () => {
  const latchkey = instance(fakeWallet())
  await latchkey.ready()
  const { seen } = await shown(latchkey, () =>
    useActorSelector(
      'view',
      ({ context }) => [...context.stack],
      (before, now) => before.length === now.length,
    ).join(' '),
  )
  await drawn(() => latchkey.dispatch({ type: 'modal.open', view: 'Connect' }))
  const before = await renderings(seen)
  await drawn(() => latchkey.dispatch({ type: 'view.replace', view: 'WhatIsAWallet' }))
  expect(seen.slice(before)).toEqual([])
  await drawn(() => latchkey.dispatch({ type: 'view.push', view: 'GetWallet' }))
  expect(seen.slice(before)).toEqual(['WhatIsAWallet GetWallet'])
})

test('useFeature with a new object each time renders again only when one of its properties changes', async () => {
  const latchkey = instance(fakeWallet())
  latchkey.start()
  await latchkey.connect({ connectorId: 'fake' })
  await latchkey.load('send')
  const { seen } = await shown(latchkey, () => useFeature('send', ({ context: { amount } }) => ({ amount })).amount)
  const before = await renderings(seen)
  await drawn(() => latchkey.find('send')?.send({ type: 'send.setRetry', at: 1 }))
  expect(latchkey.find('send')?.getSnapshot().context.lastRetry).toBe(1)
  expect(seen.slice(before)).toEqual([])
  await drawn(() => latchkey.dispatch({ type: 'send.setAmount', amount: '2' }))
  expect(seen.slice(before)).toEqual(['2'])
})

test('useActorSelector follows a flow that comes and goes, another name at once, and the machines after a restart', async () => {
  const latchkey = instance(fakeWallet({ eth_requestAccounts: never }))
  let look: (name: 'walletRequest' | 'connectionAttempt') => void = () => {}
  const { screen, seen } = await shown(latchkey, () => {
    const [name, setName] = useState<'walletRequest' | 'connectionAttempt'>('connectionAttempt')
    look = setName
    return useActorSelector(name, (flow) => `${name} ${flow ? 'there' : 'gone'}`)
  })
  await expect.element(screen.getByText('connectionAttempt gone')).toBeInTheDocument()
  await drawn(() => latchkey.dispatch({ type: 'connectors.connect', connectorId: 'fake' }))
  await expect.element(screen.getByText('connectionAttempt there')).toBeInTheDocument()
  await drawn(() => look('walletRequest'))
  expect(seen.at(-1)).toBe('walletRequest gone')
  await drawn(() => look('connectionAttempt'))
  expect(seen.at(-1)).toBe('connectionAttempt there')
  await drawn(() => latchkey.stop())
  await expect.element(screen.getByText('connectionAttempt gone')).toBeInTheDocument()
  await drawn(() => latchkey.start())
  await drawn(() => latchkey.dispatch({ type: 'connectors.connect', connectorId: 'fake' }))
  await expect.element(screen.getByText('connectionAttempt there')).toBeInTheDocument()
})

test('useActorSelector unsubscribes from a machine that is no longer shown', async () => {
  const latchkey = instance(fakeWallet())
  const undo = latchkey.start()
  await latchkey.ready()
  const modal = latchkey.actor('modal')
  let listening = 0
  const subscribe = modal.subscribe.bind(modal)
  modal.subscribe = ((...heard: Parameters<typeof subscribe>) => {
    listening += 1
    const { unsubscribe } = subscribe(...heard)
    return {
      unsubscribe() {
        listening -= 1
        unsubscribe()
      },
    }
  }) as typeof modal.subscribe
  const { screen } = await shown(latchkey, () => useActorSelector('modal', ({ value }) => JSON.stringify(value)))
  expect(listening).toBe(1)
  await screen.unmount()
  expect(listening).toBe(0)
  undo()
})

test('a dialog renders its content once as it opens, however often its container renders', async () => {
  const latchkey = instance(fakeWallet(), { embedded: false })
  const rendered = vi.fn<() => void>()
  function Own() {
    rendered()
    return <p>A view of one’s own</p>
  }
  const screen = await render(
    <LatchkeyProvider latchkey={latchkey} views={{ Connect: Own }}>
      <ConnectButton />
      <LatchkeyModal />
    </LatchkeyProvider>,
  )
  await screen.getByRole('button', { name: 'Connect wallet' }).click()
  await expect.element(screen.getByText('A view of one’s own')).toBeVisible()
  await expect.element(screen.getByRole('dialog')).toHaveFocus()
  expect(rendered).toHaveBeenCalledOnce()
})

test('useAccount has the fields that EVM libraries use, and useBalance the balance once connected', async () => {
  const latchkey = instance(fakeWallet())
  const { screen } = await shown(latchkey, () => {
    const { namespace, chainId, address, isConnected, isConnecting, isDisconnected } = useAccount('eip155')
    const { status, native } = useBalance()
    const flags = [isConnected, isConnecting, isDisconnected].map(Number).join('')
    return isConnected
      ? `${flags} ${namespace} ${chainId} ${address} ${status} ${native?.symbol ?? ''}`
      : `${flags} ${String(address)} ${status}`
  })
  await expect.element(screen.getByText('001 undefined disconnected')).toBeInTheDocument()
  await latchkey.connect({ connectorId: 'fake' })
  await expect.element(screen.getByText(`100 eip155 1 ${fakeAccounts[0]} ready ETH`)).toBeInTheDocument()
})

test('useConnect and useDisconnect have the state of their last call, which `reset` clears', async () => {
  const latchkey = instance(fakeWallet())
  let connecting: ReturnType<typeof useConnect> | undefined
  let leaving: ReturnType<typeof useDisconnect> | undefined
  const { screen } = await shown(latchkey, () => {
    connecting = useConnect()
    leaving = useDisconnect()
    const { status, data, error, connectors } = connecting
    return `${status} ${data?.address} ${error?.code} ${connectors.length} ${leaving.status}`
  })
  await expect.element(screen.getByText('idle undefined undefined 1 idle')).toBeInTheDocument()
  void connecting?.connect({ connectorId: 'unknown' })
  await expect.element(screen.getByText('error undefined connector.notFound 1 idle')).toBeInTheDocument()
  await drawn(() => connecting?.reset())
  await expect.element(screen.getByText('idle undefined undefined 1 idle')).toBeInTheDocument()
  void connecting?.connect({ connectorId: 'fake' })
  await expect.element(screen.getByText(`success ${fakeAccounts[0]} undefined 1 idle`)).toBeInTheDocument()
  void leaving?.disconnect()
  await expect.element(screen.getByText(`success ${fakeAccounts[0]} undefined 1 success`)).toBeInTheDocument()
  expect(latchkey.getAccount().status).toBe('disconnected')
})

test('an action is pending until its outcome arrives, and the last of several calls counts', async () => {
  const hash = `0x${'1'.repeat(64)}`
  let asked = 0
  const wallet = fakeWallet({
    eth_sendTransaction: () => (asked++ === 0 ? never() : hash),
    personal_sign: declined,
  })
  const latchkey = instance(wallet)
  let send: Latchkey['sendTransaction'] | undefined
  let sign: Latchkey['signMessage'] | undefined
  const { screen } = await shown(latchkey, () => {
    const sending = useSendTransaction()
    const signing = useSignMessage()
    ;({ sendTransaction: send } = sending)
    ;({ signMessage: sign } = signing)
    return `${sending.status} ${signing.status} ${useSendCalls().status} ${String(sending.data)} ${signing.error?.code}`
  })
  await expect.element(screen.getByText('idle idle idle undefined undefined')).toBeInTheDocument()
  await latchkey.connect({ connectorId: 'fake' })
  const calledOff = new AbortController()
  const first = send?.({ to: fakeAccounts[1] }, { signal: calledOff.signal })
  await expect.element(screen.getByText('pending idle idle undefined undefined')).toBeInTheDocument()
  // The wallet gets the requests in order, once the code for requests is loaded.
  await expect.poll(() => asked).toBe(1)
  const second = await send?.({ to: fakeAccounts[1] })
  expect(second).toEqual({ status: 'done', value: hash })
  calledOff.abort()
  expect(await first).toEqual({ status: 'cancelled' })
  await expect.element(screen.getByText(`success idle idle ${hash} undefined`)).toBeInTheDocument()
  await sign?.('Hello')
  await expect.element(screen.getByText(`success error idle ${hash} request.declined`)).toBeInTheDocument()
})

test('useSwitchNetwork takes the number of a network', async () => {
  const latchkey = instance(fakeWallet({ wallet_switchEthereumChain: null }))
  let to: Latchkey['switchNetwork'] | undefined
  const { screen } = await shown(latchkey, () => {
    const { networks, switchNetwork, status, data } = useSwitchNetwork()
    to = switchNetwork
    return `${useNetwork().network.name} of ${networks.length} ${status} ${data}`
  })
  await expect.element(screen.getByText('Ethereum of 2 idle undefined')).toBeInTheDocument()
  await drawn(() => to?.(31337))
  await expect.element(screen.getByText('Second Chain of 2 success eip155:31337')).toBeInTheDocument()
})

test('useSignTypedData has the signature, or the reason why there is none', async () => {
  const signature = `0x${'ab'.repeat(65)}`
  const latchkey = instance(fakeWallet({ eth_signTypedData_v4: signature }))
  let sign: Latchkey['signTypedData'] | undefined
  const { screen } = await shown(latchkey, () => {
    const { status, data, error, signTypedData } = useSignTypedData()
    sign = signTypedData
    return `${status} ${data} ${error?.code}`
  })
  await latchkey.connect({ connectorId: 'fake' })
  const types = { Note: [{ name: 'text', type: 'string' }] }
  await sign?.({ types, primaryType: 'Note', message: { text: 'Hello' } })
  await expect.element(screen.getByText(`success ${signature} undefined`)).toBeInTheDocument()
  await sign?.({ types, primaryType: 'Letter', message: {} })
  await expect.element(screen.getByText('error undefined request.invalid')).toBeInTheDocument()
})

test('useWaitForTransactionReceipt waits while it is enabled and has a hash, and not for an earlier hash', async () => {
  const [first, second] = [`0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`]
  const latchkey = instance(fakeWallet(), {}, undefined, {
    awaitReceipt: ({ hash }) => (hash === first ? never() : Promise.resolve({ status: 'success', hash })),
  })
  let set: (parameters: { hash?: string; enabled?: boolean }) => void = () => {}
  const { screen } = await shown(latchkey, () => {
    const [parameters, setParameters] = useState<{ hash?: string; enabled?: boolean }>({})
    set = setParameters
    const { status, data } = useWaitForTransactionReceipt(parameters)
    return `${status} ${data?.status} ${data?.hash}`
  })
  await expect.element(screen.getByText('idle undefined undefined')).toBeInTheDocument()
  await drawn(() => set({ hash: first }))
  await expect.element(screen.getByText('pending undefined undefined')).toBeInTheDocument()
  await drawn(() => set({ hash: second }))
  await expect.element(screen.getByText(`success success ${second}`)).toBeInTheDocument()
  await drawn(() => set({ hash: second, enabled: false }))
  await expect.element(screen.getByText('idle undefined undefined')).toBeInTheDocument()
})

test('useWaitForTransactionReceipt can wait again after a timeout', async () => {
  const hash = `0x${'1'.repeat(64)}`
  let calls = 0
  const latchkey = instance(fakeWallet(), {}, undefined, {
    awaitReceipt: () =>
      (calls += 1) === 1 ? Promise.reject(new Error('node is gone')) : Promise.resolve({ status: 'reverted', hash }),
  })
  let again: (() => void) | undefined
  const { screen } = await shown(latchkey, () => {
    const { isPending, isError, isSuccess, data, refetch } = useWaitForTransactionReceipt({ hash })
    again = refetch
    return `${[isPending, isError, isSuccess].map(Number).join('')} ${data?.status}`
  })
  await expect.element(screen.getByText('010 undefined')).toBeInTheDocument()
  await drawn(() => again?.())
  await expect.element(screen.getByText('001 reverted')).toBeInTheDocument()
})

test('the hooks that call the wallet return the same functions on each render', async () => {
  const latchkey = instance(fakeWallet())
  const functions: unknown[][] = []
  const { seen } = await shown(latchkey, () => {
    const { isOpen, open, close } = useModal()
    functions.push([
      open,
      close,
      useConnect().connect,
      useDisconnect().disconnect,
      useSendTransaction().sendTransaction,
      useSignMessage().signMessage,
      useSignTypedData().signTypedData,
      useSendCalls().sendCalls,
      useSwitchNetwork().switchNetwork,
      useSignIn().signIn,
      useBalance().refetch,
      useWaitForTransactionReceipt({}).refetch,
    ])
    return String(isOpen)
  })
  await drawn(() => latchkey.dispatch({ type: 'modal.open' }))
  await expect.poll(() => seen.at(-1)).toBe('true')
  for (const [index, one] of (functions[0] ?? []).entries()) expect(functions.at(-1)?.[index]).toBe(one)
})

test('useSignIn says whether the account is signed in, and why the last attempt failed', async () => {
  const latchkey = instance(fakeWallet({ personal_sign: () => Promise.reject(new Error('gone')) }), {
    siwx: { required: false },
  })
  const { screen } = await shown(latchkey, () => {
    const { status, isSignedIn, isPending, error } = useSignIn()
    return `${status} ${isSignedIn} ${isPending} ${error?.code}`
  })
  await latchkey.connect({ connectorId: 'fake' })
  await expect.element(screen.getByText('signedOut false false undefined')).toBeInTheDocument()
  const outcome = await latchkey.signIn()
  const { code } = outcome.status === 'failed' ? outcome.error : {}
  expect(code).toBeDefined()
  await expect.element(screen.getByText(`signedOut false false ${code}`)).toBeInTheDocument()
})
