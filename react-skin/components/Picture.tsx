import { useId, useState, type ReactNode } from 'react'
import { useAhead } from '../shell/prerender.ts'
import { replaceable } from './replaceable.tsx'

/** The props of a `Picture`. */
export interface PictureProps {
  /** Its first letter is shown if there is no image. */
  name: string
  url?: string | undefined
  round?: boolean
}
/** The props of an `Avatar`. */
export interface AvatarProps {
  address: string
  /** The image that the account has set. */
  url?: string | undefined
}

/** An external image, with `children` as the fallback if there is none or if it cannot be loaded. */
function Image({ url, round, children }: { url: string | undefined; round: boolean; children: ReactNode }) {
  const [broken, setBroken] = useState<string>()
  const ahead = useAhead()
  const isHere = url?.startsWith('data:')
  if (url === undefined || url === broken || (ahead && !isHere)) return children
  return (
    <img
      data-part="picture"
      data-round={round || undefined}
      src={url}
      alt=""
      // A data URL has nothing to load.
      loading={isHere ? 'eager' : 'lazy'}
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBroken(url)}
    />
  )
}

/** The image of a wallet, network or token, or the first letter of its name. It is shown next to the name. */
export const Picture = /* @__PURE__ */ replaceable('Picture', ({ name, url, round = false }: PictureProps) => (
  <Image url={url} round={round}>
    <span data-part="picture" data-round={round || undefined} aria-hidden="true">
      {Array.from(name.trim()).slice(0, 1).join('').toUpperCase()}
    </span>
  </Image>
))

/** The image that an account has set, or one generated from its address to distinguish accounts. */
export const Avatar = /* @__PURE__ */ replaceable('Avatar', ({ address, url }: AvatarProps) => (
  <span data-part="avatar">
    <Image url={url} round>
      <Generated address={address} />
    </Image>
  </span>
))

/** A 32-bit hash of an address in any format (FNV-1a). */
const spread = (text: string): number =>
  Array.from(text).reduce(
    (hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0,
    0x811c9dc5,
  )

function Generated({ address }: { address: string }) {
  const id = useId()
  const digits = spread(address)
  const hue = (part: number) => (digits >>> (part * 8)) % 360
  const first = hue(0)
  const second = (first + 60 + (hue(1) % 120)) % 360
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id={id} x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor={`hsl(${first} 72% 62%)`} />
          <stop offset="1" stopColor={`hsl(${second} 68% 46%)`} />
        </linearGradient>
      </defs>
      <circle cx="32" cy="32" r="32" fill={`url(#${id})`} />
      <circle cx={14 + (hue(2) % 36)} cy={14 + (hue(3) % 36)} r="13" fill="#fff" fillOpacity=".28" />
    </svg>
  )
}
