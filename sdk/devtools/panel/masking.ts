import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { masked, type Mask } from '../mask.ts'

/** How values are shown in this panel. */
export const MaskContext = createContext<Mask>(masked)
export const useMask = (): Mask => useContext(MaskContext)
