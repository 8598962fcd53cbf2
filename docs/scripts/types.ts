/** Reads types and docstrings from TypeScript sources; they do not exist at run time. */
import { dirname, join } from 'node:path/posix'
import { parseSync } from 'vite'

/** Source texts by path, with forward slashes. */
export type Sources = Readonly<Record<string, string>>

/** A node of a syntax tree. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

/** A field of a type: its name, the source text of its type, and its docstring. */
export interface FieldOf {
  name: string
  optional: boolean
  type: string
  meaning: string
}

/** One member of a union of event types, or any other object type. */
export interface Shape {
  /** The file that declares it. */
  path: string
  meaning: string
  fields: readonly (FieldOf & { node: Node; scope: Scope })[]
}

interface Module {
  path: string
  text: string
  comments: readonly { value: string; end: number }[]
  /** Types and constants, by name. */
  declared: ReadonlyMap<string, Node>
  /** The source of each imported name, and its name there. */
  imported: ReadonlyMap<string, { path: string; name: string }>
}

/** The module of a type, and the arguments of its type parameters. */
interface Scope {
  module: Module
  bound: ReadonlyMap<string, { node: Node; scope: Scope }>
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** The node in a field of a node. */
export const nodeIn = (node: Node | undefined, field: string): Node | undefined => {
  const value = node?.[field]
  return isNode(value) ? value : undefined
}

/** The nodes in a list field of a node. */
export const nodesIn = (node: Node | undefined, field: string): readonly Node[] => {
  const value = node?.[field]
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** The name of the identifier or literal in a field, such as a key. */
export const nameIn = (node: Node | undefined, field: string): string => {
  const named = nodeIn(node, field)
  const name = named?.['name'] ?? named?.['value']
  return typeof name === 'string' ? name : ''
}

function readModule(path: string, text: string): Module {
  const { program, comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be read`)
  const declared = new Map<string, Node>()
  const imported = new Map<string, { path: string; name: string }>()
  for (const statement of (program as unknown as { body: readonly Node[] }).body) {
    for (const specifier of nodesIn(statement, 'specifiers'))
      if (statement.type === 'ImportDeclaration')
        imported.set(nameIn(specifier, 'local'), {
          path: join(dirname(path), nameIn(statement, 'source')),
          name: nameIn(specifier, 'imported'),
        })
    const declaration = nodeIn(statement, 'declaration') ?? statement
    if (/^TS(TypeAlias|Interface)Declaration$/.test(declaration.type))
      declared.set(nameIn(declaration, 'id'), declaration)
    for (const variable of nodesIn(declaration, 'declarations')) {
      const value = nodeIn(variable, 'init')
      if (value) declared.set(nameIn(variable, 'id'), value)
    }
  }
  return { path, text, comments, declared, imported }
}

/** The text of a doc comment, on one line. */
const wordsOf = (comment: string): string =>
  comment
    .slice(1)
    .split('\n')
    .map((line) => line.replace(/^\s*\*?\s*/, '').trim())
    .join(' ')
    .trim()

/** Source text without comments, on one line. */
const onOneLine = (text: string): string =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/^\s*\|\s*/, '')
    .trim()

/** Reads types across files. */
export function createReader(sources: Sources) {
  const modules = new Map<string, Module>()
  function moduleAt(path: string): Module {
    const text = sources[path]
    if (text === undefined) throw new Error(`${path} is not among the sources`)
    const module = modules.get(path) ?? readModule(path, text)
    modules.set(path, module)
    return module
  }

  /** The doc comment directly before a node. */
  const meaningOf = ({ text, comments }: Module, { start }: Node): string => {
    const comment = comments.findLast(({ end }) => end <= start)
    const near = comment && /^\s*\|?\s*$/.test(text.slice(comment.end, start))
    return near && comment.value.startsWith('*') ? wordsOf(comment.value) : ''
  }
  const textOf = ({ text }: Module, { start, end }: Node): string => onOneLine(text.slice(start, end))

  /** The declaration of a name; follows imports. */
  function declarationOf(name: string, { module }: Scope): { node: Node; module: Module } | undefined {
    const node = module.declared.get(name)
    if (node) return { node, module }
    const from = module.imported.get(name)
    if (!from || sources[from.path] === undefined) return undefined
    return declarationOf(from.name, { module: moduleAt(from.path), bound: new Map() })
  }

  const typeIn = (member: Node): Node | undefined => nodeIn(nodeIn(member, 'typeAnnotation'), 'typeAnnotation')

  const shapeOf = (members: readonly Node[], scope: Scope, meaning: string): Shape => ({
    path: scope.module.path,
    meaning,
    fields: members.flatMap((member) => {
      const node = typeIn(member)
      if (!node) return []
      return {
        name: nameIn(member, 'key'),
        optional: member['optional'] === true,
        type: textOf(scope.module, node),
        meaning: meaningOf(scope.module, member),
        node,
        scope,
      }
    }),
  })

  /** The object types that a type resolves to. */
  function shapesOf(node: Node | undefined, scope: Scope, said = ''): readonly Shape[] {
    if (!node) return []
    const meaning = meaningOf(scope.module, node) || said
    switch (node.type) {
      case 'TSUnionType':
        return nodesIn(node, 'types').flatMap((type) => shapesOf(type, scope))
      case 'TSParenthesizedType':
        return shapesOf(nodeIn(node, 'typeAnnotation'), scope, meaning)
      case 'TSTypeLiteral':
        return [shapeOf(nodesIn(node, 'members'), scope, meaning)]
      case 'TSInterfaceDeclaration': {
        const own = shapeOf(nodesIn(nodeIn(node, 'body'), 'body'), scope, meaning)
        const inherited = nodesIn(node, 'extends').flatMap((base) =>
          referredTo(base, scope, '', 'expression').flatMap(({ fields }) => fields),
        )
        return [{ ...own, fields: [...own.fields, ...inherited] }]
      }
      case 'TSTypeAliasDeclaration':
        return shapesOf(nodeIn(node, 'typeAnnotation'), scope)
      case 'TSIntersectionType':
        return (
          nodesIn(node, 'types')
            .map((type) => shapesOf(type, scope))
            // Types of libraries, such as `ComponentProps`.
            .filter((shapes) => shapes.length > 0)
            .reduce<readonly Shape[]>(
              (all, more) =>
                all.length === 0
                  ? more
                  : all.flatMap((one) => more.map((other) => ({ ...one, fields: [...one.fields, ...other.fields] }))),
              [],
            )
            .map((shape) => ({ ...shape, meaning: shape.meaning || meaning }))
        )
      case 'TSIndexedAccessType':
        return shapesOf(nodeIn(node, 'objectType'), scope)
          .flatMap(({ fields }) => fields)
          .filter(({ name }) => textsOf(nodeIn(node, 'indexType'), scope).includes(name))
          .flatMap((field) => shapesOf(field.node, field.scope))
      case 'TSTypeReference':
        return referredTo(node, scope, meaning)
      default:
        return []
    }
  }

  function referredTo(node: Node, scope: Scope, meaning: string, nameField = 'typeName'): readonly Shape[] {
    const name = nameIn(node, nameField)
    const given = nodesIn(nodeIn(node, 'typeArguments'), 'params')
    const bound = scope.bound.get(name)
    if (bound) return shapesOf(bound.node, bound.scope)
    if (name === 'Pick' || name === 'Omit') {
      const names = textsOf(given[1], scope)
      return shapesOf(given[0], scope).map((shape) => ({
        ...shape,
        meaning: meaning || shape.meaning,
        fields: shape.fields.filter((field) => names.includes(field.name) === (name === 'Pick')),
      }))
    }
    if (name === 'Extract') {
      const wanted = shapesOf(given[1], scope).flatMap(typesOf)
      return shapesOf(given[0], scope).filter((shape) => typesOf(shape).some((type) => wanted.includes(type)))
    }
    const found = declarationOf(name, scope)
    if (!found) return []
    const params = nodesIn(nodeIn(found.node, 'typeParameters'), 'params')
    const args = params.flatMap((param, index) => {
      const argument = given[index]
      return argument ? [[nameIn(param, 'name'), { node: argument, scope }] as const] : []
    })
    const shapes = shapesOf(found.node, { module: found.module, bound: new Map(args) })
    return shapes.map((shape) => ({ ...shape, meaning: meaning || shape.meaning }))
  }

  /** The string literals that a type resolves to. Variable parts of template literals become `*`. */
  function textsOf(node: Node | undefined, scope: Scope): readonly string[] {
    switch (node?.type) {
      case 'TSLiteralType': {
        const literal = nodeIn(node, 'literal')
        if (literal?.type === 'TemplateLiteral') return [patternOf(literal)]
        return [String(literal?.['value'])]
      }
      case 'TSTemplateLiteralType':
        return [patternOf(node)]
      case 'TSUnionType':
        return nodesIn(node, 'types').flatMap((type) => textsOf(type, scope))
      case 'TSTypeReference': {
        const bound = scope.bound.get(nameIn(node, 'typeName'))
        if (bound) return textsOf(bound.node, bound.scope)
        const found = declarationOf(nameIn(node, 'typeName'), scope)
        const alias = nodeIn(found?.node, 'typeAnnotation')
        return found && alias ? textsOf(alias, { module: found.module, bound: new Map() }) : []
      }
      default:
        return []
    }
  }
  const patternOf = (node: Node): string =>
    nodesIn(node, 'quasis')
      .map(({ value }) => (value as { cooked: string }).cooked)
      .join('*')

  /** The event types of a shape. */
  const typesOf = ({ fields }: Shape): readonly string[] => {
    const type = fields.find(({ name }) => name === 'type')
    return type ? textsOf(type.node, type.scope) : []
  }

  const shapesIn = (path: string, name: string): readonly Shape[] => {
    const scope = { module: moduleAt(path), bound: new Map() }
    const found = declarationOf(name, scope)
    return found ? shapesOf(found.node, { module: found.module, bound: new Map() }) : []
  }

  return {
    /** The fields of an interface or an object type. */
    fieldsOf: (path: string, name: string): readonly FieldOf[] => shapesIn(path, name).flatMap(({ fields }) => fields),
    /** The object types that a type resolves to. */
    shapesIn,
    /** The object types that a field of a type resolves to. */
    shapesOfField: (path: string, name: string, field: string): readonly Shape[] =>
      shapesIn(path, name)
        .flatMap(({ fields }) => fields)
        .filter((known) => known.name === field)
        .flatMap(({ node, scope }) => shapesOf(node, scope)),
    /** The properties of a constant object, with their source text. */
    propertiesOf(path: string, name: string): readonly { name: string; text: string }[] {
      const module = moduleAt(path)
      return nodesIn(module.declared.get(name), 'properties').flatMap((property) => {
        const value = nodeIn(property, 'value')
        return value ? [{ name: nameIn(property, 'key'), text: textOf(module, value) }] : []
      })
    },
    typesOf,
    moduleAt,
    meaningOf,
    textOf,
  }
}

export type Reader = ReturnType<typeof createReader>
