import { createContext, use } from 'react'
import { masked, type Mask } from './mask.ts'

/** How values are shown here. */
export const MaskContext = createContext<Mask>(masked)
export const useMask = (): Mask => use(MaskContext)
