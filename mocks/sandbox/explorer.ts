/** The page of a transaction on a sandbox chain, as a block explorer has one: what the chain itself says of it. */
import type { ServerResponse } from 'node:http'
import { createPublicClient, formatEther, http, type Hash } from 'viem'
import type { SandboxChain } from './chain.ts'

const PATH = /^\/explorer\/(\d+)\/tx\/(0x[0-9a-f]{64})$/i

async function linesOf(chain: SandboxChain, hash: Hash): Promise<[name: string, value: string][]> {
  const client = createPublicClient({ transport: http(chain.rpcUrl) })
  const { from, to, value, nonce } = await client.getTransaction({ hash })
  const receipt = await client.getTransactionReceipt({ hash }).catch(() => undefined)
  return [
    ['Transaction', hash],
    ['State', receipt ? receipt.status : 'pending'],
    ...(receipt ? [['Block', `${receipt.blockNumber}`] as [string, string]] : []),
    ['From', from],
    ['To', to ?? 'a new contract'],
    ['Amount', `${formatEther(value)} ${chain.symbol}`],
    ['Nonce', `${nonce}`],
  ]
}

const pageOf = (title: string, lines: readonly [name: string, value: string][]): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1>` +
  `<dl>${lines.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl></html>`

/** Answers what goes to `/explorer/<chain>/tx/<hash>`, and passes on the rest. */
export const createExplorer =
  (chains: readonly SandboxChain[]) =>
  ({ url = '' }: { url?: string | undefined }, response: ServerResponse, next: () => void): void => {
    const [, chainId, hash] = PATH.exec(url.replace(/[?#].*$/, '')) ?? []
    const chain = chains.find((known) => `${known.chainId}` === chainId)
    if (!chain || !hash) return next()
    const send = (status: number, lines: readonly [string, string][]) =>
      response
        .writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
        .end(pageOf(`${chain.name} explorer`, lines))
    linesOf(chain, hash as Hash).then(
      (lines) => send(200, lines),
      () => send(404, [['Transaction', `${hash} is not known to this chain`]]),
    )
  }
