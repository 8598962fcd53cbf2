import type { AnyStateMachine } from 'xstate'
import { toMermaid } from './mermaid.ts'

/** A file to download. */
export interface ChartFile {
  name: string
  type: string
  text: string
}

/** A machine as the JSON that Stately and `createMachine` accept: names and states, without functions. */
export const jsonFile = ({ id, config }: AnyStateMachine): ChartFile => ({
  name: `${id}.json`,
  type: 'application/json',
  text: `${JSON.stringify(config, null, 2)}\n`,
})

/** A machine as a Mermaid state diagram. */
export const mermaidFile = (machine: AnyStateMachine): ChartFile => ({
  name: `${machine.id}.mmd`,
  type: 'text/plain',
  text: toMermaid(machine),
})

const PAINT_PROPERTIES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-linejoin',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
] as const

/** A drawing as shown on the screen, with its colors as attributes, so that it needs no style sheet. */
export function svgFile(id: string, drawing: SVGSVGElement): ChartFile {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const originals = [drawing, ...drawing.querySelectorAll('*')]
  for (const [index, element] of [copy, ...copy.querySelectorAll('*')].entries()) {
    const original = originals[index]
    const style = original && getComputedStyle(original)
    for (const name of PAINT_PROPERTIES) if (style) element.setAttribute(name, style.getPropertyValue(name))
    element.removeAttribute('class')
  }
  const text = new XMLSerializer().serializeToString(copy)
  return { name: `${id}.svg`, type: 'image/svg+xml', text }
}

/** Downloads a file in the browser. */
export function download({ name, type, text }: ChartFile): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has started by the next task.
  setTimeout(() => URL.revokeObjectURL(url))
}
