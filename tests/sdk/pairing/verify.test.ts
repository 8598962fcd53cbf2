/** Where a question comes from, as the verification service tells it: the wallet's side. */
import { beforeEach, expect, test, vi } from 'vitest'
import { openClient } from '../../mocks/relay/clients.ts'
import { askedOf, sideOf } from './engine.ts'
import { asked, openRelay } from './support.ts'

// The official client asks nobody while it believes that it is tested.
beforeEach(() => vi.stubEnv('IS_VITEST', ''))

/** What a wallet is told of a page that says it is https://shop.example, and whom it asked. */
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
  ['the origin that it says it is', { origin: 'https://shop.example', isScam: false }, { validation: 'VALID' }],
  ['another origin', { origin: 'https://thief.example', isScam: false }, { validation: 'INVALID' }],
  ['a scam', { origin: 'https://shop.example', isScam: true }, { isScam: true }],
  ['nobody that the service knows', undefined, { validation: 'UNKNOWN' }],
])('a wallet asks where a proposal comes from: %s [3.38]', async (_, attestation, told) => {
  const { context, urls } = await toldOf(attestation)
  expect(context).toMatchObject({ verified: { verifyUrl: expect.any(String), ...told } })
  expect(urls).toEqual([expect.stringMatching(/^https:\/\/verify\.walletconnect\.org\/attestation\/[0-9a-f]{64}\?/)])
})

test('nobody is asked unless the wallet wants it', async () => {
  expect(await toldOf({ origin: 'https://shop.example' }, { verify: false })).toMatchObject({
    context: { verified: { validation: 'UNKNOWN' } },
    urls: [],
  })
})
