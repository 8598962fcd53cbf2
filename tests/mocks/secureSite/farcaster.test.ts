/** Signing in to the secure site with Farcaster. */
import { createAppClient, createWalletClient, viemConnector } from '@farcaster/auth-client'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { confirmAs, farcasterUser, startFarcaster, type FarcasterServer } from '../../../mocks/login/farcaster/node.ts'
import { createFarcaster } from '../../../mocks/secureSite/server/farcaster.ts'
import { readSettings } from '../../../mocks/secureSite/server/settings.ts'
import type { SecureSiteOptions } from '../../../mocks/secureSite/server/start.ts'
import { fakeServer, json, type Handle } from './providers.ts'
import { folder, minute, networks, siteOf, type deviceOf } from './site.ts'

let farcaster: FarcasterServer
beforeAll(async () => {
  farcaster = await startFarcaster()
})
afterAll(() => farcaster.stop())

type Device = ReturnType<typeof deviceOf>

const farcasterSiteOf = (options: Partial<SecureSiteOptions> = {}) =>
  siteOf({ farcaster: { rpcUrl: farcaster.rpcUrl, relayUrl: farcaster.relayUrl }, clock: undefined, ...options })

/** Begins an attempt. Returns its token, and the channel in the URL for the user's app. */
async function begin(device: Device) {
  const { body } = await device.call('farcaster', { device: device.token })
  const channelToken = new URL(body['url'] ?? '').searchParams.get('channelToken') ?? ''
  return { attempt: body['attempt'] ?? '', channelToken }
}
const connect = (device: Device, attempt: string) => device.call('farcaster-connect', { attempt, device: device.token })

/** Confirms on the sandbox's page. */
async function confirm(channelToken: string, username: string): Promise<number> {
  const body = new URLSearchParams({ channelToken, username })
  return (await fetch(`${farcaster.relayUrl}/~/siwf`, { method: 'POST', body })).status
}
async function signedIn(device: Device, username: string) {
  const { attempt, channelToken } = await begin(device)
  await confirm(channelToken, username)
  return (await connect(device, attempt)).body
}

test('a user who confirms in the app gets a wallet, and the same one again later [7.40] [7.46]', async () => {
  const { device } = await farcasterSiteOf()
  const mine = device()
  const { attempt, channelToken } = await begin(mine)
  const page = await fetch(`${farcaster.relayUrl}/~/siwf?channelToken=${channelToken}`)
  expect(await page.text()).toContain('wallet.localhost')
  const waiting = connect(mine, attempt)
  expect(await confirm(channelToken, 'ann')).toBe(200)
  const { body } = await waiting
  expect(body).toMatchObject({ userName: 'ann' })
  expect(body['email']).toBeUndefined()
  expect((await mine.call('session', { session: body['session'] })).body).toEqual({
    userName: 'ann',
    seed: body['seed'],
  })
  expect((await signedIn(device(), 'ann'))['seed']).toBe(body['seed'])
  expect((await signedIn(device(), 'bob'))['seed']).not.toBe(body['seed'])
  expect(await confirm(channelToken, 'bob')).toBe(404)
})

test('an auth address signs in like the owner', async () => {
  const { device } = await farcasterSiteOf()
  const { seed } = await signedIn(device(), 'cleo')
  expect(seed).toMatch(/^[\w-]{43}$/)
  const owner = { ...farcasterUser('owner of cleo'), fid: farcasterUser('cleo').fid }
  await farcaster.registry.register(owner.account.address, BigInt(owner.fid))
  const mine = device()
  const { attempt, channelToken } = await begin(mine)
  await confirmAs(owner, channelToken, farcaster)
  expect((await connect(mine, attempt)).body['seed']).toBe(seed)
})

test("Farcaster's own client works with the sandbox's relay", async () => {
  const client = createAppClient({ relay: farcaster.relayUrl, ethereum: viemConnector({ rpcUrl: farcaster.rpcUrl }) })
  const domain = 'shop.example'
  const { data: channel } = await client.createChannel({ siweUri: 'https://shop.example', domain })
  const { channelToken, nonce } = channel
  expect((await client.status({ channelToken })).response?.status).toBe(202)
  expect((await client.status({ channelToken: 'other' })).response?.status).toBe(401)
  await confirm(channelToken, 'ann')
  const { response, data } = await client.status({ channelToken })
  expect(response?.status).toBe(200)
  const { message = '', signature = '0x' } = data ?? {}
  const { fid } = farcasterUser('ann')
  expect(await client.verifySignInMessage({ nonce, domain, message, signature })).toMatchObject({ success: true, fid })
})

describe('an attempt', () => {
  test('is valid once, for ten minutes, on the device that began it', async () => {
    const time = { nowMs: Date.now() }
    const { device } = await farcasterSiteOf({ clock: () => time.nowMs })
    const [mine, stranger] = [device(), device()]
    const { attempt, channelToken } = await begin(mine)
    await confirm(channelToken, 'ann')
    expect((await connect(stranger, attempt)).body['error']).toBe('social.device')
    expect((await connect(mine, attempt)).status).toBe(200)
    expect((await connect(mine, attempt)).body['error']).toBe('social.unknown')
    const late = await begin(mine)
    await confirm(late.channelToken, 'ann')
    time.nowMs += 10 * minute
    expect((await connect(mine, late.attempt)).body['error']).toBe('social.expired')
  })

  test('ends when another one begins on the device, also for a waiting call', async () => {
    const { device } = await farcasterSiteOf()
    const [mine, other] = [device(), device()]
    const [first, others] = [await begin(mine), await begin(other)]
    const waiting = connect(mine, first.attempt)
    const second = await begin(mine)
    expect((await waiting).body['error']).toBe('social.unknown')
    for (const { channelToken } of [second, others]) await confirm(channelToken, 'ann')
    expect((await connect(mine, second.attempt)).status).toBe(200)
    expect((await connect(other, others.attempt)).status).toBe(200)
  })

  const createOne = ({ relayUrl } = farcaster) => {
    const { rpcUrl } = farcaster
    const parts = { origin: 'http://wallet.localhost', nowMs: Date.now, timeoutMs: 5_000, report: () => {} }
    return createFarcaster({ ...parts, options: { relayUrl, rpcUrl }, accounts: {}, sessions: {} } as never)
  }

  test('has one waiting call: a new call replaces the earlier one', async () => {
    const { begin, connect } = createOne()
    const { attempt } = await begin('device', '')
    const first = connect(attempt, 'device', new AbortController().signal)
    const leaving = new AbortController()
    const second = connect(attempt, 'device', leaving.signal)
    expect(await first).toBeUndefined()
    leaving.abort()
    expect(await second).toBeUndefined()
  })

  test('is over once another attempt has begun, even if it was confirmed before', async () => {
    let asked: (answer: () => void) => void = () => {}
    const answered = new Promise<() => void>((resolve) => (asked = resolve))
    const completed = { state: 'completed', message: 'message', signature: '0x00' }
    const relay: Handle = (request, response) =>
      request.url === '/v1/channel' ? json(channel)(request, response) : asked(() => json(completed)(request, response))
    const { begin, connect } = createOne({ ...farcaster, relayUrl: await fakeServer(relay) })
    const { attempt } = await begin('device', '')
    const ended = connect(attempt, 'device', new AbortController().signal).catch((error: unknown) => error)
    const answer = await answered
    await begin('device', '')
    answer()
    expect(await ended).toMatchObject({ code: 'social.unknown' })
  })

  test('waits until the signal aborts, without ending', async () => {
    const { begin, connect } = createOne()
    const { attempt } = await begin('device', '')
    for (const _ of 'ab') expect(await connect(attempt, 'device', AbortSignal.timeout(50))).toBeUndefined()
  })
})

/** Sends the relay a message that was not signed by the user's app. */
async function forge(
  device: Device,
  change: (message: string) => string,
  { account, signer = account, fid }: { account: PrivateKeyAccount; signer?: PrivateKeyAccount; fid: number },
): Promise<string | undefined> {
  const { attempt, channelToken } = await begin(device)
  const { relayUrl: relay, rpcUrl, authKey } = farcaster
  const ethereum = viemConnector({ rpcUrl })
  const { data } = await createAppClient({ relay, ethereum }).status({ channelToken })
  const wallet = createWalletClient({ relay, ethereum })
  const { siweUri, domain } = data.signatureParams
  const asked = { address: account.address, fid, uri: siweUri, domain, nonce: data.nonce }
  const message = change(wallet.buildSignInMessage(asked).message ?? '')
  const signature = await signer.signMessage({ message })
  await wallet.authenticate({ channelToken, authKey, message, signature, fid, username: 'ann' })
  return (await connect(device, attempt)).body['error']
}

const asIs = (message: string) => message
const changed = (found: RegExp, replaced: string) => (message: string) => {
  expect(message).toMatch(found)
  return message.replace(found, replaced)
}

test('a message for another attempt, site or page, or by another key, does not sign in', async () => {
  const { device } = await farcasterSiteOf({ report: () => {} })
  const [ann, thief] = [farcasterUser('ann'), farcasterUser('a thief')]
  await farcaster.registry.register(ann.account.address, BigInt(ann.fid))
  const mine = device()
  expect(await forge(mine, asIs, ann)).toBeUndefined()
  const past = new Date(Date.now() - minute).toISOString()
  const changes: [RegExp, string][] = [
    [/^Nonce: .*$/m, 'Nonce: anotherattempt'],
    [/^\S+(?= wants you)/, 'shop.example'],
    [/^URI: .*$/m, 'URI: https://shop.example'],
    [/^Issued At: .*$/m, `$&\nExpiration Time: ${past}`],
    [/^Chain ID: 10$/m, 'Chain ID: 1'],
  ]
  const said = []
  for (const [found, replaced] of changes) said.push(await forge(mine, changed(found, replaced), ann))
  expect(said).toEqual(changes.map(() => 'social.failed'))
  expect(await forge(mine, asIs, { ...ann, signer: thief.account })).toBe('social.failed')
  expect(await forge(mine, asIs, { ...thief, fid: ann.fid })).toBe('social.failed')
  await farcaster.registry.register(thief.account.address, BigInt(thief.fid))
  expect(await forge(mine, asIs, { ...thief, fid: ann.fid })).toBe('social.failed')
})

const channel = { channelToken: 'channel', url: 'https://farcaster.example/?channelToken=channel', nonce: 'nonce' }
const silent: Handle = () => undefined
const wrongChannels: [string, Handle][] = [
  ['fails', json({}, 500)],
  ['does not respond', silent],
  ['returns no channel', json({ url: channel.url })],
  ['returns a javascript: URL', json({ ...channel, url: 'javascript:alert(1)' })],
  ['returns too much data', json({ ...channel, more: 'a'.repeat(100_000) })],
]

test.each(wrongChannels)('signing in fails if the relay %s', async (_, handle) => {
  const relayUrl = await fakeServer(handle)
  const { device } = await siteOf({
    farcaster: { rpcUrl: farcaster.rpcUrl, relayUrl },
    providerMs: 300,
    report: () => {},
  })
  const { call, token } = device()
  expect(await call('farcaster', { device: token })).toMatchObject({ status: 502, body: { error: 'social.failed' } })
})

test('signing in fails if the chain does not answer, and Farcaster is not offered without a node', async () => {
  const rpcUrl = await fakeServer(silent)
  const { device } = await farcasterSiteOf({
    farcaster: { rpcUrl, relayUrl: farcaster.relayUrl },
    providerMs: 300,
    report: () => {},
  })
  expect(await signedIn(device(), 'ann')).toMatchObject({ error: 'social.failed' })
  const without = (await siteOf()).device()
  expect(await without.call('farcaster', { device: without.token })).toMatchObject({
    status: 404,
    body: { message: 'This wallet does not offer Farcaster.' },
  })
})

test('the command line has options for the node and the relay', async () => {
  const file = join(await folder(), 'networks.json')
  await writeFile(file, JSON.stringify(networks))
  const common = ['--origin', 'https://wallet.example', '--port', '8443', '--data', '/srv', '--mail', 'mailbox']
  const all = [...common, '--parents', 'https://shop.example', '--networks', file]
  const rpcUrl = 'https://optimism.example'
  expect((await readSettings(all, {})).farcaster).toBeUndefined()
  expect((await readSettings([...all, '--farcaster-rpc', rpcUrl], {})).farcaster).toEqual({ rpcUrl })
  await expect(readSettings([...all, '--farcaster-rpc', 'x'], {})).rejects.toThrow('--farcaster-rpc')
})
