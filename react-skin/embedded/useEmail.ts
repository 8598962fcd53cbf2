import { emailOf } from '../../sdk/skin.ts'
import { useActorSelector } from '../hooks/index.ts'

/** The email address of the user of the embedded wallet, if there is one. */
export function useEmail(): string | undefined {
  const user = useActorSelector('frame', (snapshot) => snapshot?.context.user)
  const persisted = useActorSelector('storage', ({ context }) => context.persisted.embedded)
  return emailOf(user, persisted)
}
