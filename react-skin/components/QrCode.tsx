import { useMemo, type ReactNode } from 'react'
import { encode } from 'uqr'
import { replaceable } from './replaceable.tsx'

/** The props of a `QrCode`. */
export interface QrCodeProps {
  /** The text to encode. */
  text: string
  /** The accessible name. */
  name: string
  /** An image in the center. */
  children?: ReactNode
}

/**
 * A QR code, dark on light in every theme so that phones can scan it, and with enough error correction for the image in its
 * center.
 */
export const QrCode = /* @__PURE__ */ replaceable('QrCode', DefaultQrCode)

function DefaultQrCode({ text, name, children }: QrCodeProps) {
  const { path, size } = useMemo(() => {
    const { data, size: side } = encode(text, { ecc: 'Q', border: 2 })
    const dots = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { path: dots.join(''), size: side }
  }, [text])
  return (
    <div data-part="qr">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={name} shapeRendering="crispEdges">
        <path d={path} />
      </svg>
      {children && <span data-part="qr-picture">{children}</span>}
    </div>
  )
}
