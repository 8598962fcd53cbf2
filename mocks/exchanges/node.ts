/**
 * The sandbox's exchange as an HTTP server on its own origin: a page with two buttons. Paying sends a real transaction on the
 * chain, from the exchange's account.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createWalletClient, erc20Abi, http, parseEther, parseUnits, publicActions, type Hex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { mnemonic } from '../sandbox/accounts.ts'
import type { SandboxChain } from '../sandbox/eip155/chain.ts'
import { pollReceipt } from '../sandbox/eip155/nodeRpc.ts'
import { close, listen } from '../sandbox/listen.ts'
import { checkOrigin, readForm, writeHeaders, writeHtml } from '../secureSite/server/http.ts'
import { escapeHtml, linkPage, linkPolicy, noticePage } from '../secureSite/server/pages.ts'
import { Refusal } from '../secureSite/server/refusal.ts'
import { createDesk, type DeskSession, type ExchangeDesk } from './desk.ts'

export interface ExchangeServer {
  /** `http://exchange.localhost:<port>`. */
  origin: string
  desk: ExchangeDesk
  stop(): Promise<void>
}

/** Sends the amount of the order. Resolves to the transaction's hash. */
async function transfer(chain: SandboxChain, { contract, amount, recipient }: DeskSession): Promise<Hex> {
  if (chain.tillIndex === undefined) throw new Error('Nobody pays on this chain.')
  const client = createWalletClient({
    account: mnemonicToAccount(mnemonic, { addressIndex: chain.tillIndex }),
    transport: http(chain.rpcUrl),
  }).extend(publicActions)
  const token = chain.tokens.find(({ address }) => address === contract)
  const hash = token
    ? await client.writeContract({
        address: token.address,
        abi: erc20Abi,
        functionName: 'transfer',
        args: [recipient, parseUnits(amount, token.decimals)],
        chain: null,
      })
    : await client.sendTransaction({ to: recipient, value: parseEther(amount), chain: null })
  await pollReceipt(client, hash)
  return hash
}

function payPage(sessionId: string, { amount, contract, recipient, networkId }: DeskSession, chain: SandboxChain) {
  const symbol = chain.tokens.find(({ address }) => address === contract)?.symbol ?? chain.symbol
  const details = [
    ['Amount', `${amount} ${symbol}`],
    ['To', recipient],
    ['Network', `${chain.name} (${networkId})`],
  ].map(([name = '', value = '']) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`)
  return linkPage(
    'Sandbox Exchange',
    `<dl>${details.join('')}</dl>
<form method="post" action="/pay?session=${encodeURIComponent(sessionId)}">
<p><button name="choice" value="pay">Pay</button></p>
<p><button name="choice" value="cancel">Cancel</button></p>
</form>`,
  )
}

/** Starts the exchange on a free port. */
export async function startExchange(chains: readonly SandboxChain[]): Promise<ExchangeServer> {
  const listening = await listen(0)
  if (!listening) throw new Error('The exchange listens on no port.')
  const { server, port } = listening
  const origin = `http://exchange.localhost:${port}`
  const desk = createDesk(`${origin}/pay`)

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin)
    writeHeaders(response, origin, linkPolicy)
    const id = searchParams.get('session') ?? ''
    const session = desk.find(id)
    const chain = chains.find(({ networkId }) => networkId === session?.networkId)
    if (pathname !== '/pay' || !session || !chain)
      return writeHtml(response, 404, noticePage('This did not work', 'There is no such payment.'))
    if (session.status !== 'UNKNOWN')
      return writeHtml(response, 200, noticePage('Sandbox Exchange', `This payment is over: ${session.status}.`))
    if (request.method !== 'POST') return writeHtml(response, 200, payPage(id, session, chain))
    checkOrigin(request, origin)
    const form = await readForm(request)
    if (form.get('choice') !== 'pay') {
      desk.settle(id, { status: 'FAILED' })
      return writeHtml(response, 200, noticePage('Cancelled', 'Nothing was paid.'))
    }
    desk.settle(id, { status: 'IN_PROGRESS' })
    try {
      desk.settle(id, { status: 'SUCCESS', txHash: await transfer(chain, session) })
      writeHtml(response, 200, noticePage('Paid', 'You can close this window.'))
    } catch {
      desk.settle(id, { status: 'FAILED' })
      writeHtml(response, 200, noticePage('This did not work', 'Nothing was paid.'))
    }
  }
  server.on('request', (request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(error instanceof Refusal ? error.status : 500).end()
    })
  })
  return { origin, desk, stop: () => close(server) }
}
