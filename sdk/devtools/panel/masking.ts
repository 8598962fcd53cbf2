import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { maskText, type Mask } from '../mask.ts'

/** How values are shown in this panel. */
export const MaskContext = createContext<Mask>(maskText)
export const useMask = (): Mask => useContext(MaskContext)
