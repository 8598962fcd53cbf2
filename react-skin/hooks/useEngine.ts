import { useSyncExternalStore } from 'react'
import type { EngineStatus } from '../../sdk/index.ts'
import { useLatchkey } from './useLatchkey.ts'

/** The status on a server and during hydration. */
const notLoaded = () => 'idle' as const

/** Whether the machines of the instance are loaded; they are loaded on first use. */
export function useEngine(): EngineStatus {
  const { watchStatus, status } = useLatchkey()
  return useSyncExternalStore(watchStatus, status, notLoaded)
}
