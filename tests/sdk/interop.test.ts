/** Other libraries use our provider unchanged: each sends a real transaction through it. */
import { createConfig, connect, custom as wagmiCustom, sendTransaction as wagmiSend, getConnection } from '@wagmi/core'
import { BrowserProvider, parseEther as etherOf } from 'ethers'
import { createWalletClient, custom, defineChain, parseEther, type EIP1193Provider } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { accounts } from '../../mocks/sandbox/accounts.ts'
import { startSandbox } from '../../mocks/sandbox/node.ts'
import { latchkeyConnector } from '../../sdk/wagmi/index.ts'
import { onChain, sandboxInstance } from '../support/sandbox.ts'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeAll(async () => void (sandbox = await startSandbox()))
afterAll(() => sandbox.stop())

const to = '0x000000000000000000000000000000000000bEEF'

function chainOne() {
  const [one] = sandbox.chains
  if (!one) throw new Error('no chain')
  return one
}
const viemChain = () =>
  defineChain({
    id: chainOne().chainId,
    name: 'Sandbox One',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [chainOne().rpcUrl] } },
  })

describe('getProvider(eip155)', () => {
  let made: ReturnType<typeof sandboxInstance>
  let before: bigint
  beforeEach(async () => {
    made = sandboxInstance(sandbox.chains)
    made.latchkey.start()
    await made.latchkey.connect({ connectorId: 'sandbox' })
    before = await onChain(chainOne()).ether(to)
  })
  const arrived = async () => (await onChain(chainOne()).ether(to)) - before

  test('sends with a viem wallet client', async () => {
    const client = createWalletClient({
      account: accounts[0].address,
      chain: viemChain(),
      transport: custom(made.latchkey.getProvider('eip155') as EIP1193Provider),
    })
    await client.sendTransaction({ to, value: parseEther('0.25') })
    await expect.poll(arrived).toBe(parseEther('0.25'))
  })

  test('sends with an ethers BrowserProvider, which waits for the receipt', async () => {
    const provider = new BrowserProvider(made.latchkey.getProvider('eip155'), 'any')
    const signer = await provider.getSigner()
    expect(await signer.getAddress()).toBe(accounts[0].address)
    const sent = await signer.sendTransaction({ to, value: etherOf('0.5') })
    expect((await sent.wait())?.status).toBe(1)
    expect(await arrived()).toBe(etherOf('0.5'))
    provider.destroy()
  })

  test('connects and sends with wagmi, through its connector', async () => {
    const chain = viemChain()
    const config = createConfig({
      chains: [chain],
      multiInjectedProviderDiscovery: false,
      storage: null,
      connectors: [latchkeyConnector(made.latchkey)],
      transports: { [chain.id]: wagmiCustom(made.latchkey.getProvider('eip155')) },
    })
    const [connector] = config.connectors
    if (!connector) throw new Error('no connector')
    await connect(config, { connector })
    expect(getConnection(config).address).toBe(accounts[0].address)
    await wagmiSend(config, { to, value: parseEther('0.75') })
    await expect.poll(arrived).toBe(parseEther('0.75'))
  })
})

describe('the provider alone', () => {
  test('answers through the machines, and emits changes as EIP-1193 requires', async () => {
    const [one, two] = sandbox.chains
    const { latchkey, wallet } = sandboxInstance(sandbox.chains)
    const provider = latchkey.getProvider('eip155')
    const heard: unknown[] = []
    for (const event of ['connect', 'accountsChanged', 'chainChanged', 'disconnect'])
      provider.on?.(event, (payload) => void heard.push([event, payload instanceof Error ? payload.message : payload]))
    latchkey.start()
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x7a69')
    expect(await provider.request({ method: 'eth_blockNumber' })).toMatch(/^0x/)
    await expect(provider.request({ method: 'personal_sign', params: [] })).rejects.toMatchObject({ code: 4100 })
    await latchkey.connect({ connectorId: 'sandbox' })
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x7a6a' }] })
    wallet.disconnect()
    await vi.waitFor(() => expect(heard).toHaveLength(5))
    expect(heard).toEqual([
      ['connect', { chainId: '0x7a69' }],
      ['accountsChanged', accounts.map(({ address }) => address)],
      ['chainChanged', '0x7a6a'],
      ['accountsChanged', []],
      ['disconnect', 'The wallet is disconnected.'],
    ])
    expect(one?.chainId).toBe(31337)
    expect(two?.chainId).toBe(31338)
  })
})
