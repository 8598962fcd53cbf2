import { useMemo, type ReactNode } from 'react'
import type { Explanation, ExplanationPart, PartWord } from '../../sdk/index.ts'
import { useStrings } from '../strings/strings.tsx'
import { Fact, Facts, Identifier } from './Facts.tsx'

/** How a moment is written: in UTC, as every other time here. */
export function useTime(): (seconds: number) => string {
  const { locale } = useStrings().words
  return useMemo(() => {
    const { format } = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long', timeZone: 'UTC' })
    return (seconds) => {
      const date = new Date(seconds * 1_000)
      // What no calendar has is shown as it is.
      return Number.isNaN(date.getTime()) ? String(seconds) : format(date)
    }
  }, [locale])
}

/** Units of time by their seconds, the longest first. */
const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** How a length of time is written: in the longest unit that it is a whole number of. */
function useDuration(): (seconds: number) => string {
  const { locale } = useStrings().words
  return (seconds) => {
    const [unit, length] = UNITS.find(([, each]) => seconds >= each && seconds % each === 0) ?? ['second', 1]
    return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / length)
  }
}

/** What is shown as it is, line by line. */
function Lines({ of }: { of: string }) {
  const lines = of.split('\n')
  return lines.map((line, index) => (
    // oxlint-disable-next-line no-array-index-key
    <span key={index} data-part="line">
      {index < lines.length - 1 ? `${line}\n` : line}
    </span>
  ))
}

/** What a stranger wrote stands by itself: in the letters that it has, and with the lines that it has. */
function Value({ part: { value, as } }: { part: ExplanationPart }) {
  const { askedValues } = useStrings()
  const time = useTime()
  const duration = useDuration()
  if (as === 'address') return <Identifier>{value}</Identifier>
  if (as === 'word') return askedValues[value as PartWord]
  if (as === 'time') return time(Number(value))
  if (as === 'duration') return duration(Number(value))
  return (
    <bdi data-part="quoted" data-as={as} translate="no">
      {as === 'code' ? <Lines of={value} /> : value}
    </bdi>
  )
}

/** The parts of what is asked, and what else is known of it. */
export function Parts({ of: { parts }, children }: { of: Explanation; children?: ReactNode }) {
  const { askedParts } = useStrings()
  return (
    <Facts>
      {parts.map((part, index) => (
        // oxlint-disable-next-line no-array-index-key
        <Fact key={index} name={part.name ?? askedParts[part.label]}>
          <Value part={part} />
        </Fact>
      ))}
      {children}
    </Facts>
  )
}
