/** The React skin of Latchkey: `latchkey/react`. A provider, a modal, three buttons and the hooks they are built with. */
export { LatchkeyProvider } from './provider.tsx'
export { LatchkeyCard } from './LatchkeyCard.tsx'
export { LatchkeyModal } from './LatchkeyModal.tsx'
export { ConnectButton } from './ConnectButton.tsx'
export { AccountButton } from './AccountButton.tsx'
export { NetworkButton } from './NetworkButton.tsx'
export type { ButtonState, OpenButtonProps } from './OpenButton.tsx'
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
  useSend,
  useSendCalls,
  useSendTransaction,
  useSignMessage,
  useSwitchNetwork,
} from './hooks.ts'
export type { Asked, LiveRef, LiveSnapshot } from './hooks.ts'
export { en } from './strings/en.ts'
export type { Strings, StringsOverride } from './strings/en.ts'
export { locales } from './strings/languages.ts'
export type { Locale } from './strings/languages.ts'
export { LanguageProvider, StringsProvider } from './strings/replaced.tsx'
export { useStrings } from './strings/strings.tsx'
export { Button, IconButton } from './parts/Button.tsx'
export type { ButtonProps, IconButtonProps } from './parts/Button.tsx'
export { Field } from './parts/Field.tsx'
export type { FieldProps } from './parts/Field.tsx'
export { Note } from './parts/Note.tsx'
export type { NoteProps } from './parts/Note.tsx'
export { Avatar, Picture } from './parts/Picture.tsx'
export type { AvatarProps, PictureProps } from './parts/Picture.tsx'
export { QrCode } from './parts/QrCode.tsx'
export type { QrCodeProps } from './parts/QrCode.tsx'
export { Row, Tag } from './parts/Row.tsx'
export type { RowParts, RowProps, TagProps } from './parts/Row.tsx'
export { Spinner } from './parts/Spinner.tsx'
export type { OwnParts, OwnSlot, OwnSlots, OwnView, OwnViews } from './swap.tsx'
export { presets } from './theme/presets.ts'
export { themeCss } from './theme/theme.ts'
export type { Theme, ThemeColours } from './theme/theme.ts'
