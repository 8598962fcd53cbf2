/** How a chart is drawn: what is where. Where that is, is worked out beforehand, in `layouts`. */
import type { AnyStateNode } from 'xstate'
import { labelOf, type Edge } from './mermaid.ts'

/** What the box of a state says. */
export interface Said {
  id: string
  kind: 'dot' | 'state' | 'compound' | 'final'
  title: string
  /** What it reacts to without being left. */
  reactions: readonly string[]
}

/** A state as it is drawn. */
export interface Box extends Said {
  x: number
  y: number
  width: number
  height: number
}

/** An arrow as it is drawn, with its labels on it. */
export interface Arrow {
  id: string
  /** The points of an SVG path. */
  d: string
  labels: readonly { lines: readonly string[]; x: number; y: number; width: number; height: number }[]
}

export interface Layout {
  width: number
  height: number
  boxes: readonly Box[]
  arrows: readonly Arrow[]
}

/** Sizes in px of the monospaced text that the stylesheet sets. */
export const TEXT = { title: 14, small: 12, line: 16, width: 0.61, head: 30 } as const

const isWithin = (node: AnyStateNode, around: AnyStateNode): boolean =>
  node === around || (node.parent !== undefined && isWithin(node.parent, around))

/** Leads out of its own state, and so is an arrow. What stays, or stays within, is a line in the state's box. */
export const leaves = ({ from, targets: [target] }: Edge): boolean =>
  target !== undefined && !isWithin(target, from) && !isWithin(from, target)

/** An arrow's label, with a clock where time alone leads on. */
export const clocked = (edge: Edge): string =>
  edge.kind === 'after' ? labelOf(edge).replace(/^after /, '◷ ') : labelOf(edge)

/** What a state reacts to without being left: `send.reset → checking`, `account.changed [here]`. */
export const reactionsOf = (edges: readonly Edge[], node: AnyStateNode): string[] => [
  ...new Set(
    edges
      .filter((edge) => edge.from === node && !leaves(edge))
      .map((edge) => {
        const [target] = edge.targets
        return target && target !== node ? `${clocked(edge)} → ${target.key}` : clocked(edge)
      }),
  ),
]
