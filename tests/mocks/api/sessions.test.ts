import { expect, test } from 'vitest'
import { firstAccount } from '../../../mocks/sandbox/accounts.ts'
import { failure, MAINNET, useHandlers } from './support.ts'

const provider = useHandlers()
const on = { networkId: MAINNET }
const address = `${MAINNET}:${firstAccount.address}`
const session = {
  pci: 'pci-1',
  project: { id: 'p1', name: 'Shop', url: 'https://shop.example', iconUrl: null },
  expiry: 1_900_000_000,
  createdAt: 1_700_000_000,
  permissions: [{ type: 'contract-call' }],
  policies: [],
  context: '0x01',
  revokedAt: null,
}

test('sessions are listed by account, and a revoked one has the time of its revocation', async () => {
  const api = provider({ sessions: { [address]: [session] }, now: () => 1_800_000_000_500 })
  expect(await api.call('smartSessions', { address: address.toLowerCase() }, on)).toEqual({ pcis: [session] })
  expect(
    await api.call('smartSessions', { address: `${MAINNET}:0x00000000000000000000000000000000000000AA` }, on),
  ).toEqual({ pcis: [] })
  const revocation = { address, pci: 'pci-1', signature: '0x01' }
  expect(await api.call('revokeSmartSession', revocation, on)).toEqual({ success: true })
  expect(await api.call('smartSessions', { address }, on)).toEqual({ pcis: [{ ...session, revokedAt: 1_800_000_000 }] })
  expect(await failure(api.call('revokeSmartSession', revocation, on))).toMatchObject({
    status: 400,
    reasons: [{ name: 'pci', description: 'Permission for PCI is revoked: pci-1' }],
  })
})

const permissions = {
  chainId: '0x1',
  expiry: 1_900_000_000,
  signer: { type: 'keys', data: { keys: [] } },
  permissions: [{ type: 'contract-call' }],
  policies: [],
}

test('a session is added with a key, activated with the granted permissions, and listed only then', async () => {
  const api = provider({ now: () => 1_800_000_000_500 })
  const { pci, key } = await api.call('addSmartSession', { account: address, ...permissions }, on)
  expect(key.type).toBe('secp256k1')
  expect(await api.call('smartSessions', { address }, on)).toEqual({ pcis: [] })
  const granted = { account: address, ...permissions, expiry: 1_850_000_000, pci, context: '0x01' }
  const stranger = { ...granted, account: `${MAINNET}:0x00000000000000000000000000000000000000AA` }
  expect(await failure(api.call('activateSmartSession', stranger, on))).toMatchObject({ status: 400 })
  await api.call('activateSmartSession', granted, on)
  const { pcis } = await api.call('smartSessions', { address }, on)
  expect(pcis).toMatchObject([{ pci, expiry: 1_850_000_000, createdAt: 1_800_000_000, context: '0x01' }])
  expect(await api.call('revokeSmartSession', { address, pci, signature: '0x01' }, on)).toEqual({ success: true })
})

test('an unknown session cannot be revoked', async () => {
  const api = provider({ sessions: { [address]: [session] } })
  const asked = api.call('revokeSmartSession', { address, pci: 'pci-2', signature: '0x01' }, on)
  expect(await failure(asked)).toMatchObject({ status: 400, reasons: [{ name: 'pci' }] })
})
