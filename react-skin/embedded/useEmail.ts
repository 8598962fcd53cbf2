import { emailOf } from '../../sdk/skin.ts'
import { useSelect } from '../hooks/hooks.ts'

/** The email address of the user of the embedded wallet, if there is one. */
export function useEmail(): string | undefined {
  const user = useSelect('frame', (snapshot) => snapshot?.context.user)
  const persisted = useSelect('storage', ({ context }) => context.persisted.embedded)
  return emailOf(user, persisted)
}
