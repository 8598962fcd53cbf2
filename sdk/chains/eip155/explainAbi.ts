/** Explains contract calls with the ABIs that the app provides. */
import {
  decodeFunctionData,
  encodeFunctionData,
  toFunctionSelector,
  type AbiFunction,
  type AbiParameter,
  type Hex,
} from 'viem'
import type { Explanation, ExplanationPart as Part } from '../../../machines/wallet-requests/explanation.types.ts'
import { EXPLAINED, explanationOf, firstOf, toText } from '../../../machines/wallet-requests/explanation.rules.ts'

/** The app's ABIs, by contract address. */
export type Abis = Readonly<Record<string, readonly object[]>>

/** Whether an ABI entry declares a function. */
const isFunction = (entry: unknown): entry is AbiFunction =>
  typeof entry === 'object' && entry !== null && 'type' in entry && entry.type === 'function'

/** The functions that the app declares for a contract, regardless of the case of its address. */
const functionsOf = (abis: Abis, contract: string): AbiFunction[] =>
  Object.entries(abis).flatMap(([address, abi]) =>
    address.toLowerCase() === contract.toLowerCase() ? abi.filter(isFunction) : [],
  )

/** Decodes a call with these functions. `undefined` if the decoded values do not cover all of its bytes. */
function decodeCall(functions: readonly AbiFunction[], data: Hex) {
  try {
    const item = functions.find((candidate) => toFunctionSelector(candidate) === data.slice(0, 10).toLowerCase())
    if (!item) return undefined
    const abi = [item]
    const decoded: { functionName: string; args?: readonly unknown[] } = decodeFunctionData({ abi, data })
    const { functionName, args = [] } = decoded
    const encoded = encodeFunctionData({ abi, functionName, args })
    return encoded === data.toLowerCase() ? { item, args } : undefined
  } catch {
    return undefined
  }
}

/** The fields of a value, one by one. A tuple is an object, or a list if one of its fields has no name. */
function* fieldsOf(value: unknown, parameter: AbiParameter, path: string, depth = 0): Generator<Part> {
  const [, element] = /^(.*)\[\d*\]$/.exec(parameter.type) ?? []
  const canExpand = depth < EXPLAINED.depth
  if (canExpand && element !== undefined && Array.isArray(value))
    for (const [index, entry] of value.entries())
      yield* fieldsOf(entry, { ...parameter, type: element }, `${path}[${index}]`, depth + 1)
  else if (canExpand && 'components' in parameter && typeof value === 'object' && value !== null)
    for (const [index, part] of parameter.components.entries()) {
      const field: unknown = Reflect.get(value, Array.isArray(value) ? index : (part.name ?? index))
      yield* fieldsOf(field, part, `${path}.${nameOf(part, index)}`, depth + 1)
    }
  else yield { label: 'field', name: path, value: toText(value), as: parameter.type === 'address' ? 'address' : 'text' }
}
const nameOf = ({ name = '' }: AbiParameter, index: number): string => (name === '' ? String(index) : name)

/** Explains a call with the app's ABIs, argument by argument; `undefined` if they do not declare it. */
export function explainAbi(abis: Abis, contract: Hex, data: Hex): Explanation | undefined {
  const call = decodeCall(functionsOf(abis, contract), data)
  if (!call) return undefined
  const { item, args } = call
  const fields = item.inputs.flatMap((input, index) =>
    firstOf(fieldsOf(args[index], input, nameOf(input, index)), EXPLAINED.parts + 1),
  )
  const isTruncated = fields.length > EXPLAINED.parts
  return explanationOf(
    'contractCall',
    [
      { label: 'method', value: item.name, as: 'code' },
      { label: 'contract', value: contract, as: 'address' },
      ...fields.slice(0, EXPLAINED.parts),
      ...(isTruncated ? [{ label: 'data', value: data, as: 'code' } as const] : []),
    ],
    ['siteNames', ...(isTruncated ? (['truncated'] as const) : [])],
  )
}
