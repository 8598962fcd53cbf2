export { Swap } from './Swap.tsx'
export { SwapSelectToken } from './SwapSelectToken.tsx'
export { SwapPreview } from './SwapPreview.tsx'
export { SwapConfirmed } from './SwapConfirmed.tsx'
