export { WalletCompatibleNetworks } from './WalletCompatibleNetworks.tsx'
export { SwitchActiveChain } from './SwitchActiveChain.tsx'
export { Networks } from './Networks.tsx'
export { UnsupportedChain } from './UnsupportedChain.tsx'
