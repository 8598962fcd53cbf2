import { parseSync } from 'vite'
import type { Files } from './layers.ts'

interface Node {
  readonly type: string
  readonly [field: string]: unknown
}

/** Attributes of elements and of the skin's parts whose values users read or hear. */
const READ: ReadonlySet<string> = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'detail',
  'fault',
  'label',
  'placeholder',
  'title',
])

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** The child nodes of a node. */
const inside = (node: Node): readonly Node[] => Object.values(node).flat().filter(isNode)

/** The nodes in some fields. */
const fieldOf = (node: Node, ...names: readonly string[]): readonly Node[] =>
  names.flatMap((name) => node[name]).filter(isNode)

/** The literal texts that an expression may evaluate to. Arguments of functions are not included. */
function textsOf(node: Node): readonly string[] {
  switch (node.type) {
    case 'Literal':
    case 'JSXText':
      return typeof node.value === 'string' ? [node.value.trim()] : []
    case 'TemplateLiteral':
      return [
        ...fieldOf(node, 'quasis').map(({ value }) => (value as { cooked: string }).cooked.trim()),
        ...fieldOf(node, 'expressions').flatMap(textsOf),
      ]
    case 'ConditionalExpression':
      return fieldOf(node, 'consequent', 'alternate').flatMap(textsOf)
    case 'LogicalExpression':
    case 'BinaryExpression':
      return /^(===?|!==?|[<>]=?|in|instanceof)$/.test(String(node.operator))
        ? []
        : fieldOf(node, 'left', 'right').flatMap(textsOf)
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return fieldOf(node, 'expression').flatMap(textsOf)
    default:
      return []
  }
}

function shownBy(node: Node): readonly string[] {
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') return fieldOf(node, 'children').flatMap(textsOf)
  if (node.type !== 'JSXAttribute') return []
  const [name] = fieldOf(node, 'name')
  return READ.has(String(name?.name)) ? fieldOf(node, 'value').flatMap(textsOf) : []
}

const allOf = (node: Node): readonly string[] => [...shownBy(node), ...inside(node).flatMap(allOf)]

/** Visible texts in components that do not come from the catalog. */
export const literalFaults = (components: Files): string[] =>
  Object.entries(components).flatMap(([path, text]) => {
    const { program, errors } = parseSync(path, text)
    if (errors.length > 0) return [`${path} cannot be read`]
    return allOf(program as unknown as Node)
      .filter((word) => /\p{L}/u.test(word))
      .map((word) => `${path} shows "${word}"`)
  })
