/** Who a proposal came from is known after a reload as it was before, or known to be unknown. */
import { expect, test } from 'vitest'
import { openClient } from '../mocks/relay/clients.ts'
import { asked, open, openRelay, signal, storageOf } from '../sdk/pairing/support.ts'

test('a proposal is shown with what the verification service said of it, also after a reload', async () => {
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

  // As it is where the page was gone before it could be written down.
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

test('a page cannot say itself what the verification service said of it', async () => {
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
