/** The React skin of Latchkey: `latchkey/react`. A provider, a modal, three buttons and the hooks they are built with. */
export { LatchkeyProvider } from './provider.tsx'
export { LatchkeyCard } from './shell/LatchkeyCard.tsx'
export { LatchkeyModal } from './shell/LatchkeyModal.tsx'
export { ConnectButton } from './connection/ConnectButton.tsx'
export { AccountButton } from './account/AccountButton.tsx'
export { NetworkButton } from './network/NetworkButton.tsx'
export type { ButtonState, OpenButtonProps } from './shell/OpenButton.tsx'
export {
  useAccount,
  useActor,
  useBalance,
  useConnect,
  useDisconnect,
  useSignIn,
  useLatchkey,
  useModal,
  useNetwork,
  useNetworkImage,
  useSelect,
  useDispatch,
  useSendCalls,
  useSendTransaction,
  useSignMessage,
  useSwitchNetwork,
} from './hooks/hooks.ts'
export type { Asked, LiveRef, LiveSnapshot } from './hooks/hooks.ts'
export { en } from './strings/en.ts'
export type { Strings, StringsOverride } from './strings/en.ts'
export { locales } from './strings/languages.ts'
export type { Locale } from './strings/languages.ts'
export { LanguageProvider, StringsProvider } from './strings/replaced.tsx'
export { useStrings } from './strings/strings.tsx'
export { Button, IconButton } from './components/Button.tsx'
export type { ButtonProps, IconButtonProps } from './components/Button.tsx'
export { Field } from './components/Field.tsx'
export type { FieldProps } from './components/Field.tsx'
export { Note } from './components/Note.tsx'
export type { NoteProps } from './components/Note.tsx'
export { Avatar, Picture } from './components/Picture.tsx'
export type { AvatarProps, PictureProps } from './components/Picture.tsx'
export { QrCode } from './components/QrCode.tsx'
export type { QrCodeProps } from './components/QrCode.tsx'
export { Row, Tag } from './components/Row.tsx'
export type { RowParts, RowProps, TagProps } from './components/Row.tsx'
export { Spinner } from './components/Spinner.tsx'
export type { OwnParts } from './components/ownParts.ts'
export type { OwnSlot, OwnSlots, OwnView, OwnViews } from './components/replaceable.tsx'
export { presets } from './theme/presets.ts'
export { themeCss } from './theme/theme.ts'
export type { Theme, ThemeColours } from './theme/theme.ts'
