/** What a call of a contract is, in the words of the site that named the contract's functions. */
import {
  decodeFunctionData,
  encodeFunctionData,
  toFunctionSelector,
  type AbiFunction,
  type AbiParameter,
  type Hex,
} from 'viem'
import type { Explanation, ExplanationPart as Part } from '../../../machines/entities/explanation.ts'
import { EXPLAINED, explanationOf, firstOf, written } from '../../../machines/rules/explaining.ts'

/** The ABIs that a site gives, by the addresses of its contracts. */
export type Abis = Readonly<Record<string, readonly object[]>>

/** What is declared, where it is a declaration. */
const isFunction = (entry: unknown): entry is AbiFunction =>
  typeof entry === 'object' && entry !== null && 'type' in entry && entry.type === 'function'

/** The functions that the site names of a contract, whichever way its address is written. */
const functionsOf = (abis: Abis, contract: string): AbiFunction[] =>
  Object.entries(abis).flatMap(([address, abi]) =>
    address.toLowerCase() === contract.toLowerCase() ? abi.filter(isFunction) : [],
  )

/** What a call says, by the function that it is of; nothing where any of its bytes would go unsaid. */
function calledIn(functions: readonly AbiFunction[], data: Hex) {
  try {
    const item = functions.find((each) => toFunctionSelector(each) === data.slice(0, 10).toLowerCase())
    if (!item) return undefined
    const abi = [item]
    const decoded: { functionName: string; args?: readonly unknown[] } = decodeFunctionData({ abi, data })
    const { functionName, args = [] } = decoded
    const again = encodeFunctionData({ abi, functionName, args })
    return again === data.toLowerCase() ? { item, args } : undefined
  } catch {
    return undefined
  }
}

/** The fields of a value, one by one. Those of a tuple have names, or stand in a list where one of them has none. */
function* fieldsOf(value: unknown, of: AbiParameter, path: string, depth = 0): Generator<Part> {
  const [, element] = /^(.*)\[\d*\]$/.exec(of.type) ?? []
  const isDeep = depth < EXPLAINED.depth
  if (isDeep && element !== undefined && Array.isArray(value))
    for (const [index, each] of value.entries())
      yield* fieldsOf(each, { ...of, type: element }, `${path}[${index}]`, depth + 1)
  else if (isDeep && 'components' in of && typeof value === 'object' && value !== null)
    for (const [index, part] of of.components.entries()) {
      const each: unknown = Reflect.get(value, Array.isArray(value) ? index : (part.name ?? index))
      yield* fieldsOf(each, part, `${path}.${nameOf(part, index)}`, depth + 1)
    }
  else yield { label: 'field', name: path, value: written(value), as: of.type === 'address' ? 'address' : 'text' }
}
const nameOf = ({ name = '' }: AbiParameter, index: number): string => (name === '' ? String(index) : name)

/** What a call does in the site's own words, argument by argument; nothing where the site has none for it. */
export function explainAbi(abis: Abis, contract: Hex, data: Hex): Explanation | undefined {
  const called = calledIn(functionsOf(abis, contract), data)
  if (!called) return undefined
  const { item, args } = called
  const fields = item.inputs.flatMap((input, index) =>
    firstOf(fieldsOf(args[index], input, nameOf(input, index)), EXPLAINED.parts + 1),
  )
  const isMore = fields.length > EXPLAINED.parts
  return explanationOf(
    'contractCall',
    [
      { label: 'method', value: item.name, as: 'code' },
      { label: 'contract', value: contract, as: 'address' },
      ...fields.slice(0, EXPLAINED.parts),
      ...(isMore ? [{ label: 'data', value: data, as: 'code' } as const] : []),
    ],
    ['ownWords', ...(isMore ? (['shortened'] as const) : [])],
  )
}
