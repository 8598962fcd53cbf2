/** The React skin of Latchkey: a provider, a modal, three buttons and the hooks they are made of. */
export { LatchkeyProvider } from './provider.tsx'
export { LatchkeyModal } from './LatchkeyModal.tsx'
export { ConnectButton } from './ConnectButton.tsx'
export { AccountButton } from './AccountButton.tsx'
export { NetworkButton } from './NetworkButton.tsx'
export type { ButtonState, OpenButtonProps } from './OpenButton.tsx'
export {
  useAccount,
  useActor,
  useConnect,
  useDisconnect,
  useLatchkey,
  useModal,
  useNetwork,
  useSelect,
  useSend,
} from './hooks.ts'
export type { LiveRef, LiveSnapshot } from './hooks.ts'
export { en } from './strings/en.ts'
export type { Strings, StringsOverride } from './strings/en.ts'
export { locales } from './strings/languages.ts'
export type { Locale } from './strings/languages.ts'
export { LanguageProvider, StringsProvider, useStrings } from './strings/strings.tsx'
export type { OwnParts, OwnViews } from './swap.tsx'
export { presets } from './theme/presets.ts'
export { themeCss } from './theme/theme.ts'
export type { Theme, ThemeColours } from './theme/theme.ts'
