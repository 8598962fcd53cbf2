import { useEffect, type ReactNode } from 'react'
import type { Latchkey } from '../sdk/index.ts'
import { LatchkeyContext } from './hooks.ts'

/** Hands an instance to the components below, and keeps it started for as long as it is mounted. */
export function LatchkeyProvider({ latchkey, children }: { latchkey: Latchkey; children?: ReactNode }) {
  useEffect(() => latchkey.start(), [latchkey])
  return <LatchkeyContext value={latchkey}>{children}</LatchkeyContext>
}
