import { shortAddress } from '../../sdk/index.ts'
import { useSelect } from '../hooks.ts'

const NAME_AT_MOST = 20

/** What an account is called: its own name where it has one, else its address, both short enough to show. */
export function useProfile(address: string): { name: string; named: boolean; avatar: string | undefined } {
  const profile = useSelect('account', (snapshot) => snapshot?.context.profile)
  const owner = useSelect('account', (snapshot) => snapshot?.context.connection.address)
  const { name = '', avatar } = (owner === address && profile) || {}
  const letters = Array.from(name.trim())
  const short = letters.length > NAME_AT_MOST ? `${letters.slice(0, NAME_AT_MOST - 1).join('')}…` : letters.join('')
  return { name: short || shortAddress(address, 4, 6), named: short !== '', avatar: avatar || undefined }
}
