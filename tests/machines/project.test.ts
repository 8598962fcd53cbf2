import { describe, expect, test } from 'vitest'
import { fakeAccounts, fakeApi, never } from '../../mocks/index.ts'
import { ApiError, type Command, type LatchkeyOptions } from '../../sdk/index.ts'
import { alertOf, isOriginAllowed, servesNetwork } from '../../machines/project/project.rules.ts'
import { connected, pass, settle, started } from '../support/instance.ts'
import { accountOf, catalogOf } from '../support/features.ts'

const at = (origin: string): NonNullable<LatchkeyOptions['ports']> => ({
  page: { read: () => ({ url: `${origin}/shop`, origin, mobile: false }) },
})
const known = { supportedChains: { http: ['eip155:1'] }, allowedOrigins: { allowedOrigins: ['https://shop.example'] } }
const PROJECT_ID_MISSING = 'Project ID Not Configured - features of the API need one; set projectId in createLatchkey'

describe('the project', () => {
  const isAsked = ({ name }: { name: string }) => name === 'supportedChains' || name === 'allowedOrigins'
  test.each([
    { type: 'modal.open' },
    { type: 'modal.show' },
    { type: 'connectors.connect', connectorId: 'fake' },
  ] as const)('is requested once, and not before %o', async (command) => {
    const { latchkey, api } = await started({ api: fakeApi(known) })
    expect(api.calls).toEqual([])
    for (let time = 0; time < 3; time += 1) {
      latchkey.dispatch(command)
      await settle()
      latchkey.close()
    }
    expect(api.calls.filter(isAsked).map(({ name }) => name)).toEqual(['supportedChains', 'allowedOrigins'])
    expect(latchkey.actor('project').getSnapshot()).toMatchObject({
      value: 'ready',
      context: { supported: ['eip155:1'] },
    })
  })

  test.each<[string, Command]>([
    ['a view with data of the API', { type: 'modal.open', view: 'AllWallets' }],
    ['the view for users without a wallet', { type: 'modal.open', view: 'GetWallet' }],
    ['a code for a wallet on another device', { type: 'modal.open', view: 'ConnectingWalletConnectBasic' }],
    ['the connector of wallets on other devices', { type: 'connectors.connect', connectorId: 'walletConnect' }],
    ['the project itself', { type: 'project.load' }],
  ])('opens the alert Project ID Not Configured for %s [5.18] [8.23]', async (_, command) => {
    const { latchkey, errors } = await started({ projectId: undefined, debug: true } as never)
    for (let time = 0; time < 2; time += 1) {
      latchkey.dispatch(command)
      await settle()
      latchkey.close()
    }
    expect(latchkey.actor('alerts').getSnapshot()).toMatchObject({
      value: 'open',
      context: { opened: ['alert.projectIdNotConfigured'], queue: [{ code: 'alert.projectIdNotConfigured' }] },
    })
    expect(errors).toEqual([PROJECT_ID_MISSING])
    const given = await started({ debug: true })
    given.latchkey.dispatch(command)
    await settle()
    expect(given.latchkey.actor('alerts').getSnapshot().context.opened).toEqual([])
  })

  test('limits the tabs to what can be shown: only tokens when it has no id [2.3]', async () => {
    const { latchkey, errors } = await connected({ projectId: undefined } as never)
    const account = accountOf(latchkey)
    expect(account.getSnapshot().context.tabs).toEqual(['Tokens'])
    expect(errors).toEqual([])
    account.send({ type: 'account.selectTab', tab: 'Activity' })
    expect(account.getSnapshot().context.tab).toBe('Tokens')
    expect(errors).toEqual([PROJECT_ID_MISSING])
    const given = await connected()
    expect(accountOf(given.latchkey).getSnapshot().context.tabs).toEqual(['Tokens', 'NFTs', 'Activity'])
  })

  test('has no wallet catalog when it has no id, and everything else works [5.18]', async () => {
    const { latchkey, api, errors } = await connected({ projectId: undefined, debug: true } as never)
    latchkey.dispatch({ type: 'modal.open' })
    latchkey.dispatch({ type: 'modal.show' })
    latchkey.dispatch({ type: 'view.push', view: 'WalletReceive' })
    await settle()
    // Nothing is logged before something needs a project.
    expect([latchkey.actor('alerts').getSnapshot().context.opened, errors]).toEqual([[], []])
    latchkey.dispatch({ type: 'project.load' })
    await settle()
    expect(latchkey.actor('project').getSnapshot().value).toBe('unconfigured')
    expect(latchkey.actor('wallets').getSnapshot().value).toBe('unconfigured')
    await latchkey.load('catalog')
    expect(catalogOf(latchkey).getSnapshot().value).toBe('unconfigured')
    expect(api.calls.map(({ name }) => name)).not.toContain('supportedChains')
    expect(api.calls.map(({ name }) => name)).not.toContain('wallets')
    expect(latchkey.actor('alerts').getSnapshot().context.opened).toEqual(['alert.projectIdNotConfigured'])
    expect(errors).toEqual([PROJECT_ID_MISSING])
  })

  test('reports nothing when its request fails, and is requested again at the next opening', async () => {
    const { latchkey, api, errors } = await started({ api: fakeApi() })
    latchkey.dispatch({ type: 'modal.open' })
    await settle()
    const project = latchkey.actor('project')
    expect(project.getSnapshot()).toMatchObject({ value: 'failed', context: { error: { code: 'api.offline' } } })
    expect(errors).toEqual([])
    Object.assign(api.answers, known)
    latchkey.close()
    latchkey.dispatch({ type: 'modal.open' })
    await settle()
    expect(project.getSnapshot()).toMatchObject({ value: 'ready', context: { error: undefined } })
  })

  test('is given up after 15 s when the API does not answer, as is the list of origins', async () => {
    const { latchkey, clock } = await started({ api: fakeApi({ supportedChains: never }) })
    latchkey.dispatch({ type: 'modal.open' })
    await pass(clock, 15_000, 1)
    expect(latchkey.actor('project').getSnapshot()).toMatchObject({
      value: 'failed',
      context: { error: { code: 'api.expired' } },
    })
    const other = await started({ api: fakeApi({ ...known, allowedOrigins: never }) })
    other.latchkey.dispatch({ type: 'modal.open' })
    await settle()
    expect(other.latchkey.actor('project').getSnapshot().value).toBe('checking')
    await pass(other.clock, 15_000, 1)
    expect(other.latchkey.actor('project').getSnapshot().value).toBe('ready')
    expect(other.errors).toEqual([])
  })
})

describe('the origin', () => {
  test.each([
    ['https://shop.example', []],
    ['http://localhost:5173', []],
    ['https://preview-1.pages.dev', []],
    ['https://evil.example', ['alert.invalidAppConfiguration']],
  ])('of the page, %s, opens the alerts %o [5.17] [8.18]', async (origin, expected) => {
    const { latchkey, errors } = await started({ api: fakeApi(known), ports: at(origin) })
    latchkey.dispatch({ type: 'modal.open' })
    await settle()
    expect(latchkey.actor('alerts').getSnapshot().context.opened).toEqual(expected)
    expect(errors).toEqual(
      expected.map(() => `Origin ${origin} not found on Allowlist - update the configuration of the project`),
    )
  })

  test('is not refused when the list of allowed origins could not be fetched', async () => {
    const { latchkey } = await started({
      api: fakeApi({ supportedChains: known.supportedChains }),
      ports: at('https://evil.example'),
    })
    latchkey.dispatch({ type: 'modal.open' })
    await settle()
    expect(latchkey.actor('project').getSnapshot().value).toBe('ready')
    expect(latchkey.actor('alerts').getSnapshot().context.opened).toEqual([])
  })

  test('is allowed by an exact match or by a whole pattern, whose star matches no slash [5.17] [9.39]', () => {
    for (const origin of [
      'http://localhost:3000',
      'https://a.pages.dev',
      'https://b.vercel.app',
      'https://c.ngrok-free.app',
      'https://secure-mobile.walletconnect.com',
      'https://secure-mobile.walletconnect.org',
    ])
      expect([origin, isOriginAllowed(origin, [])]).toEqual([origin, true])
    for (const origin of [
      'https://pages.dev.evil.example',
      'https://evil.example/.pages.dev',
      'https://apagesXdev',
      'https://secure-mobileXwalletconnect.com',
      'ftp://localhost:1',
      '',
    ])
      expect([origin, isOriginAllowed(origin, [])]).toEqual([origin, false])
    expect(isOriginAllowed('https://shop.example', ['https://shop.example/'])).toBe(true)
    expect(isOriginAllowed('https://a.shop.example', ['https://*.shop.example'])).toBe(true)
    expect(isOriginAllowed('https://shop.example', ['https://*.shop.example'])).toBe(false)
    expect(isOriginAllowed('https://shop.example.evil', ['https://shop.example'])).toBe(false)
    expect(isOriginAllowed('https://(a+)+$', ['https://(a+)+$'])).toBe(true)
  })
})

describe('a refusal by the API [8.21] [8.22] [8.24] [8.25] [8.26]', () => {
  const refusal = (serverText: string) => new ApiError('api.refused', { call: 'history', status: 401, serverText })

  test.each([
    [
      'Unauthorized: origin not allowed',
      'alert.invalidAppConfiguration',
      'Origin of this page not found on Allowlist - update the configuration of the project',
    ],
    [
      'JWT validation error: JWT Token is not yet valid',
      'alert.sessionExpired',
      'Invalid session found on UniversalProvider - please check your time settings and connect again',
    ],
    ['Unauthorized: invalid key', 'alert.invalidProjectId', 'Invalid Project ID - update configuration'],
  ] as const)('with "%s" opens %s once, for any call of the API, and logs: %s', async (text, alert, long) => {
    const { latchkey, api, errors, wallet } = await connected({ api: fakeApi(), debug: true })
    const before = errors.length
    api.answers.identity = () => {
      throw refusal(`{"error":"${text}"}`)
    }
    api.answers.wallets = api.answers.identity as never
    for (let time = 0; time < 2; time += 1) {
      wallet.emit('accountsChanged', [fakeAccounts[1 - time]])
      await settle()
    }
    expect(
      latchkey
        .actor('alerts')
        .getSnapshot()
        .context.opened.filter((code) => code === alert),
    ).toEqual([alert])
    expect(errors.slice(before)).toEqual([long])
  })

  test('with another text opens no alert', () => {
    expect(alertOf(refusal('Unauthorized'))).toBeUndefined()
    expect(alertOf(new Error('Unauthorized: invalid key'))).toBeUndefined()
  })
})

test('servesNetwork is true for a network that the API lists', () => {
  expect(servesNetwork(['eip155:1', 'eip155:10'], 'eip155:1')).toBe(true)
  expect(servesNetwork(['eip155:10'], 'eip155:1')).toBe(false)
})
