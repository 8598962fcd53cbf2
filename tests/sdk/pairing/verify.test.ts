/** The origin of a question, as the verification service reports it. */
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { fakeApi } from '../../../mocks/fakes/fakeApi.ts'
import { memoryStorage } from '../../../mocks/index.ts'
import { sandboxProject } from '../../../mocks/sandbox/project.ts'
import { startVerify, type Verdict, type VerifyServer } from '../../../mocks/verify/node.ts'
import { createLatchkey, type LatchkeyOptions } from '../../../sdk/index.ts'
import { openClient } from '../../mocks/relay/clients.ts'
import { askedOf, sideOf } from './engine.ts'
import { asked, namespacesOn, openRelay, sign } from './support.ts'

// The official client makes no verification request while this variable marks a test run.
beforeEach(() => vi.stubEnv('IS_VITEST', ''))

/** The verification of an app that claims to be https://shop.example, in the wallet, and the URLs that the wallet fetched. */
async function toldOf(attestation: object | undefined, { verify = true } = {}) {
  const urls: string[] = []
  const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    urls.push(String(input))
    return attestation ? Response.json(attestation) : new Response(null, { status: 404 })
  })
  const { url } = await openRelay()
  const dapp = await openClient(url, 'shop')
  const wallet = sideOf('responder', url, { verify })
  const { uri = '' } = await dapp.connect(asked)
  await wallet.pair(uri)
  const id = await askedOf(wallet, 'proposal')
  fetching.mockRestore()
  return { context: wallet.find(`proposal:${id}`)?.getSnapshot().context.verifyContext, urls }
}

test.each([
  ['the claimed origin', { origin: 'https://shop.example', isScam: false }, { validation: 'VALID' }],
  ['another origin', { origin: 'https://thief.example', isScam: false }, { validation: 'INVALID' }],
  ['a scam', { origin: 'https://shop.example', isScam: true }, { isScam: true }],
  ['an unknown origin', undefined, { validation: 'UNKNOWN' }],
])('a wallet verifies the origin of a proposal: %s [3.38]', async (_, attestation, told) => {
  const { context, urls } = await toldOf(attestation)
  expect(context).toMatchObject({ verified: { verifyUrl: expect.any(String), ...told } })
  expect(urls).toEqual([expect.stringMatching(/^https:\/\/verify\.walletconnect\.org\/attestation\/[0-9a-f]{64}\?/)])
})

test('a wallet makes no request when verification is off', async () => {
  expect(await toldOf({ origin: 'https://shop.example' }, { verify: false })).toMatchObject({
    context: { verified: { validation: 'UNKNOWN' } },
    urls: [],
  })
})

async function openVerify(): Promise<VerifyServer> {
  const server = await startVerify()
  onTestFinished(() => server.stop())
  return server
}

const ORIGIN = 'https://shop.example'

/** A browser that has only frames. The message of a loaded frame goes to its window. */
function browserAt(origin: string) {
  const frames: string[] = []
  const heard = new Set<(event: object) => void>()
  const frameOf = () => ({ style: {}, src: '', contentWindow: {}, remove: () => {} })
  vi.stubGlobal('location', { origin })
  vi.stubGlobal('addEventListener', (_: string, hear: (event: object) => void) => heard.add(hear))
  vi.stubGlobal('removeEventListener', (_: string, hear: (event: object) => void) => heard.delete(hear))
  vi.stubGlobal('document', {
    createElement: frameOf,
    querySelector: () => null,
    body: {
      async append(frame: ReturnType<typeof frameOf>) {
        frames.push(frame.src)
        const [, told = '""'] = /postMessage\((".*"), /.exec(await (await fetch(frame.src)).text()) ?? []
        for (const hear of heard) hear({ source: frame.contentWindow, data: JSON.parse(told) as unknown })
      },
    },
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  return { frames, heard }
}

/** Our app proposes a session, and our wallet verifies it. */
async function proposedBy(options: LatchkeyOptions, verify: string | false) {
  const { url } = await openRelay()
  const latchkey = createLatchkey({
    projectId: sandboxProject,
    relayUrl: url,
    metadata: { name: 'Shop', description: 'A shop', url: ORIGIN, icons: [] },
    ...options,
    ports: {
      api: fakeApi({}, { serves: false }),
      storage: memoryStorage(),
      visibility: { watch: () => () => {} },
    },
  })
  onTestFinished(() => latchkey.stop())
  latchkey.start()
  void latchkey.connect({ connectorId: 'walletConnect' })
  await expect.poll(() => latchkey.find('walletConnect')?.getSnapshot().context.uri).toBeDefined()
  const wallet = sideOf('responder', url, { verify })
  await wallet.pair(latchkey.find('walletConnect')?.getSnapshot().context.uri ?? '')
  const id = await askedOf(wallet, 'proposal')
  return wallet.find(`proposal:${id}`)?.getSnapshot().context.verifyContext
}

describe('our app', () => {
  test('is verified by the service that it names, and our wallet trusts the signed result [7.35] [3.38]', async () => {
    const server = await openVerify()
    const { frames, heard } = browserAt(ORIGIN)
    const told = await proposedBy({ verifyUrl: `${server.url}/` }, server.url)
    expect(told).toMatchObject({ verified: { validation: 'VALID', origin: ORIGIN, isScam: false } })
    expect(frames).toEqual([expect.stringContaining(`${server.url}/v3/attestation?`)])
    expect(Object.fromEntries(new URL(frames[0] ?? '').searchParams)).toEqual({
      projectId: sandboxProject,
      origin: ORIGIN,
      id: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      decryptedId: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    })
    expect(server.requestedPaths).toEqual(['/v3/attestation', '/v3/public-key'])
    expect(heard.size).toBe(0)
  })

  test('calls no service, and opens no frame, unless it names one [7.35]', async () => {
    const server = await openVerify()
    const { frames } = browserAt(ORIGIN)
    const told = await proposedBy({}, server.url)
    expect(told).toMatchObject({ verified: { validation: 'UNKNOWN' } })
    expect(frames).toEqual([])
    expect(server.requestedPaths).not.toContain('/v3/attestation')
  })
})

describe('our wallet', () => {
  type Vouch = (server: VerifyServer, message: { id: string; decryptedId: string }) => Promise<string>
  const vouch: Vouch = (server, message) => server.attest({ ...message, origin: ORIGIN })
  const other = 'f'.repeat(64)
  const forged: Vouch = async (server, message) => {
    const [header, , signature] = (await vouch(server, { id: other, decryptedId: other })).split('.')
    const claims = { exp: 9_999_999_999, origin: ORIGIN, isScam: false, isVerified: true, id: message.id }
    return `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`
  }
  const from =
    (origin: string): Vouch =>
    (server, message) =>
      server.attest({ ...message, origin })

  test.each<[string, Vouch, Partial<Verdict>, object]>([
    ['the claimed origin', vouch, {}, { validation: 'VALID', isScam: false }],
    ['another origin', from('https://thief.example'), {}, { validation: 'INVALID', origin: 'https://thief.example' }],
    ['a scam', vouch, { isScam: true }, { isScam: true }],
    ['an origin outside the project', vouch, { isVerified: false }, { validation: 'UNKNOWN' }],
    [
      'unknown, with a token for another message',
      (server, message) => vouch(server, { ...message, id: other }),
      {},
      { validation: 'UNKNOWN' },
    ],
    ['unknown, with a forged token', forged, {}, { validation: 'UNKNOWN' }],
    ['unknown, with a malformed token', async () => 'nonsense', {}, { validation: 'UNKNOWN' }],
    ['unknown, without a token in time', async () => '', {}, { validation: 'UNKNOWN' }],
  ])('verifies the origin of a proposal and of a request: %s [7.35] [3.38]', async (_, attest, report, told) => {
    const server = await openVerify()
    server.setVerdict(report)
    const { url } = await openRelay()
    const dapp = await openClient(url, 'shop')
    dapp.core.verify.register = (message) => attest(server, message)
    const fetching = vi.spyOn(globalThis, 'fetch')
    const wallet = sideOf('responder', url, { verify: server.url })
    const { uri = '', approval } = await dapp.connect(asked)
    await wallet.pair(uri)
    const id = await askedOf(wallet, 'proposal')
    expect(wallet.find(`proposal:${id}`)?.getSnapshot().context.verifyContext).toMatchObject({ verified: told })

    const approving = approval()
    await wallet.approve(id, { namespaces: namespacesOn(1) })
    const { topic } = await approving
    const answer = dapp.request({ topic, chainId: 'eip155:1', request: sign }).catch(() => {})
    const question = await askedOf(wallet, 'sessionRequest')
    expect(wallet.find(`sessionRequest:${question}`)?.getSnapshot().context.verifyContext).toMatchObject({
      verified: told,
    })
    await wallet.respond(question, { error: { code: 5000, message: 'User rejected.' } })
    await answer
    // Only the service that it names gets requests.
    expect(
      fetching.mock.calls.map(([input]) => new URL(String(input)).origin).filter((at) => at !== server.url),
    ).toEqual([])
    fetching.mockRestore()
  })
})
