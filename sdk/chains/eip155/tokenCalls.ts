import { decodeFunctionData, encodeFunctionData, parseAbi, type Hex } from 'viem'

/** Functions of tokens, as their standards have them: ERC-20, ERC-721, ERC-1155. */
const TOKENS = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function safeTransferFrom(address from, address to, uint256 id, bytes data)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
])

/**
 * A call by the name that a token standard has for it. `undefined` where any byte of the data would go unsaid. Any contract
 * may have functions of these names: `approve` gives an NFT away whose id is the "amount".
 */
export function tokenCallIn(data: Hex) {
  try {
    const called = decodeFunctionData({ abi: TOKENS, data })
    return encodeFunctionData({ abi: TOKENS, ...called }) === data.toLowerCase() ? called : undefined
  } catch {
    return undefined
  }
}
