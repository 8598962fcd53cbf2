/** @jsxImportSource preact */
import type { AnyStateMachine } from 'xstate'
import { TEXT, type Arrow, type Box, type Layout } from '../layout.ts'

const classes = (...names: (string | false)[]): string => names.filter(Boolean).join(' ')

/** Renders a chart layout as SVG. States whose ids are in `active` are highlighted; those in `marked` match a search. */
export function Drawing({
  machine,
  layout,
  active,
  marked,
  scale,
}: {
  machine: AnyStateMachine
  layout: Layout
  active: ReadonlySet<string>
  marked: ReadonlySet<string>
  scale: number
}) {
  const { width, height, boxes, arrows } = layout
  const tip = `chart-tip-${machine.id}`
  return (
    <svg
      className="chart"
      role="img"
      aria-label={`The chart of ${machine.id}`}
      viewBox={`0 0 ${width} ${height}`}
      width={Math.floor(width * scale)}
      height={Math.floor(height * scale)}
    >
      <defs>
        <marker id={tip} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
          <path className="chart-tip" d="M0 0.5 L8 4 L0 7.5 Z" />
        </marker>
      </defs>
      {boxes.map((box) => (
        <State key={box.id} box={box} isActive={active.has(box.id)} marked={marked.has(box.id)} />
      ))}
      {arrows.map(({ id, d }) => (
        <path key={id} className="chart-arrow" d={d} marker-end={`url(#${tip})`} />
      ))}
      {arrows.flatMap(({ id, labels }) => labels.map((label) => <Label key={`${id} label`} label={label} />))}
    </svg>
  )
}

function State({
  box: { kind, title, reactions, x, y, width, height },
  isActive,
  marked,
}: {
  box: Box
  isActive: boolean
  marked: boolean
}) {
  if (kind === 'dot') return <circle className="chart-dot" cx={x + width / 2} cy={y + height / 2} r={width / 2} />
  return (
    <g className={classes('chart-state', `chart-${kind}`, isActive && 'chart-lit', marked && 'chart-marked')}>
      <rect x={x} y={y} width={width} height={height} rx="8" />
      {kind === 'final' && (
        <rect className="chart-inner" x={x + 3} y={y + 3} width={width - 6} height={height - 6} rx="5" />
      )}
      <text className="chart-title" x={x + width / 2} y={y + TEXT.head / 2 + 5}>
        {title}
      </text>
      {reactions.map((line, index) => (
        <text key={line} className="chart-small" x={x + 12} y={y + TEXT.head + 8 + index * TEXT.line}>
          {line}
        </text>
      ))}
    </g>
  )
}

function Label({ label: { lines, x, y } }: { label: Arrow['labels'][number] }) {
  return (
    <g>
      {lines.map((line, index) => (
        <text key={line} className="chart-small" x={x + 4} y={y + 12 + index * TEXT.line}>
          {line}
        </text>
      ))}
    </g>
  )
}
