/** Transfers of NFTs on a local chain, with collections of OpenZeppelin. */
import { createClient, encodeFunctionData, http, parseAbi, type Address, type Hash } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { sendTransaction, readContract, waitForTransactionReceipt } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstAccount, mnemonic, secondAccount } from '../../../../mocks/sandbox/accounts.ts'
import { startAnvil, type Anvil } from '../../../../mocks/sandbox/eip155/anvil.ts'
import type { SandboxChain, SandboxNfts } from '../../../../mocks/sandbox/eip155/chain.ts'
import { Deployer } from '../../../../mocks/sandbox/eip155/deployer.ts'
import { collectionName, deployNfts, mintedNfts } from '../../../../mocks/sandbox/eip155/nfts.ts'
import { deployTokens } from '../../../../mocks/sandbox/eip155/tokens.ts'
import type { NftSource } from '../../../../sdk/index.ts'
import { sendOf } from '../../../support/features.ts'
import { sandboxInstance, until } from '../../../support/sandbox.ts'

const [me, other] = [firstAccount.address, secondAccount.address]
const ABI = parseAbi([
  'function mint(address to)',
  'function mint(address to, uint256 id, uint256 amount, bytes data)',
  'function mintBatch(address to, uint256[] ids, uint256[] amounts, bytes data)',
  'function ownerOf(uint256 id) view returns (address)',
  'function balanceOf(address owner, uint256 id) view returns (uint256)',
  'function transferFrom(address from, address to, uint256 id)',
  'function pause()',
  'function unpause()',
])
const owner = mnemonicToAccount(mnemonic, { addressIndex: 8 })
let anvil: Anvil
let chain: SandboxChain
let nfts: SandboxNfts
const client = (account = owner) => createClient({ account, transport: http(anvil.rpcUrl), pollingInterval: 20 })

/** Sends a call to a collection without the code under test. */
async function call(to: Address, data: `0x${string}`, account = owner): Promise<Hash> {
  const hash = await sendTransaction(client(account), { chain: null, to, data })
  await waitForTransactionReceipt(client(), { hash })
  return hash
}
const ownerOf = (id: bigint) =>
  readContract(client(), { abi: ABI, address: nfts.unique, functionName: 'ownerOf', args: [id] })
const countOf = (account: Address) =>
  readContract(client(), { abi: ABI, address: nfts.many, functionName: 'balanceOf', args: [account, mintedNfts.many] })

/** Mints an ERC-721 for the account. Returns its id, and the transaction that brought it. */
let birds = 0n
async function mint() {
  const hash = await call(nfts.unique, encodeFunctionData({ abi: ABI, functionName: 'mint', args: [me] }))
  return { id: (birds += 1n), hash }
}

beforeAll(async () => {
  anvil = await startAnvil(31_337)
  const deployer = new Deployer(anvil.rpcUrl, owner)
  const tokens = await deployTokens(deployer, [])
  nfts = await deployNfts(deployer)
  await deployer.finish()
  chain = { chainId: 31_337, networkId: 'eip155:31337', name: 'One', symbol: 'ETH', rpcUrl: anvil.rpcUrl, tokens, nfts }
})
afterAll(() => anvil.stop())

/** Connected, with a draft of this NFT. The wallet approves everything. */
async function drafted(nft: NftSource) {
  const asked: { method: string; params?: unknown }[] = []
  const { latchkey, wallet } = sandboxInstance([chain], {
    wallet: {
      approve: async (question) => {
        asked.push(question as never)
        return true
      },
    },
  })
  latchkey.start()
  expect((await latchkey.connect({ connectorId: 'sandbox' })).status).toBe('done')
  await latchkey.load('send')
  const send = sendOf(latchkey)
  const outcomes: unknown[] = []
  send.on('send.settled', ({ outcome }) => void outcomes.push(outcome))
  send.send({ type: 'send.setNft', nft })
  await until(latchkey, 'send', () => send.getSnapshot().context.nftSource === undefined)
  const sentTransactions = () => asked.filter((question) => JSON.stringify(question).includes('eth_sendTransaction'))
  return { latchkey, wallet, send, outcomes, asked: sentTransactions }
}
type Drafted = Awaited<ReturnType<typeof drafted>>
const reviewed = ({ latchkey, send }: Drafted) =>
  until(latchkey, 'send', () => {
    const { fee, feeError } = send.getSnapshot().context
    return fee !== undefined || feeError !== undefined
  })

describe('an NFT', () => {
  test('is read from the transaction of the history that brought it, and arrives', async () => {
    const { id, hash } = await mint()
    const made = await drafted({ hashes: [hash] })
    const { send, outcomes, latchkey } = made
    expect(send.getSnapshot().context.token).toMatchObject({
      name: collectionName,
      address: `${chain.networkId}:${nfts.unique}`,
      quantity: { decimals: '0', numeric: '1' },
      nft: { standard: 'erc721', contract: nfts.unique, tokenId: String(id) },
    })
    send.send({ type: 'send.setAmount', amount: '4' })
    expect(send.getSnapshot().context.amount).toBe('1')
    send.send({ type: 'send.setReceiver', receiver: other })
    await reviewed(made)
    expect(send.getSnapshot().context.fee).toMatchObject({ symbol: 'ETH' })
    send.send({ type: 'send.submit' })
    await until(latchkey, 'send', () => send.getSnapshot().context.progress === 'success')
    expect(outcomes).toMatchObject([{ status: 'done' }])
    expect(await ownerOf(id)).toBe(other)
  })

  test('of an ERC-1155 is sent in the typed count, up to the balance', async () => {
    const made = await drafted({ contract: nfts.many.toLowerCase(), tokenId: String(mintedNfts.many) })
    const { send, latchkey } = made
    expect(send.getSnapshot().context).toMatchObject({
      amount: '1',
      token: { quantity: { numeric: '5' }, nft: { standard: 'erc1155', contract: nfts.many, tokenId: '7' } },
    })
    send.send({ type: 'send.setReceiver', receiver: other })
    send.send({ type: 'send.setAmount', amount: '6' })
    send.send({ type: 'send.submit' })
    expect(send.getSnapshot().context.error?.code).toBe('amount.insufficient')
    send.send({ type: 'send.setAmount', amount: '3' })
    await reviewed(made)
    send.send({ type: 'send.submit' })
    await until(latchkey, 'send', () => send.getSnapshot().context.progress === 'success')
    expect([await countOf(me), await countOf(other)]).toEqual([2n, 3n])
  })

  test('is not sent to a contract that does not accept it, or when its collection refuses, and each is reported', async () => {
    const { hash } = await mint()
    const made = await drafted({ hashes: [hash] })
    const { send, latchkey } = made
    // The contract of another collection has no hook for NFTs.
    send.send({ type: 'send.setReceiver', receiver: nfts.many })
    await reviewed(made)
    expect(send.getSnapshot().context.feeError?.code).toBe('send.nftReceiver')
    expect(send.getSnapshot().hasTag('submittable')).toBe(false)
    await call(nfts.unique, encodeFunctionData({ abi: ABI, functionName: 'pause' }))
    send.send({ type: 'send.setReceiver', receiver: other })
    await until(latchkey, 'send', () => send.getSnapshot().context.feeError?.code === 'send.nftRefused')
    expect(send.getSnapshot().hasTag('submittable')).toBe(false)
    await call(nfts.unique, encodeFunctionData({ abi: ABI, functionName: 'unpause' }))
  })

  test('that left the account after its fee was shown is not requested', async () => {
    const { id, hash } = await mint()
    const made = await drafted({ hashes: [hash] })
    const { send, outcomes, asked, latchkey } = made
    send.send({ type: 'send.setReceiver', receiver: other })
    await reviewed(made)
    const data = encodeFunctionData({ abi: ABI, functionName: 'transferFrom', args: [me, owner.address, id] })
    await call(nfts.unique, data, firstAccount)
    send.send({ type: 'send.submit' })
    await until(latchkey, 'send', () => outcomes.length > 0)
    expect(outcomes).toMatchObject([{ status: 'failed', error: { code: 'send.nftNotHeld' } }])
    expect(asked()).toEqual([])
  })

  test('that is invalid, or not in the account, makes no draft', async () => {
    const { hash } = await mint()
    const batch = encodeFunctionData({ abi: ABI, functionName: 'mintBatch', args: [me, [8n, 9n], [1n, 1n], '0x'] })
    const two = await call(nfts.many, batch)
    const foreign = encodeFunctionData({ abi: ABI, functionName: 'mint', args: [other] })
    const theirs = await call(nfts.unique, foreign)
    birds += 1n
    const huge = String(2n ** 256n)
    const cases: [NftSource, string][] = [
      [{ hashes: [theirs] }, 'send.nftNotHeld'],
      [{ hashes: [two] }, 'send.nftNotFound'],
      [{ hashes: [] }, 'send.nftNotFound'],
      [{ hashes: ['<img src=x>'] }, 'send.nftNotHeld'],
      [{ contract: nfts.unique, tokenId: String(birds) }, 'send.nftNotHeld'],
      [{ contract: nfts.unique, tokenId: huge }, 'send.nftNotFound'],
      [{ contract: nfts.unique, tokenId: '-1' }, 'send.nftNotFound'],
      [{ contract: nfts.unique, tokenId: '0x0' }, 'send.nftNotFound'],
      [{ contract: 'https://nft.example', tokenId: '0' }, 'send.nftNotFound'],
      [{ contract: chain.tokens[0]?.address ?? '', tokenId: '0' }, 'send.nftNotHeld'],
      [{ contract: other, tokenId: '0' }, 'send.nftNotHeld'],
    ]
    const { send, latchkey, asked } = await drafted({ hashes: [hash] })
    for (const [nft, code] of cases) {
      send.send({ type: 'send.setNft', nft })
      await until(latchkey, 'send', () => send.getSnapshot().context.nftSource === undefined)
      const { token, error } = send.getSnapshot().context
      expect([nft, error?.code, token]).toEqual([nft, code, undefined])
    }
    expect(asked()).toEqual([])
  })

  test('leaves no amount behind when another token is selected', async () => {
    const { hash } = await mint()
    const { send, latchkey } = await drafted({ hashes: [hash] })
    await until(latchkey, 'send', () => send.getSnapshot().context.tokens.length > 0)
    const [ether] = send.getSnapshot().context.tokens
    if (!ether) throw new Error('no token')
    send.send({ type: 'send.setToken', token: ether })
    expect(send.getSnapshot().context).toMatchObject({ token: { symbol: 'ETH' }, amount: '' })
  })
})
