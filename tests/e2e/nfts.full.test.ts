/** NFTs in Chromium, on a real chain: selected in their tab and sent. */
import { createClient, getAddress, http, parseAbi, type Address } from 'viem'
import { readContract } from 'viem/actions'
import { expect, inject, test } from 'vitest'
import { secondAccount } from '../../mocks/sandbox/accounts.ts'
import { collectionName, mintedNfts } from '../../mocks/sandbox/eip155/nfts.ts'
import { openPlayground, seen } from './support.ts'
import { connected } from './visitor.ts'

const ABI = parseAbi([
  'function ownerOf(uint256 id) view returns (address)',
  'function balanceOf(address owner, uint256 id) view returns (uint256)',
])

test('an NFT, and two copies of another, are sent from the NFTs tab and arrive [2.3]', async () => {
  const [chain] = inject('chains')
  if (!chain?.nfts) throw new Error('a chain with NFTs is needed')
  const { unique, many } = chain.nfts
  const client = createClient({ transport: http(chain.rpcUrl) })
  const to = secondAccount.address
  const site = await openPlayground('start=fresh')
  await site.approveEverything()
  const { card, faults } = site
  await site.connect()
  await connected(site)

  /** Clicks the tile of an NFT, checks its preview, and sends it. */
  const send = async (contract: Address, id: bigint, collection: string, count?: string) => {
    await card.getByRole('tab', { name: 'NFTs' }).click()
    await card.getByRole('button', { name: `Send NFT ${contract.slice(0, 6)} #${id}` }).click()
    await seen(card.getByText(getAddress(contract))).toBeVisible()
    await seen(card.getByText(collection, { exact: true })).toBeVisible()
    const amount = card.getByLabel('Amount')
    await seen(amount).toHaveValue('1')
    if (count === undefined) await seen(amount).not.toBeEditable()
    else await amount.fill(count)
    await card.getByLabel('To', { exact: true }).fill(to)
    await card.getByRole('button', { name: 'Review send' }).click()
    for (const text of [getAddress(contract), to, collection]) await seen(card.getByText(text)).toBeVisible()
    await card.getByRole('button', { name: 'Send', exact: true }).click()
    await seen(card.getByText('Confirmed', { exact: true })).toBeVisible()
    await card.getByRole('button', { name: 'Done' }).click()
  }

  await send(unique, mintedNfts.unique, collectionName)
  const owner = await readContract(client, {
    abi: ABI,
    address: unique,
    functionName: 'ownerOf',
    args: [mintedNfts.unique],
  })
  expect(owner).toBe(to)
  // The NFTs were loaded again, without the one that was sent.
  await card.getByRole('tab', { name: 'NFTs' }).click()
  await seen(card.getByRole('button', { name: new RegExp(`^Send NFT ${many.slice(0, 6)}`) })).toBeVisible()
  await seen(card.getByRole('button', { name: new RegExp(`^Send NFT ${unique.slice(0, 6)}`) })).toBeHidden()

  await send(many, mintedNfts.many, `${getAddress(many).slice(0, 6)}…${getAddress(many).slice(-4)}`, '2')
  const count = await readContract(client, {
    abi: ABI,
    address: many,
    functionName: 'balanceOf',
    args: [to, mintedNfts.many],
  })
  expect(count).toBe(2n)
  expect(faults).toEqual([])
})
