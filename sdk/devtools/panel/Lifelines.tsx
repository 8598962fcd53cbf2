/** @jsxImportSource preact */
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { lifelinesOf, type Line } from '../lifelines.ts'
import type { RecordedEvent } from '../sequence.ts'
import { useMask } from './masking.ts'
import { Scroller } from './Scroller.tsx'

/** The maximum number of events in the drawing. */
const MAX_EVENTS = 40
/** In px: the distance between lifelines, the distance between events, the height of the names, and the size of arrow tips. */
const SIZE = { column: 136, row: 34, head: 34, tip: 6 } as const
/** The maximum length of a name in a column. */
const MAX_NAME_LENGTH = 17

const columnCenter = (column: number): number => column * SIZE.column + SIZE.column / 2
const shortName = (name: string): string =>
  name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH - 1)}…` : name

/** Events as lifelines, in which time runs down. Scrolls to the latest event unless the user has scrolled up. */
export function Lifelines({ events }: { events: readonly RecordedEvent[] }) {
  const mask = useMask()
  const { names, lines } = useMemo(() => lifelinesOf(events, MAX_EVENTS), [events])
  const scrollerRef = useRef<HTMLElement>(null)
  const isScrolledUpRef = useRef(false)
  useLayoutEffect(() => {
    const element = scrollerRef.current
    if (element && !isScrolledUpRef.current) element.scrollTop = element.scrollHeight
  }, [lines])
  const [width, height] = [names.length * SIZE.column, lines.length * SIZE.row + SIZE.row / 2]
  return (
    <Scroller
      className="lifelines"
      label="Lifelines, the latest last"
      elementRef={scrollerRef}
      onScroll={({ scrollTop, scrollHeight, clientHeight }) => {
        isScrolledUpRef.current = scrollHeight - clientHeight - scrollTop > SIZE.row
      }}
    >
      <svg className="lifelines-names" aria-hidden="true" width={width} height={SIZE.head}>
        <rect width={width} height={SIZE.head} />
        {names.map((name, index) => (
          <text key={name} x={columnCenter(index)} y={SIZE.head - 12}>
            {shortName(mask(name))}
            <title>{mask(name)}</title>
          </text>
        ))}
      </svg>
      <svg
        className="lifelines-lines"
        role="img"
        aria-label={`${lines.length} commands and broadcast events between ${names.length} who take part; the list has them as text`}
        width={width}
        height={height}
      >
        {names.map((name, index) => (
          <path key={name} className="lifelines-life" d={`M${columnCenter(index)} 0V${height}`} />
        ))}
        {lines.map((line, index) => (
          <Arrow key={line.id} line={line} y={(index + 1) * SIZE.row - 8} width={width} />
        ))}
      </svg>
    </Scroller>
  )
}

/** A line from the sender through all receivers, with an arrow tip at each. */
function Arrow({ line: { type, kind, from, to }, y, width }: { line: Line; y: number; width: number }) {
  const [left, right] = [Math.min(from, ...to), Math.max(from, ...to)]
  const [start, end] = [columnCenter(left), columnCenter(right)]
  // A label without space on the right is shown to the left of the end.
  const isLabelLeft = start + 8 + type.length * 7.4 > width
  return (
    <g data-kind={kind}>
      <path className="lifelines-way" d={`M${start} ${y}H${end}`} />
      <circle className="lifelines-tip" cx={columnCenter(from)} cy={y} r="3" />
      {to.map((column) => {
        const tipWidth = column > from ? -SIZE.tip : SIZE.tip
        const x = columnCenter(column)
        return (
          <path
            key={column}
            className="lifelines-tip"
            d={`M${x} ${y}l${tipWidth} ${-SIZE.tip / 1.5}v${SIZE.tip * 1.33}z`}
          />
        )
      })}
      <text x={isLabelLeft ? end - 8 : start + 8} y={y - 6} text-anchor={isLabelLeft ? 'end' : 'start'}>
        {type}
      </text>
    </g>
  )
}
