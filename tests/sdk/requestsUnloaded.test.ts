/** Requests to wallets when the code that validates and stores them cannot be loaded. */
import { expect, test, vi } from 'vitest'
import { fakeAccounts, fakeWallet } from '../../mocks/index.ts'
import { firstSolanaAccount } from '../../mocks/sandbox/solana/accounts.ts'
import type { ChainAdapter } from '../../sdk/chains/adapter.ts'
import { eip155Adapter } from '../../sdk/chains/eip155/adapter.ts'
import { solanaAdapter } from '../../sdk/chains/solana/adapter.ts'
import { mainnet, solana, type Latchkey } from '../../sdk/index.ts'
import { started } from '../support/instance.ts'

vi.mock('../../sdk/wallet-requests/encodeRequest.ts', () => {
  throw new Error('not there')
})

const [from, to] = fakeAccounts
const { address } = firstSolanaAccount

/** The account is not read from any node. */
const still: Partial<ChainAdapter> = { fetchAssets: async () => undefined, fetchBalances: async () => [] }

async function page() {
  const evm = fakeWallet({ eth_sendTransaction: '0x1' })
  const sol = fakeWallet({
    solana_requestAccounts: [{ pubkey: address }],
    solana_getAccounts: [{ pubkey: address }],
    solana_signAndSendTransaction: { signature: 'sent' },
  })
  const { latchkey } = await started({
    networks: [mainnet, solana],
    connectors: [
      { connector: { id: 'fox', name: 'Fox', type: 'ANNOUNCED', chain: 'eip155' }, provider: evm },
      { connector: { id: 'sol', name: 'Sol', type: 'ANNOUNCED', chain: 'solana' }, provider: sol },
    ],
    ports: {
      chains: { at: async (namespace) => ({ ...(namespace === 'solana' ? solanaAdapter : eip155Adapter), ...still }) },
    },
  })
  return { latchkey, evm, sol }
}

test('a request to a Solana wallet, which is not validated, is still sent, but not stored', async () => {
  const { latchkey, sol } = await page()
  await latchkey.connect({ connectorId: 'sol' })
  const call = { method: 'solana_signAndSendTransaction', params: { transaction: 'AQ==' } }
  expect(await latchkey.request(call)).toEqual({ status: 'done', value: { signature: 'sent' } })
  expect(sol.calls.map(({ method }) => method)).toContain(call.method)
})

test('a request to an EVM wallet that cannot be validated is not sent, and fails with the reason', async () => {
  const { latchkey, evm } = await page()
  await latchkey.connect({ connectorId: 'fox' })
  const outcome = await latchkey.request({ method: 'eth_sendTransaction', params: [{ from, to, value: '0x1' }] })
  expect(outcome).toMatchObject({ status: 'failed', error: { code: 'feature.notLoaded' } })
  expect(evm.calls.map(({ method }) => method)).not.toContain('eth_sendTransaction')
})

test.each([
  ['sendTransaction', (latchkey: Latchkey) => latchkey.sendTransaction({ to: to as `0x${string}`, value: 1n })],
  ['sendCalls', (latchkey: Latchkey) => latchkey.sendCalls({ calls: [{ to: to as `0x${string}` }] })],
  ['signMessage', (latchkey: Latchkey) => latchkey.signMessage('hello')],
  ['getCapabilities', (latchkey: Latchkey) => latchkey.getCapabilities()],
  ['getCallsStatus', (latchkey: Latchkey) => latchkey.getCallsStatus('0x1')],
] as const)('%s fails with the missing code as the reason, not with a wallet error', async (_, ask) => {
  const { latchkey, evm } = await page()
  await latchkey.connect({ connectorId: 'fox' })
  expect(await ask(latchkey)).toMatchObject({ status: 'failed', error: { code: 'feature.notLoaded' } })
  // The reads after a connection do not prompt the user.
  const asked = evm.calls.map(({ method }) => method)
  expect(asked.filter((method) => /^(eth_send|personal_|wallet_(send|getCallsStatus))/.test(method))).toEqual([])
})
