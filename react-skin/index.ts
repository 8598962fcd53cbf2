/** The React skin of Latchkey: a provider, a modal, three buttons and the hooks they are made of. */
export { LatchkeyProvider } from './provider.tsx'
export { LatchkeyModal } from './LatchkeyModal.tsx'
export { ConnectButton } from './ConnectButton.tsx'
export { AccountButton } from './AccountButton.tsx'
export { NetworkButton } from './NetworkButton.tsx'
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
export { StringsProvider, useStrings } from './strings/strings.tsx'
