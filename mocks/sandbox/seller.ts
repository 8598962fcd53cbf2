/** The sandbox's crypto seller: a page on its own origin, which takes no money but pays out on the chain. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createWalletClient, formatUnits, getAddress, http, parseAbi, parseUnits, type Address, type Hex } from 'viem'
import { estimateContractGas, getBlock, readContract } from 'viem/actions'
import { mnemonicToAccount } from 'viem/accounts'
import * as z from 'zod/mini'
import { ChainReader, NATIVE } from '../api/chainReader.ts'
import { findPath } from '../api/exchange.ts'
import { quotePurchase, sellerNetworkOf, type WirePurchase } from '../api/onramp.ts'
import { checkOrigin, readForm, writeHeaders, writeHtml } from '../secureSite/server/http.ts'
import { escapeHtml, linkPage, linkPolicy, noticePage } from '../secureSite/server/pages.ts'
import { Refusal } from '../secureSite/server/refusal.ts'
import { mnemonic } from './accounts.ts'
import type { SandboxChain } from './eip155/chain.ts'
import { pollReceipt } from './eip155/nodeRpc.ts'
import { close, listen } from './listen.ts'

/** The seller's URLs, as plain JSON. */
export interface SandboxSeller {
  /** `http://pay.localhost:<port>`. */
  origin: string
  /** The page where users pay. */
  page: string
}

/** No other part of the sandbox uses this Anvil account, so its nonces belong to the seller. */
const account = mnemonicToAccount(mnemonic, { addressIndex: 5 })

const routerAbi = parseAbi([
  'function getAmountsIn(uint256 amountOut, address[] path) view returns (uint256[])',
  'function swapETHForExactTokens(uint256 amountOut, address[] path, address to, uint256 deadline) payable returns (uint256[])',
])
const deadlineSeconds = 1_200n
const defaultAmount = '100'

const walletsSchema = z.array(
  z.object({ address: z.string(), blockchains: z.array(z.string()), assets: z.array(z.string()) }),
)
const orderSchema = z.object({
  address: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
  network: z.string(),
  symbol: z.string(),
  amount: z.string().check(z.regex(/^\d{1,9}(\.\d{1,2})?$/)),
  isReported: z.boolean(),
})
type Order = z.infer<typeof orderSchema>

/** Parses the query: the API's parameters, or those of an app's own link. */
function readOrder(query: URLSearchParams): Order {
  const destinationWallets = query.get('destinationWallets')
  const amount = query.get('presetFiatAmount') ?? query.get('amount') ?? defaultAmount
  if (destinationWallets === null)
    return z.parse(orderSchema, {
      address: query.get('to'),
      network: query.get('network'),
      symbol: query.get('currency'),
      amount,
      isReported: false,
    })
  const [wallet] = z.parse(walletsSchema, JSON.parse(destinationWallets))
  return z.parse(orderSchema, {
    address: wallet?.address,
    network: wallet?.blockchains[0],
    symbol: wallet?.assets[0],
    amount,
    isReported: true,
  })
}

/** Pays out base units. Resolves to the transaction's hash once it is sent. */
async function payOut(reader: ChainReader, token: Address, to: Address, units: bigint): Promise<Hex> {
  const client = createWalletClient({ account, transport: http(reader.chain.rpcUrl) })
  if (token === NATIVE) return client.sendTransaction({ chain: null, to, value: units })
  const { exchange } = reader.chain
  if (!exchange) throw new Refusal('request.malformed')
  const path = await findPath(reader, exchange, NATIVE, token)
  const call = { address: exchange.router, abi: routerAbi } as const
  const [value = 0n] = await readContract(reader.client, { ...call, functionName: 'getAmountsIn', args: [units, path] })
  const { timestamp } = await getBlock(reader.client)
  const args = [units, path, to, timestamp + deadlineSeconds] as const
  const swap = { ...call, functionName: 'swapETHForExactTokens', args, value } as const
  // The first swap in a second costs more: the pair then also stores its price. The estimate may miss that.
  const gas = 2n * (await estimateContractGas(reader.client, { ...swap, account }))
  return client.writeContract({ ...swap, chain: null, gas })
}

/** Starts it on a free port. */
export async function startSeller(chains: readonly SandboxChain[]) {
  const listening = await listen(0)
  if (!listening) throw new Error('The seller listens on no port.')
  const { server, port } = listening
  const origin = `http://pay.localhost:${port}`
  const readers = chains.map((chain) => new ChainReader(chain))
  const purchases: { address: Address; purchase: WirePurchase }[] = []
  let lastPayout: Promise<unknown> = Promise.resolve()

  async function createOffer({ network, symbol, amount }: Order) {
    const reader = readers.find(({ chain }) => chain.networkId === network || sellerNetworkOf(chain) === network)
    const offer = reader && (await quotePurchase([reader], symbol, amount))
    if (!reader || !offer) throw new Refusal('request.malformed')
    return { reader, ...offer, amountReceived: formatUnits(offer.units, offer.token.decimals) }
  }
  async function showOffer(query: URLSearchParams, response: ServerResponse) {
    const order = readOrder(query)
    const { reader, token, amountReceived } = await createOffer(order)
    const hidden = Object.entries(order).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(String(value))}">`,
    )
    writeHeaders(response, origin, linkPolicy)
    writeHtml(
      response,
      200,
      linkPage(
        'Sandbox Pay',
        `<p>You pay <strong>${escapeHtml(order.amount)} USD</strong>, which are not taken from anybody.</p>
<p>You get <strong id="brought">${amountReceived}</strong> ${escapeHtml(token.symbol)} on ${escapeHtml(reader.chain.name)}, at</p>
<p><code>${escapeHtml(order.address)}</code></p>
<form method="post" action="/buy">${hidden.join('')}<input type="hidden" name="units" value="${amountReceived}">
<p><button name="choice" value="pay">Pay</button></p>
<p><button name="choice" value="decline">Decline</button></p></form>`,
      ),
    )
  }
  async function decide(request: IncomingMessage, response: ServerResponse) {
    checkOrigin(request, origin)
    const form = await readForm(request)
    const order = z.parse(orderSchema, { ...Object.fromEntries(form), isReported: form.get('isReported') === 'true' })
    const { reader, token } = await createOffer(order)
    const address = getAddress(order.address)
    const units = parseUnits(z.parse(z.string(), form.get('units')), token.decimals)
    const purchase: WirePurchase = {
      id: crypto.randomUUID(),
      networkId: reader.chain.networkId,
      address,
      hash: '0x',
      status: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
      at: Date.now(),
      token: { name: token.name, symbol: token.symbol },
      amount: formatUnits(units, token.decimals),
    }
    if (order.isReported) purchases.unshift({ address, purchase })
    if (form.get('choice') !== 'pay') {
      purchase.status = 'ONRAMP_TRANSACTION_STATUS_FAILED'
      return writeHtml(response, 200, noticePage('Declined', 'Nothing was paid, and nothing is paid out.'))
    }
    try {
      const payout = lastPayout.then(() => payOut(reader, token.address, address, units))
      lastPayout = payout.catch(() => undefined)
      purchase.hash = await payout
      const { status } = await pollReceipt(reader.client, purchase.hash)
      if (status !== 'success') throw new Error(`The payout was reverted: ${purchase.hash}`)
      purchase.status = 'ONRAMP_TRANSACTION_STATUS_SUCCESS'
    } catch (error) {
      purchase.status = 'ONRAMP_TRANSACTION_STATUS_FAILED'
      console.error('The seller could not pay out:', error)
      throw error
    }
    writeHtml(
      response,
      200,
      noticePage('Paid', `${purchase.amount} ${token.symbol} are on the chain. You may close this window.`),
    )
  }
  async function answer(request: IncomingMessage, response: ServerResponse) {
    writeHeaders(response, origin)
    const { pathname, searchParams } = new URL(request.url ?? '/', origin)
    if (pathname !== '/buy') return void response.writeHead(404).end()
    if (request.method === 'POST') return decide(request, response)
    return showOffer(searchParams, response)
  }
  server.on('request', (request, response) => {
    answer(request, response).catch((error: unknown) => {
      writeHtml(
        response,
        error instanceof Refusal ? error.status : 400,
        noticePage('This did not work', 'The site has asked in a wrong way, or the chain has refused.'),
      )
    })
  })
  const seller: SandboxSeller = { origin, page: `${origin}/buy` }
  return {
    seller,
    /** The purchases of an account, newest first. */
    purchasesOf: (owner: string) =>
      purchases.filter(({ address }) => address === owner).map(({ purchase }) => purchase),
    stop: () => close(server),
  }
}
