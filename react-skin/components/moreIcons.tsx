import { Icon } from './icons.tsx'

export const SearchIcon = () => (
  <Icon>
    <circle cx="11" cy="11" r="6.5" />
    <path d="M16 16l4 4" />
  </Icon>
)

/** Opens another page. */
export const ExternalIcon = () => (
  <Icon>
    <path
      data-part="directed"
      d="M14 5h5v5M19 5l-8 8M10 6H7.5A2.5 2.5 0 0 0 5 8.5v8A2.5 2.5 0 0 0 7.5 19h8a2.5 2.5 0 0 0 2.5-2.5V14"
    />
  </Icon>
)

/** A browser extension. */
export const ExtensionIcon = () => (
  <Icon>
    <path d="M9.5 5.5a2 2 0 1 1 4 0V7H17a1 1 0 0 1 1 1v3h1a2 2 0 1 1 0 4h-1v3a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-3.5h1a2 2 0 1 0 0-4H5V8a1 1 0 0 1 1-1h3.5z" />
  </Icon>
)

export const PhoneIcon = () => (
  <Icon>
    <rect x="7" y="3" width="10" height="18" rx="2.5" />
    <path d="M11 17.5h2" />
  </Icon>
)

/** A website. */
export const GlobeIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M3.5 12h17M12 3.5c2.5 2.300 3.700 5.200 3.700 8.5s-1.200 6.200-3.700 8.5c-2.5-2.300-3.700-5.200-3.700-8.5s1.200-6.200 3.700-8.5z" />
  </Icon>
)

/** A received transaction. */
export const InIcon = () => (
  <Icon>
    <path d="M12 5v14M6.5 13.5L12 19l5.5-5.5" />
  </Icon>
)

/** A sent transaction. */
export const OutIcon = () => (
  <Icon>
    <path d="M12 19V5M6.5 10.5L12 5l5.5 5.5" />
  </Icon>
)

export const BuyIcon = () => (
  <Icon>
    <rect x="3" y="6" width="18" height="12.5" rx="2.5" />
    <path d="M3 10.5h18M7 15h3.5" />
  </Icon>
)

export const SwapIcon = () => (
  <Icon>
    <path d="M5 9h13M14.5 5.5L18 9M19 15H6M9.5 18.5L6 15" />
  </Icon>
)

/** A contract call. */
export const ContractIcon = () => (
  <Icon>
    <path d="M7 3.5h7L18.5 8v10a2.5 2.5 0 0 1-2.5 2.5H8A2.5 2.5 0 0 1 5.5 18V6A2.5 2.5 0 0 1 7 3.5zM9 12.5h6M9 16h4" />
  </Icon>
)

export const MailIcon = () => (
  <Icon>
    <rect x="4" y="6" width="16" height="12.5" rx="2.5" />
    <path d="M5 8l7 5.5L19 8" />
  </Icon>
)

export const SettingsIcon = () => (
  <Icon>
    <path d="M4 8h9M17 8h3M4 16h3M11 16h9" />
    <circle cx="15" cy="8" r="2" />
    <circle cx="9" cy="16" r="2" />
  </Icon>
)

/** More items of the same kind. */
export const MoreIcon = () => (
  <Icon>
    <circle cx="5" cy="12" r="0.75" />
    <circle cx="12" cy="12" r="0.75" />
    <circle cx="19" cy="12" r="0.75" />
  </Icon>
)
