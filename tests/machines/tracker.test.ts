import { describe, expect, test } from 'vitest'
import { fakeAccounts, fakeApi, fakeWallet, never } from '../../mocks/index.ts'
import type { AnalyticsEvent } from '../../sdk/index.ts'
import { connected, ether, instance, pass, settle, started } from '../support/instance.ts'
import { walletOf } from '../support/wire.ts'
import { draft } from './page.ts'

const [first, second] = fakeAccounts
const hash = `0x${'1'.repeat(64)}`

const names = (events: readonly AnalyticsEvent[]) => events.map(({ event }) => event)

describe('analytics', () => {
  test('are off unless the app enables them: nothing is stored and nothing is sent [1.13]', async () => {
    const api = fakeApi()
    const { latchkey } = await connected({ api })
    latchkey.dispatch({ type: 'modal.open' })
    await latchkey.disconnect()
    await settle()
    expect([latchkey.find('analytics'), latchkey.find('feature:analytics')]).toEqual([undefined, undefined])
    expect(api.calls.map(({ name }) => name)).not.toContain('analyticsConfiguration')
    expect(api.calls.map(({ name }) => name)).not.toContain('analyticsEvent')
  })

  test('go to the app’s own function, in order, and nowhere else [4.7] [4.8] [4.20]', async () => {
    const events: AnalyticsEvent[] = []
    const api = fakeApi()
    const { latchkey, connectorId } = await started({ api, analytics: (event) => void events.push(event) })
    latchkey.dispatch({ type: 'modal.open' })
    latchkey.dispatch({ type: 'view.push', view: 'AllWallets' })
    latchkey.dispatch({ type: 'view.push', view: 'WhatIsAWallet' })
    latchkey.dispatch({ type: 'view.push', view: 'GetWallet' })
    latchkey.dispatch({ type: 'wallets.choose', wallet: walletOf(1) })
    await latchkey.connect({ connectorId })
    latchkey.dispatch({ type: 'modal.open' })
    latchkey.dispatch({ type: 'view.push', view: 'Networks' })
    latchkey.dispatch({ type: 'account.selectTab', tab: 'Activity' })
    await settle()
    latchkey.close()
    await settle()
    await latchkey.disconnect()
    await settle()
    expect(names(events)).toEqual([
      'INITIALIZE',
      'MODAL_OPEN',
      'CLICK_ALL_WALLETS',
      'CLICK_WALLET_HELP',
      'CLICK_GET_WALLET',
      'SELECT_WALLET',
      'CONNECT_SUCCESS',
      'MODAL_CLOSE',
      'MODAL_OPEN',
      'CLICK_NETWORKS',
      'CLICK_TRANSACTIONS',
      'ERROR_FETCH_TRANSACTIONS',
      'MODAL_CLOSE',
      'DISCONNECT_SUCCESS',
    ])
    const of = (name: string) => events.filter(({ event }) => event === name)
    expect(of('INITIALIZE')[0]?.properties).toMatchObject({ networks: ['eip155:1', 'eip155:10'] })
    expect(of('MODAL_OPEN').map(({ properties }) => properties)).toEqual([{ connected: false }, { connected: true }])
    expect(of('SELECT_WALLET')[0]?.properties).toEqual({ name: 'Wallet 1', platform: 'qrcode' })
    expect(of('CONNECT_SUCCESS')[0]).toEqual({
      type: 'track',
      event: 'CONNECT_SUCCESS',
      properties: { method: 'browser', name: 'Fake Wallet' },
      address: first,
    })
    expect(of('DISCONNECT_SUCCESS')[0]).toMatchObject({ properties: { namespace: 'all' }, address: first })
    expect(api.calls.map(({ name }) => name)).not.toContain('analyticsEvent')
  })

  test('report a transfer that is requested, sent or refused, also of other tokens, and none that may have been sent', async () => {
    const events: AnalyticsEvent[] = []
    const answers = [hash, Object.assign(new Error('no'), { code: 4001 }), 'unreadable']
    const wallet = fakeWallet({
      eth_sendTransaction: () => {
        const answer = answers.shift()
        if (answer instanceof Error) throw answer
        return answer
      },
    })
    const token = { ...ether('5'), symbol: 'USDX', address: `eip155:1:0x5FbDB2315678afecb367f032d93F642f64180aa3` }
    const { latchkey } = await connected({
      wallet,
      analytics: (event) => void events.push(event),
      chain: { fetchBalances: async () => [ether('2'), token] },
    })
    for (const chosen of [token, ether('2'), ether('2')]) {
      await draft(latchkey, chosen, '1.5', second)
      latchkey.dispatch({ type: 'send.submit' })
      await settle()
    }
    const sent = events.filter(({ event }) => event.startsWith('SEND'))
    const common = { isSmartAccount: false, network: 'eip155:1', amount: '1.5' }
    expect(sent.map(({ event, properties }) => [event, properties])).toEqual([
      ['SEND_INITIATED', { ...common, token: 'USDX' }],
      ['SEND_SUCCESS', { ...common, token: 'USDX' }],
      ['SEND_INITIATED', { ...common, token: 'ETH' }],
      ['SEND_ERROR', { ...common, token: 'ETH', message: 'You declined the transaction in your wallet.' }],
      ['SEND_INITIATED', { ...common, token: 'ETH' }],
    ])
  })

  test('report failures to connect and to disconnect, switches and searches [4.20]', async () => {
    const events: AnalyticsEvent[] = []
    const wallet = fakeWallet({
      eth_requestAccounts: () => {
        throw new Error('broken')
      },
      wallet_switchEthereumChain: null,
      wallet_revokePermissions: () => {
        throw new Error('cannot')
      },
    })
    const { latchkey, connectorId, clock } = await started({ wallet, analytics: (event) => void events.push(event) })
    await latchkey.connect({ connectorId })
    wallet.answers['eth_requestAccounts'] = [first]
    await latchkey.connect({ connectorId })
    await settle()
    wallet.emit('chainChanged', '0xa')
    latchkey.dispatch({ type: 'catalog.search', search: 'meta' })
    await settle()
    await pass(clock, 500, 1)
    await latchkey.disconnect()
    await settle()
    expect(names(events)).toEqual(
      expect.arrayContaining(['CONNECT_ERROR', 'SWITCH_NETWORK', 'SEARCH_WALLET', 'DISCONNECT_ERROR']),
    )
    const of = (name: string) => events.find(({ event }) => event === name)?.properties
    expect(of('CONNECT_ERROR')).toEqual({ message: 'Fake Wallet could not connect: broken' })
    expect(of('SWITCH_NETWORK')).toEqual({ network: 'eip155:10' })
    expect(of('SEARCH_WALLET')).toEqual({ badge: 'all', search: 'meta' })
    expect(of('DISCONNECT_ERROR')).toEqual({ message: 'Failed to disconnect chain eip155: cannot' })
  })

  test('lose an event when the sink fails or never answers, and deliver the next ones', async () => {
    const events: string[] = []
    const { latchkey, clock } = await started({
      analytics: async ({ event }) => {
        if (event === 'INITIALIZE') throw new Error('down')
        if (event === 'MODAL_OPEN') return never()
        events.push(event)
      },
    })
    latchkey.dispatch({ type: 'modal.open' })
    latchkey.close()
    await pass(clock, 15_000, 1)
    expect(events).toEqual(['MODAL_CLOSE'])
    expect(latchkey.find('analytics')?.getSnapshot()).toMatchObject({ value: { on: 'idle' }, context: { lost: 2 } })
  })

  test('include what happened before their code was loaded, in order', async () => {
    const events: AnalyticsEvent[] = []
    const { latchkey } = instance({ analytics: (event) => void events.push(event) })
    latchkey.start()
    latchkey.dispatch({ type: 'modal.open' })
    latchkey.close()
    expect(latchkey.find('analytics')).toBeUndefined()
    await settle()
    expect(names(events)).toEqual(['MODAL_OPEN', 'MODAL_CLOSE', 'INITIALIZE'])
  })

  test('queue at most 100 events while the sink hangs, and drop the oldest', async () => {
    const { latchkey } = await started({ analytics: never })
    const { queue: before = [] } = latchkey.find('analytics')?.getSnapshot().context ?? {}
    expect(before[0]?.event).toBe('INITIALIZE')
    for (let time = 0; time < 80; time += 1) {
      latchkey.dispatch({ type: 'modal.open' })
      latchkey.close()
    }
    const { queue = [], lost } = latchkey.find('analytics')?.getSnapshot().context ?? {}
    expect([queue.length, lost, queue[0]?.event, queue.at(-1)?.event]).toEqual([100, 61, 'MODAL_OPEN', 'MODAL_CLOSE'])
  })

  test('go to the API only when the app enables that, after the user acted, and if the project allows it', async () => {
    const provider = (isAnalyticsEnabled: boolean) =>
      fakeApi({ analyticsConfiguration: { isAnalyticsEnabled }, analyticsEvent: {} })
    const events = (api: ReturnType<typeof fakeApi>) =>
      api.calls.flatMap(({ name, input }) =>
        name === 'analyticsEvent'
          ? [input as { eventId: string; url: string; props: AnalyticsEvent; timestamp: number }]
          : [],
      )
    const url = 'https://shop.example/path?token=secret#part'
    const wanted = await started({
      api: provider(true),
      analytics: 'api',
      ports: { page: { read: () => ({ url, origin: 'https://shop.example', mobile: false }) } },
    })
    await settle()
    expect(wanted.api.calls).toEqual([])
    wanted.latchkey.dispatch({ type: 'modal.open' })
    await settle()
    expect(events(wanted.api).map(({ props }) => props.event)).toEqual(['INITIALIZE', 'MODAL_OPEN'])
    expect(events(wanted.api).map(({ url }) => url)).toEqual(Array(2).fill('https://shop.example/path'))
    for (const { eventId, timestamp } of events(wanted.api)) {
      expect(eventId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(timestamp).toBe(wanted.clock.now())
    }
    const unwanted = await started({ api: provider(false), analytics: 'api' })
    unwanted.latchkey.dispatch({ type: 'modal.open' })
    await settle()
    expect(events(unwanted.api)).toEqual([])
    expect(unwanted.latchkey.find('analytics')?.getSnapshot()).toMatchObject({ value: 'off', context: { queue: [] } })
    const unsure = await started({ api: fakeApi(), analytics: 'api' })
    unsure.latchkey.dispatch({ type: 'modal.open' })
    await settle()
    expect(unsure.latchkey.find('analytics')?.getSnapshot().value).toBe('off')
  })
})
