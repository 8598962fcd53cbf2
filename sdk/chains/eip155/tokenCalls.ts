import { decodeFunctionData, encodeFunctionData, parseAbi, type Hex } from 'viem'

/** The functions of the token standards: ERC-20, ERC-721, ERC-1155. */
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
 * Decodes a call of a token standard. Returns `undefined` if the decoded values do not cover every byte of the data. Any contract
 * may have functions with these names: `approve` gives away an NFT whose id is the "amount".
 */
export function tokenCallIn(data: Hex) {
  try {
    const called = decodeFunctionData({ abi: TOKENS, data })
    return encodeFunctionData({ abi: TOKENS, ...called }) === data.toLowerCase() ? called : undefined
  } catch {
    return undefined
  }
}
