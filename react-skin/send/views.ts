export { WalletSend } from './WalletSend.tsx'
export { WalletSendSelectToken } from './WalletSendSelectToken.tsx'
export { WalletSendPreview } from './WalletSendPreview.tsx'
export { WalletSendConfirmed } from './WalletSendConfirmed.tsx'
