/** Sign-ins as the server of an app verifies them: `latchkey/sign-in`. */
import { expect, test, vi } from 'vitest'
import { createNonce, signInMessage, verifySignIn, type SignInData } from '../../../sdk/sign-in/index.ts'
import { bitcoinSignerOf, ethereumSigner, solanaSigner, type MessageSigner } from '../../support/signers.ts'

const { signal } = new AbortController()
const nowMs = Date.parse('2024-01-31T12:01:00Z')
const nonce = 'a1B2c3D4'
const domain = 'app.example'
const expected = { domain, nonce, nowMs, read: async () => '0x', signal }

const dataOf = ({ chainId, accountAddress }: MessageSigner): SignInData => ({
  domain,
  accountAddress,
  chainId,
  uri: 'https://app.example/in',
  version: '1',
  nonce,
  issuedAt: '2024-01-31T12:00:00.000Z',
})
async function signedBy(signer: MessageSigner, changes: Partial<SignInData> = {}) {
  const message = signInMessage({ ...dataOf(signer), ...changes })
  return { message, signature: await signer.sign(message) }
}

test.each([ethereumSigner(), solanaSigner(), bitcoinSignerOf('payment'), bitcoinSignerOf('ordinal')])(
  'an account of $chainId signs in [1.3]',
  async (signer) => {
    const { chainId, accountAddress } = signer
    const signed = await signedBy(signer)
    expect(await verifySignIn(signed, expected)).toEqual(dataOf(signer))
    expect(
      await verifySignIn(signed, { ...expected, chainId, accountAddress, uri: 'https://app.example' }),
    ).toBeDefined()
  },
)

test.each<[string, Partial<SignInData>, object]>([
  ['signIn.otherDomain', { domain: 'evil.example' }, {}],
  ['signIn.otherDomain', { domain: 'example' }, {}],
  ['signIn.otherUri', { uri: 'https://evil.example' }, {}],
  ['signIn.otherNonce', { nonce: 'another1' }, {}],
  ['signIn.otherNonce', { nonce: 'undefined' }, { nonce: undefined }],
  ['signIn.otherChain', { chainId: 'eip155:10' }, { chainId: 'eip155:1' }],
  ['signIn.otherAddress', {}, { accountAddress: ethereumSigner(2).accountAddress }],
  ['signIn.otherStatement', { statement: 'Hello' }, { statement: 'Hello.' }],
  ['signIn.expired', { expirationTime: '2024-01-31T12:00:30Z' }, {}],
  ['signIn.early', { notBefore: '2024-01-31T13:00:00Z' }, {}],
  ['signIn.issuedAhead', { issuedAt: '2024-01-31T13:00:00Z' }, {}],
  ['signIn.signatureInvalid', { accountAddress: ethereumSigner(2).accountAddress }, {}],
  ['signIn.unverifiable', { accountAddress: ethereumSigner(2).accountAddress }, { read: undefined }],
])('a sign-in is rejected with %s: %o, %o', async (code, changes, asked) => {
  const signed = await signedBy(ethereumSigner(), changes)
  await expect(verifySignIn(signed, { ...expected, ...asked })).rejects.toMatchObject({ code })
})

test('a sign-in with an altered or malformed message is rejected', async () => {
  const { message, signature } = await signedBy(ethereumSigner(), { statement: 'I am here.' })
  const altered = message.replace('I am', 'I was')
  await expect(verifySignIn({ message: altered, signature }, expected)).rejects.toMatchObject({
    code: 'signIn.signatureInvalid',
  })
  for (const sent of [
    {},
    { message },
    { message: 5, signature },
    { message, signature: null },
    { message: 'Hello', signature },
  ])
    await expect(verifySignIn(sent as { message: string; signature: string }, expected)).rejects.toMatchObject({
      code: 'signIn.malformed',
      message: 'The sign-in message is not valid: message',
    })
})

test('the time defaults to now', async () => {
  const signed = await signedBy(ethereumSigner(), { expirationTime: '2024-01-31T12:10:00Z' })
  const { nowMs: _, ...ofNow } = expected
  const clock = vi.spyOn(Date, 'now').mockReturnValue(nowMs)
  expect(await verifySignIn(signed, ofNow)).toBeDefined()
  clock.mockRestore()
  await expect(verifySignIn(signed, ofNow)).rejects.toMatchObject({ code: 'signIn.expired' })
})

test('an aborted verification rejects with the reason', async () => {
  const gone = AbortSignal.abort(new Error('gone'))
  await expect(verifySignIn(await signedBy(solanaSigner()), { ...expected, signal: gone })).rejects.toThrow('gone')
})

test('a nonce is 128 random bits in hexadecimal', () => {
  const many = Array.from({ length: 1_000 }, createNonce)
  expect(new Set(many).size).toBe(1_000)
  for (const one of many) expect(one).toMatch(/^[0-9a-f]{32}$/)
})
