/** The layout of a chart: positions and texts. It is computed in advance, in `layouts`. */
import type { AnyStateNode } from 'xstate'
import { labelOf, type Edge } from './mermaid.ts'

/** The texts of a state's box. */
export interface StateTexts {
  id: string
  kind: 'dot' | 'state' | 'compound' | 'final'
  title: string
  /** The transitions that do not leave it. */
  reactions: readonly string[]
}

/** The box of a state in the drawing. */
export interface Box extends StateTexts {
  x: number
  y: number
  width: number
  height: number
}

/** An arrow in the drawing, with its labels. */
export interface Arrow {
  id: string
  /** The path data of an SVG path. */
  d: string
  labels: readonly { lines: readonly string[]; x: number; y: number; width: number; height: number }[]
}

export interface Layout {
  width: number
  height: number
  boxes: readonly Box[]
  arrows: readonly Arrow[]
}

/** Sizes in px of the monospaced text that the style sheet sets. */
export const TEXT = { title: 14, small: 12, line: 16, width: 0.61, head: 30 } as const

const isWithin = (node: AnyStateNode, ancestor: AnyStateNode): boolean =>
  node === ancestor || (node.parent !== undefined && isWithin(node.parent, ancestor))

/** Whether a transition leaves its state and is drawn as an arrow. Other transitions are lines in the state's box. */
export const isArrow = ({ from, targets: [target] }: Edge): boolean =>
  target !== undefined && !isWithin(target, from) && !isWithin(from, target)

/** The label of an arrow, with a clock for delayed transitions. */
export const labelWithClock = (edge: Edge): string =>
  edge.kind === 'after' ? labelOf(edge).replace(/^after /, '◷ ') : labelOf(edge)

/** The transitions that do not leave a state: `send.reset → checking`, `account.changed [here]`. */
export const reactionsOf = (edges: readonly Edge[], node: AnyStateNode): string[] => [
  ...new Set(
    edges
      .filter((edge) => edge.from === node && !isArrow(edge))
      .map((edge) => {
        const [target] = edge.targets
        return target && target !== node ? `${labelWithClock(edge)} → ${target.key}` : labelWithClock(edge)
      }),
  ),
]
