import { createContext, useContext } from 'react'

/** Whether this is rendered before anybody opened it: nothing is fetched for it then. */
export const AheadContext = createContext(false)
export const useAhead = (): boolean => useContext(AheadContext)
