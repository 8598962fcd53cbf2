import { useContext } from 'react'
import type { Latchkey } from '../../sdk/index.ts'
import { LatchkeyContext } from './LatchkeyContext.ts'

/**
 * Returns the instance of the nearest `<LatchkeyProvider>`.
 * @returns The instance.
 * @throws Error if there is no provider above the component.
 */
export function useLatchkey(): Latchkey {
  const latchkey = useContext(LatchkeyContext)
  if (!latchkey) throw new Error('Please render <LatchkeyProvider> before using useLatchkey hook')
  return latchkey
}
