import { followChanges } from './followChanges.ts'
import type { Instance, LatchkeyState } from './instance.ts'
import { getAccount } from '../account/getAccount.ts'
import { getNetwork } from '../network/getNetwork.ts'
import { getSignIn } from '../sign-in/getSignIn.ts'

/** Calls `listener` with the state of an instance, immediately and on every change. */
export function subscribe(
  instance: Pick<Instance, 'actor' | 'find' | 'watch' | 'namespaces'>,
  listener: (state: LatchkeyState) => void,
): () => void {
  const { actor, find, namespaces } = instance
  let previous = ''
  const notify = () => {
    const state: LatchkeyState = {
      isOpen: actor('modal').getSnapshot().hasTag('open'),
      isLoading: (['network', 'send', ...namespaces] as const).some((name) => find(name)?.getSnapshot().hasTag('busy')),
      account: getAccount(instance),
      network: getNetwork(instance),
      signIn: getSignIn(instance),
    }
    const serialized = JSON.stringify(state)
    if (serialized === previous) return
    previous = serialized
    listener(state)
  }
  notify()
  return followChanges(instance, ['modal', 'network', 'send', 'signIn', ...namespaces], notify)
}
