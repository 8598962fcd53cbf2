/** Draws a large chart as SVG for the machine pages: Mermaid would draw it thousands of px wide. */
import { TEXT, type Arrow, type Box, type Layout } from '../../sdk/devtools/layout.ts'

/** A chart with this many arrows or this width in px is drawn here. Smaller charts are readable as drawn by Mermaid. */
const LARGE = { arrows: 14, width: 1_500 } as const

export const isLarge = ({ arrows, width }: Layout): boolean => arrows.length >= LARGE.arrows || width >= LARGE.width

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The style of the devtools' drawing, with its own background, in the reader's color scheme. */
const STYLE = `
  svg { background: #fff; font-family: ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace }
  .state { fill: #f6f7f9; stroke: #c3c9d4 }
  .compound { fill: #fbfcfd }
  .inner { fill: none; stroke: #c3c9d4 }
  .title { fill: #1b1f27; font-size: ${TEXT.title}px; font-weight: 600; text-anchor: middle }
  .small { fill: #59616f; font-size: ${TEXT.small}px }
  .arrow { fill: none; stroke: #8a93a3; stroke-width: 1.25; stroke-linejoin: round }
  .tip { fill: #8a93a3 }
  @media (prefers-color-scheme: dark) {
    svg { background: #16181d }
    .state { fill: #20252d; stroke: #3d4552 }
    .compound { fill: #191d23 }
    .inner { stroke: #3d4552 }
    .title { fill: #e8ebf0 }
    .small { fill: #a2abba }
    .arrow { stroke: #75808f }
    .tip { fill: #75808f }
  }`

const text = (kind: 'title' | 'small', x: number, y: number, line: string): string =>
  `<text class="${kind}" x="${x}" y="${y}">${escaped(line)}</text>`

function boxOf({ kind, title, reactions, x, y, width, height }: Box): string {
  if (kind === 'dot') return `<circle class="tip" cx="${x + width / 2}" cy="${y + height / 2}" r="${width / 2}"/>`
  const rect = (className: string, inset: number, round: number) =>
    `<rect class="${className}" x="${x + inset}" y="${y + inset}" width="${width - 2 * inset}" height="${height - 2 * inset}" rx="${round}"/>`
  return [
    rect(kind === 'compound' ? 'state compound' : 'state', 0, 8),
    ...(kind === 'final' ? [rect('inner', 3, 5)] : []),
    text('title', x + width / 2, y + TEXT.head / 2 + 5, title),
    ...reactions.map((line, index) => text('small', x + 12, y + TEXT.head + 8 + index * TEXT.line, line)),
  ].join('')
}

const labelsOf = ({ labels }: Arrow): string[] =>
  labels.map(({ lines, x, y }) =>
    lines.map((line, index) => text('small', x + 4, y + 12 + index * TEXT.line, line)).join(''),
  )

/** Returns the SVG file. */
export function toSvg(id: string, { width, height, boxes, arrows }: Layout): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="The chart of ${id}">`,
    `<style>${STYLE}\n</style>`,
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="tip" d="M0 0.5 L8 4 L0 7.5 Z"/></marker></defs>',
    ...boxes.map(boxOf),
    ...arrows.map(({ d }) => `<path class="arrow" d="${d}" marker-end="url(#tip)"/>`),
    ...arrows.flatMap(labelsOf),
    '</svg>',
    '',
  ].join('\n')
}
