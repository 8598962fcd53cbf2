/** The sandbox's NFTs: OpenZeppelin's ERC-721 and ERC-1155, which their deployer may mint. */
import many from '@openzeppelin/contracts/build/contracts/ERC1155PresetMinterPauser.json' with { type: 'json' }
import unique from '@openzeppelin/contracts/build/contracts/ERC721PresetMinterPauserAutoId.json' with { type: 'json' }
import { encodeDeployData, encodeFunctionData, isHex, parseAbi } from 'viem'
import { firstAccount } from '../accounts.ts'
import type { SandboxNfts } from './chain.ts'
import type { Deployer } from './deployer.ts'

const uniqueAbi = parseAbi(['constructor(string name, string symbol, string baseUri)', 'function mint(address to)'])
const manyAbi = parseAbi([
  'constructor(string uri)',
  'function mint(address to, uint256 id, uint256 amount, bytes data)',
])

/** The ids of the minted tokens, and the amount of the ERC-1155. */
export const mintedNfts = { unique: 0n, many: 7n, count: 5n }
/** The name of the ERC-721 collection. */
export const collectionName = 'Sandbox Birds'

const bytecodeOf = ({ bytecode }: { bytecode: string }) => {
  if (!isHex(bytecode)) throw new Error('A preset of OpenZeppelin has no code.')
  return bytecode
}

/** Deploys a collection of each kind, and mints tokens of both to the wallet's first account. */
export async function deployNfts(deployer: Deployer): Promise<SandboxNfts> {
  const birds = await deployer.deploy(
    'The ERC-721',
    encodeDeployData({ abi: uniqueAbi, bytecode: bytecodeOf(unique), args: [collectionName, 'BIRD', ''] }),
  )
  const to = firstAccount.address
  await deployer.send('An ERC-721', {
    to: birds,
    data: encodeFunctionData({ abi: uniqueAbi, functionName: 'mint', args: [to] }),
  })
  const shells = await deployer.deploy(
    'The ERC-1155',
    encodeDeployData({ abi: manyAbi, bytecode: bytecodeOf(many), args: [''] }),
  )
  await deployer.send('Some of an ERC-1155', {
    to: shells,
    data: encodeFunctionData({
      abi: manyAbi,
      functionName: 'mint',
      args: [to, mintedNfts.many, mintedNfts.count, '0x'],
    }),
  })
  return { unique: birds, many: shells }
}
