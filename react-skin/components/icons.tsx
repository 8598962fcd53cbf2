import type { ReactNode } from 'react'

/** The frame of every icon. */
export const Icon = ({ children }: { children: ReactNode }) => (
  <svg
    data-part="icon"
    viewBox="0 0 24 24"
    width="20"
    height="20"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    {children}
  </svg>
)

export const BackIcon = () => (
  <Icon>
    <path data-part="directed" d="M15 5l-7 7 7 7" />
  </Icon>
)

/** A period of time. */
export const ClockIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7v5l3.5 2" />
  </Icon>
)

/** Opens more options. */
export const ChevronIcon = () => (
  <Icon>
    <path d="M6 9l6 6 6-6" />
  </Icon>
)

export const CloseIcon = () => (
  <Icon>
    <path d="M6 6l12 12M18 6L6 18" />
  </Icon>
)

export const CopyIcon = () => (
  <Icon>
    <rect x="9" y="9" width="11" height="11" rx="2.5" />
    <path d="M5 15a2 2 0 0 1-1-1.7V6.5A2.5 2.5 0 0 1 6.5 4h6.8A2 2 0 0 1 15 5" />
  </Icon>
)

/** Selected or done. */
export const CheckIcon = () => (
  <Icon>
    <path d="M5 12.5l4.5 4.5L19 7.5" />
  </Icon>
)

export const WarningIcon = () => (
  <Icon>
    <path d="M12 8v5M12 16.5v.01" />
    <circle cx="12" cy="12" r="9" />
  </Icon>
)

export const SendIcon = () => (
  <Icon>
    <path data-part="directed" d="M7 17L17 7M9 7h8v8" />
  </Icon>
)

/** Disconnects. */
export const LeaveIcon = () => (
  <Icon>
    <path data-part="directed" d="M10 4H7a3 3 0 0 0-3 3v10a3 3 0 0 0 3 3h3M9 12h11M16 8l4 4-4 4" />
  </Icon>
)

export const WalletIcon = () => (
  <Icon>
    <rect x="3" y="6" width="18" height="13" rx="3" />
    <path d="M3 10h18M16 14.5h1.5" />
  </Icon>
)

export const HelpIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="9" />
    <path d="M9.6 9.3a2.5 2.5 0 0 1 4.9.7c0 1.7-2.5 2-2.5 3.6M12 16.8v.01" />
  </Icon>
)

/** A collection. */
export const GridIcon = () => (
  <Icon>
    <rect x="4" y="4" width="6.5" height="6.5" rx="2" />
    <rect x="13.5" y="4" width="6.5" height="6.5" rx="2" />
    <rect x="4" y="13.5" width="6.5" height="6.5" rx="2" />
    <rect x="13.5" y="13.5" width="6.5" height="6.5" rx="2" />
  </Icon>
)

/** Leads to the next view. */
export const NextIcon = () => (
  <Icon>
    <path data-part="directed" d="M9 5l7 7-7 7" />
  </Icon>
)

export const QrIcon = () => (
  <Icon>
    <path d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 14h2v2h-2zM14 18h2v2h-2zM18 18h2v2h-2z" />
  </Icon>
)
