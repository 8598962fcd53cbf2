import { account } from './account.ts'
import { connecting } from './connecting.ts'
import { embedded } from './embedded.ts'
import { names } from './names.ts'
import { namespaces } from './namespaces.ts'
import { onramp } from './onramp.ts'
import { own } from './own.tsx'
import { pay } from './pay.ts'
import { signIn } from './signIn.ts'
import { smartSession } from './smartSession.ts'
import type { Scene } from './stage.tsx'
import { swap } from './swap.ts'
import { transfer } from './transfer.ts'

/** Every view, and states of it. A comma separates the name of a view from the name of a state. */
export const scenes: Readonly<Record<string, Scene>> = {
  ...connecting,
  ...account,
  ...signIn,
  ...embedded,
  ...smartSession,
  ...transfer,
  ...names,
  ...swap,
  ...pay,
  ...namespaces,
  ...onramp,
  ...own,
}

export const isState = (name: string) => name.includes(',')
