import { createContext, useContext } from 'react'

/** Whether the content is prerendered before it is opened. Nothing is fetched for it then. */
export const AheadContext = createContext(false)
export const useAhead = (): boolean => useContext(AheadContext)
