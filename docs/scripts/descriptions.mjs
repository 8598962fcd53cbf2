/**
 * Part of `npm run build`: removes the descriptions of states and transitions from the machines. No app shows them, and the docs have
 * them. The description of each machine stays, because the devtools show it.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'

/** The properties of the charts in a module that describe a state or a transition, last first. */
function descriptionsIn(path, text) {
  const found = []
  let depth = 0
  const visitor = new Visitor({
    CallExpression: ({ callee }) => void (callee.property?.name === 'createMachine' && (depth = 1)),
    'CallExpression:exit': ({ callee }) => void (callee.property?.name === 'createMachine' && (depth = 0)),
    ObjectExpression: () => void (depth > 0 && (depth += 1)),
    'ObjectExpression:exit': () => void (depth > 0 && (depth -= 1)),
    Property(property) {
      const isText = property.value.type === 'Literal' && property.key.name === 'description'
      // The object at depth 2 is the chart.
      if (isText && depth > 2) found.push(property)
    },
  })
  visitor.visit(parseSync(path, text).program)
  return found.toSorted((a, b) => b.start - a.start)
}

/** Removes the descriptions in the output folder. Lines stay where they are, as the source maps have them. */
export function removeDescriptions(out) {
  for (const name of globSync('machines/**/*.machine.js', { cwd: out })) {
    const path = join(out, name)
    let text = readFileSync(path, 'utf8')
    for (const { start, end } of descriptionsIn(path, text)) {
      const lines = text.slice(start, end).replaceAll(/[^\n]/g, '')
      text = `${text.slice(0, start)}${lines}${text.slice(end).replace(/^,/, '')}`
    }
    writeFileSync(path, text)
  }
}
