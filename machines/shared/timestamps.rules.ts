/** The maximum difference between the clocks of two devices. */
export const CLOCK_SKEW_MS = 5 * 60_000

/** Returns the days from 1970-01-01 to a day of the Gregorian calendar. Months count from 1. */
function daysTo(year: number, month: number, day: number): number {
  // If the year begins in March, the leap day is at its end.
  const since = month > 2 ? year : year - 1
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  return 365 * since + Math.floor(since / 4) - Math.floor(since / 100) + Math.floor(since / 400) + dayOfYear - 719_468
}

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const daysIn = (year: number, month: number): number =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31

const SHAPE = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(\.\d+)?(?:Z|([+-])(\d{2}):(\d{2}))$/i

/** Returns the milliseconds since 1970 of an RFC 3339 time such as `2024-01-31T12:00:00.000Z`; undefined if it is invalid. */
export function parseTimestamp(text: string): number | undefined {
  const match = SHAPE.exec(text)
  if (!match) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number)
  const [fraction = 0, offsetHours = 0, offsetMinutes = 0] = [match[7], match[9], match[10]].map((part) =>
    Number(part ?? 0),
  )
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
  if (!isDay || hour > 23 || minute > 59 || second > 59 || offsetHours > 23 || offsetMinutes > 59) return undefined
  const offset = (offsetHours * 60 + offsetMinutes) * (match[8] === '-' ? -1 : 1)
  const seconds = daysTo(year, month, day) * 86_400 + hour * 3_600 + (minute - offset) * 60 + second
  return seconds * 1_000 + Math.floor(fraction * 1_000)
}
