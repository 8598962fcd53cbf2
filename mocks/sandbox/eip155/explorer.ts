/** A block explorer for transactions and accounts of a sandbox chain, with data from its node. */
import type { ServerResponse } from 'node:http'
import { createPublicClient, formatEther, http, type Address, type Hash } from 'viem'
import type { SandboxChain } from './chain.ts'

const PATH = /^\/explorer\/(\d+)\/(?:tx\/(0x[0-9a-f]{64})|address\/(0x[0-9a-f]{40}))$/i

type Lines = readonly (readonly [name: string, value: string])[]

async function describeTransaction(chain: SandboxChain, hash: Hash): Promise<Lines> {
  const client = createPublicClient({ transport: http(chain.rpcUrl) })
  const { from, to, value, nonce } = await client.getTransaction({ hash })
  const receipt = await client.getTransactionReceipt({ hash }).catch(() => undefined)
  return [
    ['Transaction', hash],
    ['State', receipt ? receipt.status : 'pending'],
    ...(receipt ? [['Block', `${receipt.blockNumber}`] as const] : []),
    ['From', from],
    ['To', to ?? 'a new contract'],
    ['Amount', `${formatEther(value)} ${chain.symbol}`],
    ['Nonce', `${nonce}`],
  ]
}

async function describeAccount(chain: SandboxChain, address: Address): Promise<Lines> {
  const client = createPublicClient({ transport: http(chain.rpcUrl) })
  const [balance, transactionCount] = await Promise.all([
    client.getBalance({ address }),
    client.getTransactionCount({ address }),
  ])
  return [
    ['Account', address],
    ['Balance', `${formatEther(balance)} ${chain.symbol}`],
    ['Transactions sent', `${transactionCount}`],
  ]
}

const renderPage = (title: string, lines: Lines): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1>` +
  `<dl>${lines.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl></html>`

/** Answers `/explorer/<chain>/tx/<hash>` and `…/address/<address>`. Passes other requests on. */
export const createExplorer =
  (chains: readonly SandboxChain[]) =>
  ({ url = '' }: { url?: string | undefined }, response: ServerResponse, next: () => void): void => {
    const [, chainId, hash, address] = PATH.exec(url.replace(/[?#].*$/, '')) ?? []
    const chain = chains.find((candidate) => `${candidate.chainId}` === chainId)
    if (!chain) return next()
    const send = (status: number, lines: Lines) =>
      response
        .writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
        .end(renderPage(`${chain.name} explorer`, lines))
    const description = hash ? describeTransaction(chain, hash as Hash) : describeAccount(chain, address as Address)
    description.then(
      (lines) => send(200, lines),
      () => send(404, [[hash ? 'Transaction' : 'Account', `${hash ?? address} is not known to this chain`]]),
    )
  }
