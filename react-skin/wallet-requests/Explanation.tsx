import { useMemo, type ReactNode } from 'react'
import type { Explanation, ExplanationPart, PartWord } from '../../sdk/index.ts'
import { useStrings } from '../strings/strings.tsx'
import { Fact, Facts, Identifier } from '../components/Facts.tsx'

/** Returns a function that formats a time in UTC, like all other times in the skin. */
export function useTime(): (seconds: number) => string {
  const { locale } = useStrings().words
  return useMemo(() => {
    const { format } = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long', timeZone: 'UTC' })
    return (seconds) => {
      const date = new Date(seconds * 1_000)
      // A time outside the calendar's range is shown as a number.
      return Number.isNaN(date.getTime()) ? String(seconds) : format(date)
    }
  }, [locale])
}

/** Units of time with their length in seconds, longest first. */
const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** Returns a function that formats a duration, in the longest unit of which it is a multiple. */
function useDuration(): (seconds: number) => string {
  const { locale } = useStrings().words
  return (seconds) => {
    const [unit, length] = UNITS.find(([, each]) => seconds >= each && seconds % each === 0) ?? ['second', 1]
    return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / length)
  }
}

/** Shows text line by line, without changes. */
function Lines({ of }: { of: string }) {
  const lines = of.split('\n')
  return lines.map((line, index) => (
    // oxlint-disable-next-line no-array-index-key
    <span key={index} data-part="line">
      {index < lines.length - 1 ? `${line}\n` : line}
    </span>
  ))
}

/** Untrusted text is isolated: it keeps its own direction and line breaks. */
function Value({ part: { value, as } }: { part: ExplanationPart }) {
  const { requestValues } = useStrings()
  const time = useTime()
  const duration = useDuration()
  if (as === 'address') return <Identifier>{value}</Identifier>
  if (as === 'word') return requestValues[value as PartWord]
  if (as === 'time') return time(Number(value))
  if (as === 'duration') return duration(Number(value))
  return (
    <bdi data-part="quoted" data-as={as} translate="no">
      {as === 'code' ? <Lines of={value} /> : value}
    </bdi>
  )
}

/** The parts of a request and additional facts. */
export function Parts({ of: { parts }, children }: { of: Explanation; children?: ReactNode }) {
  const { requestFields } = useStrings()
  return (
    <Facts>
      {parts.map((part, index) => (
        // oxlint-disable-next-line no-array-index-key
        <Fact key={index} name={part.name ?? requestFields[part.label]}>
          <Value part={part} />
        </Fact>
      ))}
      {children}
    </Facts>
  )
}
