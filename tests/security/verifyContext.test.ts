/** After a reload, a proposal's verified origin is the same as before, or unknown. */
import { expect, test } from 'vitest'
import { openClient } from '../mocks/relay/clients.ts'
import { asked, open, openRelay, signal, storageOf } from '../sdk/pairing/support.ts'

test('a proposal is shown with the verification result, also after a reload', async () => {
  const { url } = await openRelay()
  const storage = storageOf()
  const who = { role: 'responder', id: 'reloaded', storage } as const
  const { driver, heard } = await open(url, who)
  const dapp = await openClient(url, 'shop')
  const { uri = '' } = await dapp.connect(asked)
  await driver.pair(uri, signal)
  const { verifyContext } = await heard('proposal.received')
  expect(verifyContext).toMatchObject({ verified: { origin: 'https://shop.example', validation: 'UNKNOWN' } })
  await driver.close()
  const again = await open(url, who)
  expect(again.driver.received()).toMatchObject([{ type: 'proposal.received', verifyContext }])
  await again.driver.close()

  // As if the page was closed before it could store the result.
  const [key = ''] = (await storage.getKeys()).filter((name) => name.endsWith('//proposal'))
  const stored = (await storage.getItem<{ verifyContext?: unknown }[]>(key)) ?? []
  await storage.setItem(
    key,
    stored.map((proposal) => ({ ...proposal, verifyContext: undefined })),
  )
  const last = await open(url, who)
  const unknown = { verified: { origin: '', validation: 'UNKNOWN', verifyUrl: '' } }
  expect(last.driver.received()).toMatchObject([{ type: 'proposal.received', verifyContext: unknown }])
})

test('a page cannot set its own verification result', async () => {
  const { url } = await openRelay()
  const { driver, heard } = await open(url, { role: 'responder' })
  const dapp = await openClient(url, 'shop')
  const { uri = '' } = await dapp.connect(asked)
  await driver.pair(uri, signal)
  await heard('proposal.received')
  const { pairingTopic = '' } = dapp.proposal.getAll()[0] ?? {}
  const { engine } = dapp as unknown as { engine: { sendRequest(message: object): Promise<number> } }
  const params = {
    ...asked,
    relays: [{ protocol: 'irn' }],
    requiredNamespaces: {},
    proposer: { publicKey: 'a'.repeat(64), metadata: dapp.metadata },
    verifyContext: { verified: { origin: 'https://bank.example', validation: 'VALID', verifyUrl: '' } },
    expiryTimestamp: 9_999_999_999,
  }
  await engine.sendRequest({ topic: pairingTopic, method: 'wc_sessionPropose', params })
  const { proposal, verifyContext } = await heard('proposal.received')
  expect(verifyContext).toMatchObject({ verified: { validation: 'UNKNOWN' } })
  expect(JSON.stringify(driver.received())).not.toContain('bank.example')
  expect((proposal as { expiryTimestamp: number }).expiryTimestamp).toBeLessThan(Date.now() / 1_000 + 301)
})
