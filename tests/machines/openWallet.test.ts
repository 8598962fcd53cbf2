import { describe, expect, test } from 'vitest'
import { memoryStorage } from '../../mocks/index.ts'
import { LatchkeyError, type PageInfo, type PairingPort } from '../../sdk/index.ts'
import { fakePairing } from '../support/pairing.ts'
import { connected, pass, settle, started } from '../support/instance.ts'
import { walletOf } from '../support/wire.ts'
import { scriptedVisibility, stackOf } from './page.ts'

const phone: PageInfo = { url: 'https://shop.example/', origin: 'https://shop.example', mobile: true }
const desktop: PageInfo = { ...phone, mobile: false }
const everywhere = walletOf(7, { webappLink: 'https://app.example', desktopLink: 'seven-desktop://' })
const KEY = 'WALLETCONNECT_DEEPLINK_CHOICE'

async function choosing(page: PageInfo = phone, wallet = everywhere, pairing?: PairingPort) {
  const fake = fakePairing()
  const visibility = scriptedVisibility()
  const storage = memoryStorage()
  const copied: string[] = []
  const made = await started({
    enableWalletConnect: true,
    storage,
    ports: {
      pairing: pairing ?? fake.port,
      page: { read: () => page },
      visibility: visibility.port,
      clipboard: { write: async (text) => void copied.push(text) },
    },
  })
  const { latchkey } = made
  latchkey.dispatch({ type: 'modal.open' })
  latchkey.dispatch({ type: 'wallets.choose', wallet })
  await settle()
  const flow = () => latchkey.find('walletConnect')?.getSnapshot()
  const at = () => flow()?.value
  const left = () => latchkey.find('countdown')?.getSnapshot().context.remainingSeconds
  return { ...made, ...fake, ...visibility, storage, copied, flow, at, left }
}

const showingUri = (value: string) => ({ open: { showingUri: value } })

describe('the platforms of the selected wallet', () => {
  test('are listed with the best one first, each with its link ready before the press [2.6]', async () => {
    const { latchkey, flow } = await choosing()
    expect(flow()?.context).toMatchObject({
      platforms: ['mobile', 'web'],
      platform: 'mobile',
      link: { href: 'wallet7://wc?uri=wc%3Auri-1', target: '_self' },
    })
    latchkey.dispatch({ type: 'walletConnect.selectPlatform', platform: 'desktop' })
    expect(flow()?.context.platform).toBe('mobile')
    latchkey.dispatch({ type: 'walletConnect.selectPlatform', platform: 'web' })
    expect(flow()?.context).toMatchObject({
      platform: 'web',
      link: { href: 'https://app.example/wc?uri=wc%3Auri-1', target: '_blank' },
    })
    latchkey.dispatch({ type: 'walletConnect.refresh' })
    await settle()
    expect(flow()?.context.link?.href).toBe('https://app.example/wc?uri=wc%3Auri-2')
  })

  test('start on a desktop with a code, which has no link', async () => {
    const { latchkey, flow, at } = await choosing(desktop)
    expect(flow()?.context).toMatchObject({ platforms: ['qrcode', 'web', 'desktop'], platform: 'qrcode' })
    expect(flow()?.context.link).toBeUndefined()
    latchkey.dispatch({ type: 'walletConnect.openWallet' })
    expect(at()).toEqual(showingUri('waiting'))
  })

  test('can be selected while the pairing is still being created', async () => {
    let release = () => {}
    const waiting = new Promise<void>((resolve) => (release = resolve))
    const { port } = fakePairing()
    const slow: PairingPort = {
      ...port,
      connect: async (chains, how) => {
        await waiting
        return port.connect(chains, how)
      },
    }
    const { latchkey, flow, at } = await choosing(phone, everywhere, slow)
    expect(at()).toEqual({ open: 'preparing' })
    latchkey.dispatch({ type: 'walletConnect.selectPlatform', platform: 'web' })
    expect(flow()?.context.link).toBeUndefined()
    release()
    await settle()
    expect(flow()?.context.link?.href).toBe('https://app.example/wc?uri=wc%3Auri-1')
  })

  test('create no pairing for Phantom on a phone, which opens the page in its own browser', async () => {
    const phantom = walletOf(1, { name: 'Phantom' })
    const { latchkey, proposals } = await choosing(phone, phantom)
    expect(proposals).toEqual([])
    expect(stackOf(latchkey).at(-1)).toBe('Downloads')
    expect((await choosing(desktop, phantom)).proposals).toHaveLength(1)
  })
})

describe('a pressed link', () => {
  test('has opened the app when the page is hidden, and can be pressed again', async () => {
    const { latchkey, see, at, clock } = await choosing()
    latchkey.dispatch({ type: 'walletConnect.openWallet' })
    expect(at()).toEqual(showingUri('opening'))
    see('page.hidden')
    expect(at()).toEqual(showingUri('opened'))
    see('page.shown')
    await pass(clock, 10_000, 2)
    expect(at()).toEqual(showingUri('opened'))
    latchkey.dispatch({ type: 'walletConnect.openWallet' })
    expect(at()).toEqual(showingUri('opening'))
  })

  test('has not opened the app when nothing happens within 3 s', async () => {
    const { latchkey, at, clock } = await choosing()
    latchkey.dispatch({ type: 'walletConnect.openWallet' })
    await pass(clock, 2_999, 1)
    expect(at()).toEqual(showingUri('opening'))
    await pass(clock, 1, 1)
    expect(at()).toEqual(showingUri('notOpened'))
    latchkey.dispatch({ type: 'walletConnect.openWallet' })
    expect(at()).toEqual(showingUri('opening'))
  })

  test('has opened a desktop app when the window loses focus, which means nothing on a phone', async () => {
    const onDesktop = await choosing(desktop)
    onDesktop.latchkey.dispatch({ type: 'walletConnect.selectPlatform', platform: 'desktop' })
    onDesktop.latchkey.dispatch({ type: 'walletConnect.openWallet' })
    onDesktop.see('page.left')
    expect(onDesktop.at()).toEqual(showingUri('opened'))

    const onPhone = await choosing()
    onPhone.latchkey.dispatch({ type: 'walletConnect.openWallet' })
    onPhone.see('page.left')
    expect(onPhone.at()).toEqual(showingUri('opening'))
  })

  test('is forgotten when the user selects another platform', async () => {
    const { latchkey, see, at } = await choosing()
    latchkey.dispatch({ type: 'walletConnect.openWallet' })
    see('page.hidden')
    latchkey.dispatch({ type: 'walletConnect.selectPlatform', platform: 'web' })
    expect(at()).toEqual(showingUri('waiting'))
  })

  test('leaves no listeners on the page after the attempt', async () => {
    const { latchkey, heard } = await choosing()
    expect(heard.size).toBe(2)
    latchkey.dispatch({ type: 'walletConnect.cancel' })
    await settle()
    expect(heard.size).toBe(0)
  })
})

describe('the stored app link', () => {
  const kept = (storage: ReturnType<typeof memoryStorage>) => JSON.parse(storage.getItem(KEY) ?? 'null') as unknown

  test.each([
    ['at once', 0],
    ['late', 3_000],
  ])('is stored after the connection, when the app opened %s', async (_, ms) => {
    const { latchkey, see, proposals, storage, clock } = await choosing()
    latchkey.dispatch({ type: 'walletConnect.openWallet' })
    await pass(clock, ms, 1)
    see('page.hidden')
    expect(kept(storage)).toBeNull()
    proposals[0]?.approve()
    await settle()
    expect(kept(storage)).toEqual({ href: 'wallet7://', name: 'Wallet 7' })
    expect(latchkey.getAccount().status).toBe('connected')
  })

  test.each(['scanned', 'scanned after the link did nothing', 'scanned after another way was tried'])(
    'is removed when the code was %s',
    async (how) => {
      const { latchkey, see, proposals, storage, clock } = await choosing()
      storage.setItem(KEY, '{"href":"old://","name":"Old"}')
      if (how !== 'scanned') latchkey.dispatch({ type: 'walletConnect.openWallet' })
      if (how.endsWith('did nothing')) await pass(clock, 3_000, 1)
      if (how.endsWith('tried')) {
        see('page.hidden')
        latchkey.dispatch({ type: 'walletConnect.selectPlatform', platform: 'web' })
      }
      proposals[0]?.approve()
      await settle()
      expect(storage.getItem(KEY)).toBeNull()
    },
  )

  test('stays unchanged when nothing was connected', async () => {
    const { proposals, storage } = await choosing()
    storage.setItem(KEY, '{"href":"old://","name":"Old"}')
    proposals[0]?.refuse({ code: 5000, message: 'User rejected.' })
    await settle()
    expect(storage.getItem(KEY)).toBe('{"href":"old://","name":"Old"}')
  })

  async function chosenApp() {
    const made = await choosing()
    made.latchkey.dispatch({ type: 'walletConnect.openWallet' })
    made.see('page.hidden')
    made.proposals[0]?.approve()
    await settle()
    expect(kept(made.storage)).toEqual({ href: 'wallet7://', name: 'Wallet 7' })
    return made
  }

  test('is removed when the user disconnects the wallet [4.18]', async () => {
    const { latchkey, storage } = await chosenApp()
    expect(await latchkey.disconnect()).toMatchObject({ status: 'done' })
    expect(storage.getItem(KEY)).toBeNull()
  })

  test('does not block a disconnect when it cannot be removed', async () => {
    const { latchkey, storage, errors } = await chosenApp()
    storage.removeItem = () => {
      throw new Error('locked')
    }
    expect(await latchkey.disconnect()).toMatchObject({ status: 'done' })
    expect(latchkey.getAccount()).toEqual({ status: 'disconnected' })
    expect(errors).toContain(new LatchkeyError('storage.unavailable').message)
  })

  test('stays when a browser wallet disconnects, because it belongs to another wallet [4.18]', async () => {
    const { latchkey, storage } = await connected({ storage: memoryStorage() })
    storage.setItem(KEY, '{"href":"wallet7://","name":"Wallet 7"}')
    expect(await latchkey.disconnect()).toMatchObject({ status: 'done' })
    expect(kept(storage)).toEqual({ href: 'wallet7://', name: 'Wallet 7' })
  })

  test('does not block a connection when it cannot be stored', async () => {
    const { latchkey, see, proposals, storage } = await choosing()
    storage.setItem = () => {
      throw new Error('full')
    }
    latchkey.dispatch({ type: 'walletConnect.openWallet' })
    see('page.hidden')
    proposals[0]?.approve()
    await settle()
    expect(latchkey.getAccount().status).toBe('connected')
  })
})

describe('the countdown of a pairing', () => {
  test('runs in the last minute, until the next pairing', async () => {
    const { left, clock, flow, proposals } = await choosing()
    expect(left()).toBeUndefined()
    await pass(clock, 179_999, 1)
    expect(left()).toBeUndefined()
    await pass(clock, 1, 1)
    expect(left()).toBe(60)
    await pass(clock, 1_000, 1)
    expect(left()).toBe(59)
    await pass(clock, 58_000, 58)
    expect(left()).toBe(1)
    expect(proposals).toHaveLength(1)
    await pass(clock, 1_000, 1)
    expect(proposals).toHaveLength(2)
    expect(flow()?.context.uri).toBe('wc:uri-2')
    expect(left()).toBeUndefined()
  })

  test('pauses while the page is hidden, and is correct when the page is shown again', async () => {
    const { left, clock, see } = await choosing()
    await pass(clock, 180_000, 1)
    see('page.hidden')
    expect(left()).toBeUndefined()
    const timers = clock.live.size
    await pass(clock, 20_500, 1)
    expect(clock.live.size).toBe(timers)
    see('page.shown')
    expect(left()).toBe(40)
    await pass(clock, 500, 1)
    expect(left()).toBe(39)
  })

  test('is absent in the first minutes, whether the page is visible or not', async () => {
    const { left, clock, see } = await choosing()
    see('page.hidden')
    await pass(clock, 1_000, 1)
    see('page.shown')
    expect(left()).toBeUndefined()
    see('page.hidden')
    await pass(clock, 239_000, 1)
    expect(left()).toBeUndefined()
  })
})

test('the link is copied as shown, and nothing is copied before there is one', async () => {
  const { latchkey, copied } = await choosing()
  latchkey.dispatch({ type: 'walletConnect.copyUri' })
  await settle()
  expect(copied).toEqual(['wc:uri-1'])
  expect(latchkey.actor('snackbar').getSnapshot().context.message).toMatchObject({ code: 'link.copied' })
  latchkey.dispatch({ type: 'walletConnect.refresh' })
  latchkey.dispatch({ type: 'walletConnect.copyUri' })
  await settle()
  expect(copied).toEqual(['wc:uri-1'])
})
