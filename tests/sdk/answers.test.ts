/** Every call that an app waits for is settled, whatever the user does with the embedded card or the dialog. */
import { describe, expect, test } from 'vitest'
import { fakeAccounts, fakeWallet, never } from '../../mocks/index.ts'
import { pass, settle, started } from '../support/instance.ts'

const declining = () => fakeWallet({ eth_requestAccounts: () => Promise.reject({ code: 4001, message: 'No, thanks' }) })

/** Every call that an app may be waiting for while the user chooses a wallet. */
async function waiting(options: Parameters<typeof started>[0] = {}) {
  const made = await started(options)
  const { latchkey } = made
  const heard: unknown[] = []
  const asked = latchkey.getProvider('eip155').request({ method: 'eth_requestAccounts' })
  asked.then(
    (accounts) => void heard.push(accounts),
    (error: unknown) => void heard.push((error as { code: number }).code),
  )
  const connecting = latchkey.connect()
  await settle()
  const choose = async () => {
    latchkey.dispatch({ type: 'connectors.connect', connectorId: made.connectorId })
    await settle()
  }
  const answers = async () => {
    await settle()
    return { provider: heard, connect: await connecting }
  }
  return { ...made, heard, choose, answers }
}
const cancelled = { provider: [4001], connect: { status: 'cancelled' } }

describe.each([
  ['the card in the page', true],
  ['the dialog', false],
])('a pending call with %s', (_, embedded) => {
  test('settles at once when the user rejects in the wallet, and the view still offers a retry [8.60]', async () => {
    const { latchkey, wallet, choose, answers } = await waiting({ embedded, wallet: declining() })
    await choose()
    const declined = { status: 'declined', error: { code: 'connect.declined' } }
    expect(await answers()).toMatchObject({ provider: [4001], connect: declined })
    expect(latchkey.actor('view').getSnapshot().context.stack.at(-1)).toBe('ConnectingExternal')
    wallet.answers['eth_requestAccounts'] = [fakeAccounts[0]]
    latchkey.actor('namespace:eip155').send({ type: 'namespace.retry' })
    await settle()
    expect(latchkey.getAccount()).toMatchObject({ status: 'connected', address: fakeAccounts[0] })
  })

  test('settles with the error of a wallet that fails', async () => {
    const wallet = fakeWallet({ eth_requestAccounts: () => Promise.reject({ code: -32_603, message: 'Out of order' }) })
    const { choose, answers } = await waiting({ embedded, wallet })
    await choose()
    const failed = { status: 'failed', error: { code: 'connect.failed' } }
    expect(await answers()).toMatchObject({ provider: [-32_603], connect: failed })
  })

  test('resolves with the wallet when the user approves', async () => {
    const { choose, answers } = await waiting({ embedded })
    await choose()
    const done = { status: 'done', value: { address: fakeAccounts[0] } }
    expect(await answers()).toMatchObject({ provider: [[fakeAccounts[0]]], connect: done })
  })

  test('expires after 10 minutes when the user does nothing', async () => {
    const { clock, latchkey, heard, answers } = await waiting({ embedded })
    await pass(clock, 599_999, 1)
    expect(heard).toEqual([])
    await pass(clock, 1, 1)
    const expired = { status: 'expired', error: { code: 'connect.unanswered' } }
    expect(await answers()).toMatchObject({ connect: expired, provider: [-32_603] })
    expect(latchkey.actor('modal').getSnapshot().hasTag('open')).toBe(true)
  })

  test('gets the full time again when it is repeated', async () => {
    const { clock, latchkey } = await waiting({ embedded })
    await pass(clock, 599_999, 1)
    let settled = false
    void latchkey.connect().then(() => (settled = true))
    await pass(clock, 599_999, 1)
    expect(settled).toBe(false)
    await pass(clock, 1, 1)
    expect(settled).toBe(true)
  })

  test('is cancelled when the user closes the modal [8.60]', async () => {
    const { latchkey, answers } = await waiting({ embedded })
    latchkey.close()
    expect(await answers()).toEqual(cancelled)
  })
})

describe('a pending call with an embedded card', () => {
  test('is cancelled by Cancel while the wallet asks, by Back, and by Home [8.60]', async () => {
    for (const leave of ['cancel', 'back', 'home'] as const) {
      const { latchkey, choose, answers } = await waiting({ wallet: fakeWallet({ eth_requestAccounts: never }) })
      await choose()
      expect(latchkey.actor('view').getSnapshot().context.stack).toEqual(['Connect', 'ConnectingExternal'])
      if (leave === 'cancel') latchkey.actor('namespace:eip155').send({ type: 'namespace.cancel' })
      else latchkey.dispatch({ type: `view.${leave}` })
      expect(await answers()).toEqual(cancelled)
      expect(latchkey.actor('view').getSnapshot().context.stack).toEqual(['Connect'])
      expect(latchkey.actor('namespace:eip155').getSnapshot().value).toBe('disconnected')
    }
  })

  test('is cancelled by Back from any other view of the connection, and from the first one [8.60]', async () => {
    for (const view of ['AllWallets', 'GetWallet', 'WhatIsAWallet', undefined] as const) {
      const { latchkey, answers } = await waiting()
      if (view) latchkey.dispatch({ type: 'view.push', view })
      latchkey.dispatch({ type: 'view.back' })
      expect(await answers()).toEqual(cancelled)
    }
  })

  test('stays pending while the user still looks through wallets', async () => {
    const { latchkey, heard, choose } = await waiting({ wallet: fakeWallet({ eth_requestAccounts: never }) })
    latchkey.dispatch({ type: 'view.push', view: 'AllWallets' })
    await choose()
    latchkey.dispatch({ type: 'view.back' })
    await settle()
    expect(latchkey.actor('view').getSnapshot().context.stack).toEqual(['Connect', 'AllWallets'])
    expect(heard).toEqual([])
  })

  test('stays pending in a dialog on its first view, where another wallet can be selected', async () => {
    const { latchkey, heard, choose } = await waiting({
      embedded: false,
      wallet: fakeWallet({ eth_requestAccounts: never }),
    })
    await choose()
    latchkey.dispatch({ type: 'view.back' })
    await settle()
    expect(latchkey.actor('modal').getSnapshot().hasTag('open')).toBe(true)
    expect(heard).toEqual([])
  })
})

describe('a listener for a change', () => {
  test('can call the wallet at once, because every machine has handled the change before', async () => {
    const signature = `0x${'ab'.repeat(65)}`
    const { latchkey } = await started({ wallet: fakeWallet({ personal_sign: signature }) })
    const provider = latchkey.getProvider('eip155')
    const answers: Promise<unknown>[] = []
    const sign = () =>
      void answers.push(provider.request({ method: 'personal_sign', params: ['0x68', fakeAccounts[0]] }))
    provider.on('connect', sign)
    provider.on('accountsChanged', sign)
    latchkey.subscribe(({ account }) => {
      if (account.status === 'connected')
        answers.push(latchkey.signMessage('h').then((outcome) => ('value' in outcome ? outcome.value : outcome)))
    })
    await latchkey.connect({ connectorId: 'fake' })
    await settle()
    // A request while the instance stops would not reach the wallet.
    provider.removeListener('accountsChanged', sign)
    expect(await Promise.all(answers)).toEqual([signature, signature, signature])
  })
})
