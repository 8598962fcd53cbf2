import { useId } from 'react'

/** The picture of a wallet, network or token; its first letter where it has none. It stands beside the name. */
export const Picture = ({ name, url, round = false }: { name: string; url?: string | undefined; round?: boolean }) =>
  url === undefined ? (
    <span data-part="picture" data-round={round || undefined} aria-hidden="true">
      {name.slice(0, 1).toUpperCase()}
    </span>
  ) : (
    <img data-part="picture" data-round={round || undefined} src={url} alt="" referrerPolicy="no-referrer" />
  )

/** A picture made of an address, so that two accounts can be told apart at a glance. */
export function Avatar({ address }: { address: string }) {
  const id = useId()
  const hue = (start: number) => Number.parseInt(address.slice(start, start + 4), 16) % 360 || 0
  const first = hue(2)
  const second = (first + 60 + (hue(6) % 120)) % 360
  return (
    <svg data-part="avatar" viewBox="0 0 64 64" width="64" height="64" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id={id} x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor={`hsl(${first} 72% 62%)`} />
          <stop offset="1" stopColor={`hsl(${second} 68% 46%)`} />
        </linearGradient>
      </defs>
      <circle cx="32" cy="32" r="32" fill={`url(#${id})`} />
      <circle cx={14 + (hue(10) % 36)} cy={14 + (hue(14) % 36)} r="13" fill="#fff" fillOpacity=".28" />
    </svg>
  )
}
