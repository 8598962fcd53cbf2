/** Receivers that must be refused. */
import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import { fakeAccounts } from '../../mocks/index.ts'
import type { NetworkId } from '../../machines/shared/namespace.types.ts'
import { pastedAddress } from '../../machines/shared/addresses.rules.ts'
import { validateDraft, draftStep } from '../../machines/send/send.rules.ts'
import { eip155Adapter } from '../../sdk/chains/eip155/adapter.ts'
import { solanaAdapter } from '../../sdk/chains/solana/adapter.ts'
import { defineNetwork, mainnet, solana } from '../../sdk/index.ts'
import { countingServer } from '../support/countingServer.ts'
import { ether } from '../support/instance.ts'
import { sentBy } from '../support/sentBy.ts'

const [from] = fakeAccounts
const { signal } = new AbortController()

test('a transfer to the zero address is refused; the common burn address is accepted', async () => {
  await expect(eip155Adapter.resolveReceiver(`0x${'0'.repeat(40)}`, 'eip155:1', signal)).rejects.toMatchObject({
    code: 'address.zero',
    message: 'No one owns this address. Anything sent to it is lost.',
  })
  const burned = '0x000000000000000000000000000000000000dEaD'
  expect(await eip155Adapter.resolveReceiver(burned, 'eip155:1', signal)).toBe(burned)
})

test('a transfer to the contract of a token is refused, whether it is the sent token or another one that the account holds', () => {
  const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
  const dollar = { ...ether('5'), address: `eip155:1:${contract.toLowerCase()}` }
  const draft = {
    network: mainnet,
    amount: '1',
    receiver: contract,
    receiverAddress: contract,
    receiverError: undefined,
  }
  for (const mistaken of [
    { ...draft, token: dollar },
    { ...draft, token: ether('5'), tokens: [ether('5'), dollar] },
  ]) {
    expect(validateDraft(mistaken)?.code).toBe('address.ofToken')
    expect(draftStep(mistaken)).toBe('invalidAddress')
  }
  expect(validateDraft({ ...draft, token: dollar, receiver: from, receiverAddress: from })).toBeUndefined()
})

test('a transfer of SOL to a mint or a token account is refused', async () => {
  const [sender, mint] = [1, 2].map((byte) => base58.encode(new Uint8Array(32).fill(byte))) as [string, string]
  let owner = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
  const node = await countingServer(({ method }) => {
    if (method === 'getAccountInfo') return { result: { value: { data: ['', 'base64'], owner } } }
    if (method === 'getLatestBlockhash') return { result: { value: { blockhash: sender, lastValidBlockHeight: 1 } } }
    return { result: null }
  })
  const network = { ...defineNetwork(solana), rpcUrls: { default: { http: [node.url] } } }
  const asked: unknown[] = []
  const wallet = { request: async (call: unknown) => void asked.push(call) }
  const token = {
    name: 'Solana',
    symbol: 'SOL',
    chainId: solana.caipNetworkId,
    quantity: { decimals: '9', numeric: '5' },
  }
  const order = { network, from: sender, receiver: mint, token, amount: '1' }
  for (const program of [owner, 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb']) {
    owner = program
    await expect(sentBy(solanaAdapter, wallet, order, signal)).rejects.toMatchObject({ code: 'address.ofToken' })
  }
  expect(asked).toEqual([])
  owner = '11111111111111111111111111111111'
  await expect(sentBy(solanaAdapter, wallet, order, signal)).rejects.toMatchObject({ code: 'wallet.invalidResponse' })
  expect(asked).toHaveLength(1)
})

const pasted = `0x${'aB'.repeat(20)}`
const sol = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
const mainnetSolana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
test.each<[string, NetworkId, string]>([
  [pasted, 'eip155:1', pasted],
  [`eth:${pasted}`, 'eip155:1', pasted],
  [`base:${pasted}`, 'eip155:8453', pasted],
  [`ethereum:${pasted}`, 'eip155:10', pasted],
  [`ethereum:${pasted}@10`, 'eip155:10', pasted],
  [`eip155:10:${pasted}`, 'eip155:10', pasted],
  [`\u200b${pasted}\ufeff`, 'eip155:1', pasted],
  [pasted.replace('0x', '0X'), 'eip155:1', pasted],
  [` ${pasted}\n`, 'eip155:1', pasted],
  [`solana:${sol}`, mainnetSolana, sol],
  [`${mainnetSolana}:${sol}`, mainnetSolana, sol],
  [
    'bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'bip122:000000000019d6689c085ae165831e93',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  ],
])('%j on %s is the address %s', (text, networkId, address) => {
  expect(pastedAddress(text, networkId)).toBe(address)
})

test.each<[string, NetworkId]>([
  [`eth:${pasted}`, 'eip155:10'],
  [`ethereum:${pasted}@1`, 'eip155:10'],
  [`eip155:1:${pasted}`, 'eip155:10'],
  [`${mainnetSolana}:${sol}`, 'eip155:1'],
])('%s is refused as an address of another network than %s', (text, networkId) => {
  expect(() => pastedAddress(text, networkId)).toThrow('This address belongs to another network')
})

test.each([
  `unknown:${pasted}`,
  `ethereum:${pasted}@1?value=1`,
  `ethereum:${pasted}/transfer?address=${pasted}`,
  `eth:${pasted}@1`,
  'shop.eth',
])('%s is passed on unchanged to the following checks', (text) => {
  expect(pastedAddress(text, 'eip155:1')).toBe(text)
})
