/** Computes the chart layouts in `sdk/devtools/layouts`, so that pages do not have to run the layout engine. */
import type { ELK, ElkEdgeSection, ElkExtendedEdge, ElkNode, LayoutOptions } from 'elkjs/lib/elk-api.js'
import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { labelWithClock, isArrow, reactionsOf, TEXT, type Layout, type StateTexts } from '../../sdk/devtools/layout.ts'
import { edgesOf } from '../../sdk/devtools/mermaid.ts'

const widthOf = (text: string, size: number): number => Math.ceil(text.length * size * TEXT.width)
const widest = (lines: readonly string[], size: number): number =>
  Math.max(0, ...lines.map((line) => widthOf(line, size)))

const OPTIONS: LayoutOptions = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.layered.cycleBreaking.strategy': 'MODEL_ORDER',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.spacing.nodeNode': '24',
  'elk.spacing.edgeNode': '16',
  'elk.spacing.edgeEdge': '12',
  'elk.spacing.edgeLabel': '4',
  'elk.layered.spacing.nodeNodeBetweenLayers': '22',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '10',
  'elk.padding': '[top=12,left=12,bottom=12,right=12]',
}

/** Inside a state, ELK fails with MODEL_ORDER. DEPTH_FIRST starts at the initial dot, with almost the same result. */
const WITHIN: LayoutOptions = { 'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST' }

/** Returns the graph of a machine for ELK, and the text of each box. Pure. */
export function graphOf(machine: AnyStateMachine): { graph: ElkNode; boxes: ReadonlyMap<string, StateTexts> } {
  const edges = edgesOf(machine)
  const boxes = new Map<string, StateTexts>()
  const arrows = new Map<string, ElkExtendedEdge & { lines: string[] }>()
  const connect = (from: string, to: string, line: string) => {
    const id = `${from} → ${to}`
    const lines = [...new Set([...(arrows.get(id)?.lines ?? []), line])].filter(Boolean)
    const size = { width: widest(lines, TEXT.small) + 8, height: lines.length * TEXT.line + 2 }
    const labels = lines.length > 0 ? [{ text: lines.join('\n'), ...size }] : []
    arrows.set(id, { id, sources: [from], targets: [to], lines, labels })
  }

  const children = (parent: AnyStateNode): ElkNode[] => {
    const [first] = parent.type === 'compound' ? parent.initial.target : []
    const dot = first && { id: `${parent.id} begins`, width: 10, height: 10 }
    if (dot) {
      boxes.set(dot.id, { id: dot.id, kind: 'dot', title: '', reactions: [] })
      connect(dot.id, first.id, '')
    }
    return [...(dot ? [dot] : []), ...Object.values(parent.states).map(nodeOf)]
  }
  const nodeOf = (node: AnyStateNode): ElkNode => {
    const { id, key: title } = node
    const reactions = reactionsOf(edges, node)
    const kind = node.type === 'final' ? 'final' : Object.keys(node.states).length > 0 ? 'compound' : 'state'
    boxes.set(id, { id, kind, title, reactions })
    const width = Math.max(72, widthOf(title, TEXT.title) + 24, widest(reactions, TEXT.small) + 24)
    const height = TEXT.head + (reactions.length > 0 ? reactions.length * TEXT.line + 6 : 0)
    if (kind !== 'compound') return { id, width, height: Math.max(height, 32) }
    const layoutOptions = {
      ...WITHIN,
      'elk.padding': `[top=${height + 8},left=14,bottom=14,right=14]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${width},${height})`,
    }
    return { id, layoutOptions, children: children(node) }
  }

  const top = children(machine.root)
  for (const edge of edges)
    for (const target of edge.targets)
      if (edge.from !== machine.root && isArrow(edge)) connect(edge.from.id, target.id, labelWithClock(edge))
  return { graph: { id: ' ', layoutOptions: OPTIONS, children: top, edges: [...arrows.values()] }, boxes }
}

const pathOf = ({ startPoint, bendPoints = [], endPoint }: ElkEdgeSection): string =>
  [startPoint, ...bendPoints, endPoint].map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${px(x)} ${px(y)}`).join('')

/** The distance between a label and the edge of the drawing, in px. */
const MARGIN = 4

let elk: Promise<ELK> | undefined
const layouts = new Map<AnyStateMachine, Promise<Layout>>()

/** Returns the layout of a machine's chart, cached. */
export function layoutOf(machine: AnyStateMachine): Promise<Layout> {
  const known = layouts.get(machine) ?? layOut(machine)
  layouts.set(machine, known)
  return known
}

/** Rounds to half px. */
const px = (at = 0): number => Math.round(at * 2) / 2

/** The generated file with the layout of a machine. */
export const layoutFile = (layout: Layout): string => `/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: ${layout.width},
  height: ${layout.height},
  boxes: [
${layout.boxes.map((box) => `    ${JSON.stringify(box)},`).join('\n')}
  ],
  arrows: [
${layout.arrows.map((arrow) => `    ${JSON.stringify(arrow)},`).join('\n')}
  ],
}
`

/** The generated file that lazy-loads each layout. */
export const layoutsFile = (ids: readonly string[]): string => `/** Written by a test. */
import type { Layout } from '../layout.ts'

/** The layout of each chart, by the machine's id. */
export const layouts: Readonly<Record<string, () => Promise<{ layout: Layout }>>> = {
${ids.map((id) => `  ${id}: () => import('./${id}.ts'),`).join('\n')}
}
`

async function layOut(machine: AnyStateMachine): Promise<Layout> {
  elk ??= import('elkjs/lib/elk.bundled.js').then(({ default: Elk }) => new Elk())
  const { graph, boxes } = graphOf(machine)
  const laid = await (await elk).layout(graph)
  const flat = (node: ElkNode): ElkNode[] => [node, ...(node.children ?? []).flatMap(flat)]
  const labels = (laid.edges ?? []).flatMap((edge) => edge.labels ?? [])
  /** ELK's size, enlarged to fit every label: longer labels would be clipped. */
  const end = (laidEnd = 0, ...ends: number[]) => Math.ceil(Math.max(laidEnd, ...ends.map((at) => at + MARGIN)))
  return {
    width: end(laid.width, ...labels.map(({ x = 0, width = 0 }) => x + width)),
    height: end(laid.height, ...labels.map(({ y = 0, height = 0 }) => y + height)),
    boxes: flat(laid).flatMap(({ id, x = 0, y = 0, width = 0, height = 0 }) => {
      const box = boxes.get(id)
      return box ? [{ ...box, x: px(x), y: px(y), width: px(width), height: px(height) }] : []
    }),
    arrows: (laid.edges ?? []).map(({ id, sections = [], labels = [] }) => ({
      id,
      d: sections.map(pathOf).join(''),
      labels: labels.map(({ text = '', x = 0, y = 0, width = 0, height = 0 }) => ({
        lines: text.split('\n'),
        x: px(x),
        y: px(y),
        width: px(width),
        height: px(height),
      })),
    })),
  }
}
