import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { erc20Abi, parseUnits } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { firstAccount, secondAccount } from '../../../mocks/sandbox/accounts.ts'
import { startAnvil } from '../../../mocks/sandbox/eip155/anvil.ts'
import { startChains } from '../../../mocks/sandbox/eip155/chains.ts'
import { readerOf } from './setup.ts'
import { cases } from '../../support/full.ts'

const answers = (rpcUrl: string) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' })
  const headers = { 'content-type': 'application/json' }
  return fetch(rpcUrl, { method: 'POST', headers, body }).then(
    (response) => response.ok,
    () => false,
  )
}

test('two chains start with funded accounts and tokens, are plain JSON, and stop', async () => {
  const { chains, stop } = await startChains()
  onTestFinished(stop)
  expect(JSON.parse(JSON.stringify(chains))).toEqual(chains)
  expect(chains.map(({ networkId, name, symbol }) => [networkId, name, symbol])).toEqual([
    ['eip155:31337', 'Sandbox One', 'ETH'],
    ['eip155:31338', 'Sandbox Two', 'ETH'],
  ])
  for (const chain of chains) {
    const reader = readerOf(chain)
    expect(await reader.getChainId()).toBe(chain.chainId)
    expect(await reader.getTransactionCount({ address: firstAccount.address })).toBe(0)
    expect(await reader.getBalance({ address: secondAccount.address })).toBe(parseUnits('10000', 18))
    const onChain = chain.tokens.map(({ address }) => {
      const contract = { address, abi: erc20Abi } as const
      return Promise.all([
        reader.readContract({ ...contract, functionName: 'symbol' }),
        reader.readContract({ ...contract, functionName: 'name' }),
        reader.readContract({ ...contract, functionName: 'decimals' }),
        reader.readContract({ ...contract, functionName: 'balanceOf', args: [firstAccount.address] }),
      ])
    })
    expect(await Promise.all(onChain)).toEqual([
      ['USDX', 'Sandbox Dollar', 6, parseUnits('1000000', 6)],
      ['GLD', 'Sandbox Gold', 18, parseUnits('5000', 18)],
    ])
    expect(chain.tokens.map(({ symbol, name, decimals }) => [symbol, name, decimals])).toEqual([
      ['USDX', 'Sandbox Dollar', 6],
      ['GLD', 'Sandbox Gold', 18],
    ])
  }
  const [one, two] = chains.map(({ tokens }) => tokens.map(({ address }) => address))
  expect(one).not.toEqual(two)

  await stop()
  for (const { rpcUrl } of chains) expect(await answers(rpcUrl)).toBe(false)
})

test('an Anvil that does not start reports its command and last output', async () => {
  await expect(startAnvil(Number.NaN)).rejects.toThrow(
    /--chain-id NaN ended with code 2\. Its last lines:\nerror: invalid value/,
  )
})

/** Whether the port of a URL is free. */
const isFree = (url: string) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    server.on('error', () => resolve(false))
    server.listen(Number(new URL(url).port), '127.0.0.1', () => server.close(() => resolve(true)))
  })

test.each(cases(['SIGKILL', 'SIGTERM', 'SIGINT'] as const))(
  'the chains end when their parent ends by %s',
  async (signal) => {
    const module = JSON.stringify(new URL('../../../mocks/sandbox/eip155/chains.ts', import.meta.url))
    const script = `const { chains } = await (await import(${module})).startChains(); console.log(chains.map(({ rpcUrl }) => rpcUrl).join())`
    const cwd = fileURLToPath(new URL('../../..', import.meta.url))
    const parent = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      cwd,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void parent.kill('SIGKILL'))
    const line = await new Promise<string>((resolve) => parent.stdout.setEncoding('utf8').once('data', resolve))
    const urls = line.match(/http:\/\/[\d.:]+/g) ?? []
    expect(urls).toHaveLength(2)
    expect(await Promise.all(urls.map(answers))).toEqual([true, true])

    parent.kill(signal)
    await expect.poll(() => Promise.all(urls.map(answers))).toEqual([false, false])
    // The port is free, so the process has ended.
    await expect.poll(() => Promise.all(urls.map(isFree))).toEqual([true, true])
  },
)
