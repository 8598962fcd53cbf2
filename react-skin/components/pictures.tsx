import type { ReactNode } from 'react'

/** The frame of an illustration: lines in the accent color over soft shapes of the same color. */
const Drawing = ({ children }: { children: ReactNode }) => (
  <svg
    data-part="drawing"
    viewBox="0 0 72 72"
    width="72"
    height="72"
    fill="none"
    stroke="currentColor"
    strokeWidth="2.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    {children}
  </svg>
)

const soft = { fill: 'currentColor', fillOpacity: 0.16, stroke: 'none' } as const
const solid = { fill: 'currentColor', stroke: 'none' } as const

/** One key for several doors. */
export const LoginPicture = () => (
  <Drawing>
    <rect x="9" y="14" width="22" height="30" rx="5" {...soft} />
    <rect x="41" y="14" width="22" height="30" rx="5" {...soft} />
    <rect x="25" y="10" width="22" height="34" rx="5" />
    <circle cx="41" cy="28" r="1.8" {...solid} />
    <circle cx="24" cy="55" r="6.5" />
    <path d="M30.5 55H53M47 55v5.5M53 55v4" />
  </Drawing>
)

/** A coin, a picture and a gem in a case. */
export const AssetsPicture = () => (
  <Drawing>
    <circle cx="23" cy="21" r="10" {...soft} />
    <circle cx="23" cy="21" r="5.5" />
    <path d="M49 11l9.5 8L49 31l-9.5-12z" {...soft} />
    <path d="M43 19l6-5 6 5-6 8z" />
    <rect x="9" y="36" width="54" height="26" rx="7" />
    <path d="M9 44h54" />
    <circle cx="52" cy="53" r="2.2" {...solid} />
  </Drawing>
)

/** A gate with a path through it. */
export const GatewayPicture = () => (
  <Drawing>
    <circle cx="36" cy="33" r="24" {...soft} />
    <path d="M20 60V34a16 16 0 0 1 32 0v26" />
    <path d="M29 60V36a7 7 0 0 1 14 0v24" {...soft} />
    <path d="M12 60h48" />
    <path d="M36 51V30M30.5 35.5L36 30l5.5 5.5" />
  </Drawing>
)
