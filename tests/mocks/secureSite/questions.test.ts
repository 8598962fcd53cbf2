/** What the secure site's card shows about a transaction before its owner approves it. */
import {
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
  TransactionInstruction,
} from '@solana/web3.js'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'
import { encodeFunctionData, erc20Abi, parseAbi, toHex, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { secureSiteNetwork } from '../../../mocks/secureSite/network.ts'
import { describeCall } from '../../../mocks/secureSite/page/ethereumCalls.ts'
import { ethereumPlan } from '../../../mocks/secureSite/page/ethereum.ts'
import { solanaPlan } from '../../../mocks/secureSite/page/solana.ts'
import { planTypedData } from '../../../mocks/secureSite/page/typedData.ts'
import { countingServer } from '../../support/countingServer.ts'

const token = '0x00000000000000000000000000000000000000aa'
const stranger = '0x00000000000000000000000000000000000000bb'
const somebody = '0x00000000000000000000000000000000000000cc'
const ethereum = (rpcUrl = 'http://127.0.0.1:1') =>
  secureSiteNetwork.parse({
    networkId: 'eip155:1',
    name: 'Ethereum',
    symbol: 'ETH',
    rpcUrl,
    tokens: [{ address: token, symbol: 'USD', decimals: 6 }],
  })
const erc20 = (functionName: 'approve' | 'transfer', units: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName, args: [somebody, units] })
const forAll = (approved: boolean): Hex =>
  encodeFunctionData({
    abi: parseAbi(['function setApprovalForAll(address operator, bool approved)']),
    args: [somebody, approved],
  })
const UNREAD = 'The wallet cannot say what this does. Approve it only if you trust the site.'

test.each<[string, string, Hex, string, string | undefined, string[]]>([
  ['a transfer of a known token', token, erc20('transfer', 1_500_000n), 'Send USD?', '1.5 USD', []],
  ['an allowance of a known token', token, erc20('approve', 2_000_000n), 'Let somebody spend USD?', '2 USD', []],
  ['an allowance set to 0', token, erc20('approve', 0n), 'End an allowance of USD?', '0 USD', []],
  [
    'an allowance without a limit, in 160 bits',
    token,
    erc20('approve', 2n ** 160n - 1n),
    'Let somebody spend USD?',
    'All of USD',
    ['Whoever may spend it can take all that you have, at any time.'],
  ],
  [
    'an approval of 0 on an unknown contract, which may approve NFT 0',
    stranger,
    erc20('approve', 0n),
    'Call a contract?',
    undefined,
    [UNREAD],
  ],
  ['a transfer of an unknown contract', stranger, erc20('transfer', 1n), 'Call a contract?', undefined, [UNREAD]],
  ['a transfer with extra bytes', token, `${erc20('transfer', 1n)}00`, 'Call a contract?', undefined, [UNREAD]],
  [
    'an approval for a whole collection',
    stranger,
    forAll(true),
    'Let somebody move all of a collection?',
    undefined,
    ['Whoever may move it can take all that you have of it, at any time.'],
  ],
  ['a revoked approval for a collection', stranger, forAll(false), 'Call a contract?', undefined, [UNREAD]],
])('the card describes %s', (_, to, data, title, amount, warnings) => {
  const deed = describeCall(ethereum(), { to: to as Hex, value: 0n, data })
  expect([deed.title, deed.amount, deed.warnings ?? []]).toEqual([title, amount, warnings])
})

/** The card of a transaction, on a node that estimates 21,000 units of gas for everything. */
async function transactionCard(fields: object) {
  const node = await countingServer(({ method }) => ({
    result:
      method === 'eth_getBlockByNumber'
        ? { baseFeePerGas: '0x3b9aca00', number: '0x1', transactions: [] }
        : method === 'eth_chainId'
          ? '0x1'
          : '0x5208',
  }))
  const owner = privateKeyToAccount(generatePrivateKey())
  const request = {
    network: ethereum(node.url),
    owner,
    resolveAccount: async () => owner,
    params: [{ to: somebody, value: '0x1', maxFeePerGas: toHex(4n * 10n ** 9n), ...fields }],
    site: 'https://shop.example',
  }
  return (await ethereumPlan('eth_sendTransaction')?.(request as never, {} as never))?.request
}
const feeOf = (value: string) => ({ label: 'Network fee, at most', value })

test('the card warns about a transaction whose nonce the site has chosen, and only then', async () => {
  const chosen = await transactionCard({ gas: '0x5208', nonce: '0x7' })
  expect(chosen?.details).toContainEqual({ label: 'Transaction number (nonce)', value: '7' })
  expect(chosen?.details).toContainEqual(feeOf('0.000084 ETH'))
  expect(chosen?.warnings).toEqual([
    'The site chose the number of this transaction: it may replace one that is pending, or wait until others are sent.',
  ])
  expect((await transactionCard({ gas: '0x5208' }))?.warnings).toEqual([])
})

test('a contract call may use a quarter more gas than estimated; a transfer, or a limit of the site, is exact', async () => {
  expect((await transactionCard({ data: '0x12345678' }))?.details).toContainEqual(feeOf('0.000105 ETH'))
  expect((await transactionCard({}))?.details).toContainEqual(feeOf('0.000084 ETH'))
  expect((await transactionCard({ data: '0x12345678', gas: '0x5208' }))?.details).toContainEqual(feeOf('0.000084 ETH'))
})

test('the card warns about a gas price that is more than ten times the usual one', async () => {
  const high = toHex(4n * 10n ** 15n)
  for (const fields of [{ maxFeePerGas: high }, { gasPrice: high, maxFeePerGas: undefined }]) {
    const card = await transactionCard({ gas: '0x5208', ...fields })
    expect(card?.details).toContainEqual(feeOf('84 ETH'))
    expect(card?.warnings).toEqual(['The network fee is far above the usual one.'])
  }
})

test.each<[string, object, string[]]>([
  ['names its network and contract', { chainId: 1, verifyingContract: somebody }, []],
  [
    'names no contract',
    { chainId: 1 },
    ['It does not say for which network and contract it is: it may count elsewhere, too.'],
  ],
  [
    'names no network',
    { verifyingContract: somebody },
    ['It does not say for which network and contract it is: it may count elsewhere, too.'],
  ],
])('the card shows the right warnings for typed data that %s', (_, domain, warnings) => {
  const document = {
    domain,
    types: { Order: [{ name: 'price', type: 'uint256' }] },
    primaryType: 'Order',
    message: { price: 1 },
  }
  const plan = planTypedData(document, privateKeyToAccount(generatePrivateKey()), ethereum(), undefined)
  expect(plan.request.warnings).toEqual(warnings)
})

const secret = ed25519.utils.randomSecretKey()
const key = {
  address: base58.encode(ed25519.getPublicKey(secret)),
  sign: (message: Uint8Array) => ed25519.sign(message, secret),
}
const solana = secureSiteNetwork.parse({
  networkId: 'solana:x',
  name: 'Solana',
  symbol: 'SOL',
  rpcUrl: 'http://127.0.0.1:1',
})
const payer = new PublicKey(key.address)
const transactionOf = (...instructions: TransactionInstruction[]) => {
  const sent = SystemProgram.transfer({ fromPubkey: payer, toPubkey: PublicKey.default, lamports: 1_000_000 })
  const message = new TransactionMessage({
    payerKey: payer,
    recentBlockhash: PublicKey.default.toBase58(),
    instructions: [...instructions, sent],
  })
  return base64.encode(new VersionedTransaction(message.compileToV0Message()).serialize())
}
const HIGH = 'The network fee is far above the usual one.'
test.each<[string, TransactionInstruction[], string, string[]]>([
  ['no priority fee', [], '0.000005 SOL', []],
  [
    'a priority fee of 49 SOL',
    [
      ComputeBudgetProgram.setComputeUnitLimit({ units: 1_400_000 }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 35_000_000_000 }),
    ],
    '49.000005 SOL',
    [HIGH],
  ],
  [
    'an unknown compute budget instruction',
    [new TransactionInstruction({ keys: [], programId: ComputeBudgetProgram.programId, data: Buffer.of(9) })],
    'Not known',
    ['The wallet cannot say what the network takes for this.'],
  ],
])(
  'the card shows the fee of a Solana transaction with %s, whatever its node returns',
  async (_, instructions, fee, warnings) => {
    const transaction = transactionOf(...instructions)
    const one = await solanaPlan(
      { method: 'solana_signTransaction', params: { transaction, pubkey: key.address } } as never,
      solana,
      key as never,
      'https://shop.example',
    )
    const both = await solanaPlan(
      {
        method: 'solana_signAllTransactions',
        params: { transactions: [transaction, transactionOf()], pubkey: key.address },
      } as never,
      solana,
      key as never,
      'https://shop.example',
    )
    for (const plan of [one, both]) {
      expect(plan?.request.details).toContainEqual({ label: 'Network fee', value: fee })
      expect(plan?.request.warnings ?? []).toEqual(warnings)
    }
  },
)
