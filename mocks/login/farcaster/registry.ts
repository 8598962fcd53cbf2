/** A separate chain with Farcaster's registries, at the addresses where Farcaster's client reads them on Optimism. */
import { createTestClient, http, parseAbi, publicActions, walletActions, type Address, type Hex } from 'viem'
import { optimism } from 'viem/chains'
import { firstAccount } from '../../sandbox/accounts.ts'
import { startAnvil } from '../../sandbox/eip155/anvil.ts'
import code from '../../sandbox/eip155/contracts/FarcasterRegistry.json' with { type: 'json' }
import { Deployer } from '../../sandbox/eip155/deployer.ts'
import { pollReceipt } from '../../sandbox/eip155/nodeRpc.ts'

const idRegistry: Address = '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b'
const keyRegistry: Address = '0x00000000fc1237824fb747abde0ff18990e59b7e'
const abi = parseAbi([
  'function register(address custody, uint256 fid)',
  'function addAuthAddress(uint256 fid, address added)',
])

export interface Registry {
  rpcUrl: string
  /** Makes an address the owner of an FID. */
  register(custody: Address, fid: bigint): Promise<void>
  /** Allows an address to sign in for an FID. */
  addAuthAddress(fid: bigint, added: Address): Promise<void>
  stop(): Promise<void>
}

export async function startRegistry(): Promise<Registry> {
  const { rpcUrl, stop } = await startAnvil(optimism.id)
  const deployer = new Deployer(rpcUrl, firstAccount)
  const deployedAddress = await deployer.deploy('The registry', code.FarcasterRegistry as Hex)
  await deployer.finish()
  const client = createTestClient({
    mode: 'anvil',
    chain: optimism,
    account: firstAccount,
    transport: http(rpcUrl),
    pollingInterval: 20,
  })
    .extend(publicActions)
    .extend(walletActions)
  const bytecode = (await client.getCode({ address: deployedAddress })) ?? '0x'
  for (const address of [idRegistry, keyRegistry]) await client.setCode({ address, bytecode })
  const waitForReceipt = async (hash: Hex) => void (await pollReceipt(client, hash))
  return {
    rpcUrl,
    register: async (custody, fid) =>
      waitForReceipt(
        await client.writeContract({ abi, address: idRegistry, functionName: 'register', args: [custody, fid] }),
      ),
    addAuthAddress: async (fid, added) =>
      waitForReceipt(
        await client.writeContract({ abi, address: keyRegistry, functionName: 'addAuthAddress', args: [fid, added] }),
      ),
    stop,
  }
}
