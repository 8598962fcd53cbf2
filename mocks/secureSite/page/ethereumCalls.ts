/** Describes what a transaction on an EVM network does. */
import { formatUnits, getAddress, isAddressEqual, type Address, type Hex } from 'viem'
import { tokenCallIn } from 'latchkey/explain'
import type { SecureSiteNetwork } from '../network.ts'
import { amountOf } from './ethereumNode.ts'
import type { RequestDescription, Detail } from './approvalRequest.ts'

export interface Call {
  to: Address | undefined
  value: bigint
  data: Hex
}

const unlimited = 2n ** 159n

/**
 * Describes a call of a token that the wallet lists. Other contracts may have functions with the same names: an NFT's `approve`
 * hands over the NFT.
 */
function describeToken({ tokens = [] }: SecureSiteNetwork, to: Address, data: Hex): RequestDescription | undefined {
  const call = tokenCallIn(data)
  const token = tokens.find(({ address }) => isAddressEqual(address, to))
  if (call?.functionName === 'setApprovalForAll' && call.args[1])
    return {
      title: 'Let somebody move all of a collection?',
      details: [
        { label: 'Who may move it', value: call.args[0] },
        { label: 'Collection', value: getAddress(to) },
      ],
      warnings: ['Whoever may move it can take all that you have of it, at any time.'],
    }
  if (!call || !token) return undefined
  const amount = (units: bigint) => `${formatUnits(units, token.decimals)} ${token.symbol}`
  if (call.functionName === 'transfer') {
    const [receiver, units] = call.args
    return { title: `Send ${token.symbol}?`, amount: amount(units), details: [{ label: 'To', value: receiver }] }
  }
  if (call.functionName !== 'approve') return undefined
  const [spender, units] = call.args
  const isUnlimited = units >= unlimited
  return {
    title: units === 0n ? `End an allowance of ${token.symbol}?` : `Let somebody spend ${token.symbol}?`,
    amount: isUnlimited ? `All of ${token.symbol}` : amount(units),
    details: [{ label: 'Who may spend it', value: spender }],
    ...(isUnlimited && { warnings: ['Whoever may spend it can take all that you have, at any time.'] }),
  }
}

/** Describes a call. Unknown calldata is shown unchanged and labeled as such. */
export function describeCall(network: SecureSiteNetwork, call: Call): RequestDescription {
  const { to, value, data } = call
  const tokenDescription = to && value === 0n && describeToken(network, to, data)
  if (tokenDescription) return tokenDescription
  const amount = amountOf(network, value)
  const receiver: Detail[] = to ? [{ label: data === '0x' ? 'To' : 'Contract', value: getAddress(to) }] : []
  if (data === '0x' && to) return { title: `Send ${network.symbol}?`, amount, details: receiver }
  return {
    title: to ? 'Call a contract?' : 'Create a contract?',
    ...(value > 0n && { amount }),
    details: [...receiver, { label: 'Data, which the wallet cannot read', value: data, code: true }],
    warnings: ['The wallet cannot say what this does. Approve it only if you trust the site.'],
  }
}
