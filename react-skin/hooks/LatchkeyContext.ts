import { createContext } from 'react'
import type { Latchkey } from '../../sdk/index.ts'

/** Holds the instance of `<LatchkeyProvider>`. */
export const LatchkeyContext = createContext<Latchkey | undefined>(undefined)
