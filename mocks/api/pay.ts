/** Payments through exchanges: the API forwards what the desk returns. */
import { getAddress } from 'viem'
import * as z from 'zod/mini'
import type { ExchangeDesk } from '../exchanges/desk.ts'
import { answer, type Answers } from './answer.ts'
import { caip10 } from './caip.ts'
import type { Readers } from './chainReader.ts'
import { refuse } from './refusal.ts'

const ids = z.optional(z.array(z.string()))
const amount = z.string().check(z.regex(/^\d+(\.\d+)?$/))
/** Parses a CAIP-19 asset to its network and contract: an EVM chain's native coin, or an ERC-20 token. */
const asset = z.pipe(
  z.string().check(z.regex(/^eip155:\d+\/(slip44:60|erc20:0x[\da-fA-F]{40})$/)),
  z.transform((text: string) => {
    const [networkId = '', assetId = ''] = text.split('/')
    return { networkId, contract: assetId.startsWith('erc20:') ? getAddress(assetId.slice(6)) : undefined }
  }),
)
type Asset = z.output<typeof asset>

/** Whether the asset exists. On networks without a chain in the sandbox, every asset is accepted. */
const isKnown = (readers: Readers, { networkId, contract }: Asset): boolean => {
  const reader = readers.find(({ chain }) => chain.networkId === networkId)
  return !reader || contract === undefined || reader.chain.tokens.some(({ address }) => address === contract)
}

/** The answers about exchanges. */
export const payAnswers = (
  readers: Readers,
  desk: ExchangeDesk,
): Answers<'exchanges' | 'exchangePayUrl' | 'exchangeBuyStatus'> => ({
  exchanges: answer(
    z.object({ page: z.int(), includeOnly: ids, exclude: ids, asset, amount }),
    ({ includeOnly, exclude = [], asset: requestedAsset }) => {
      const exchanges = isKnown(readers, requestedAsset)
        ? desk.exchanges.filter(({ id }) => (includeOnly?.includes(id) ?? true) && !exclude.includes(id))
        : []
      return { exchanges, total: exchanges.length }
    },
  ),

  exchangePayUrl: answer(
    z.object({ exchangeId: z.string(), asset, amount, recipient: caip10 }),
    ({ exchangeId, asset: requestedAsset, amount: requestedAmount, recipient }) => {
      if (!desk.exchanges.some(({ id }) => id === exchangeId)) throw refuse(400, 'There is no such exchange')
      if (!isKnown(readers, requestedAsset) || recipient.networkId !== requestedAsset.networkId)
        throw refuse(400, 'Asset not supported by the selected exchange')
      const sessionId = desk.open({
        exchangeId,
        ...requestedAsset,
        amount: requestedAmount,
        recipient: recipient.address,
      })
      return { url: desk.pageOf(sessionId), sessionId }
    },
  ),

  exchangeBuyStatus: answer(z.object({ sessionId: z.string(), exchangeId: z.string() }), (query) => {
    const session = desk.find(query.sessionId)
    if (session?.exchangeId !== query.exchangeId) return { status: 'UNKNOWN' }
    return { status: session.status, ...(session.txHash !== undefined && { txHash: session.txHash }) }
  }),
})
