/** What a transaction on one of Ethereum's networks does, in words. */
import { decodeFunctionData, erc20Abi, formatUnits, getAddress, isAddressEqual, type Address, type Hex } from 'viem'
import type { SecureSiteNetwork } from '../network.ts'
import { amountOf } from './ethereumNode.ts'
import type { Deed, Fact } from './question.ts'

export interface Call {
  to: Address | undefined
  value: bigint
  data: Hex
}

const unlimited = 2n ** 255n

function decode(data: Hex) {
  try {
    return decodeFunctionData({ abi: erc20Abi, data })
  } catch {
    return undefined
  }
}

/** An amount of a token in its own unit, where the wallet knows the token; else as it stands in the call. */
function tokenAmount({ tokens = [] }: SecureSiteNetwork, token: Address, units: bigint) {
  const known = tokens.find(({ address }) => isAddressEqual(address, token))
  return known
    ? { text: `${formatUnits(units, known.decimals)} ${known.symbol}`, name: known.symbol, facts: [] }
    : {
        text: `${units} units of an unknown token`,
        name: 'an unknown token',
        facts: [{ label: 'Token, which the wallet does not know', value: getAddress(token) }],
      }
}

function describeToken(network: SecureSiteNetwork, { to, value, data }: Call): Deed | undefined {
  const call = to && value === 0n && decode(data)
  if (!call) return undefined
  if (call.functionName === 'transfer') {
    const [receiver, units] = call.args
    const { text, name, facts } = tokenAmount(network, to, units)
    return { title: `Send ${name}?`, amount: text, facts: [{ label: 'To', value: receiver }, ...facts] }
  }
  if (call.functionName !== 'approve') return undefined
  const [spender, units] = call.args
  const { text, name, facts } = tokenAmount(network, to, units)
  const isUnlimited = units >= unlimited
  return {
    title: units === 0n ? `End an allowance of ${name}?` : `Let somebody spend ${name}?`,
    amount: isUnlimited ? `All of ${name}` : text,
    facts: [{ label: 'Who may spend it', value: spender }, ...facts],
    ...(isUnlimited && { warnings: ['Whoever may spend it can take all that you have, at any time.'] }),
  }
}

/** Says what a call does. What cannot be read is shown as it is, and said to be. */
export function describeCall(network: SecureSiteNetwork, call: Call): Deed {
  const told = describeToken(network, call)
  if (told) return told
  const { to, value, data } = call
  const amount = amountOf(network, value)
  const receiver: Fact[] = to ? [{ label: data === '0x' ? 'To' : 'Contract', value: getAddress(to) }] : []
  if (data === '0x' && to) return { title: `Send ${network.symbol}?`, amount, facts: receiver }
  return {
    title: to ? 'Call a contract?' : 'Create a contract?',
    ...(value > 0n && { amount }),
    facts: [...receiver, { label: 'Data, which the wallet cannot read', value: data, code: true }],
    warnings: ['The wallet cannot say what this does. Approve it only if you trust the site.'],
  }
}
