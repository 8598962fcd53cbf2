import { shortAddress } from '../../sdk/index.ts'
import { useActorSelector } from '../hooks/index.ts'

const NAME_AT_MOST = 20

/** The display name of an account: its own name or its address, both shortened, and its avatar. */
export function useProfile(address: string): { name: string; named: boolean; avatar: string | undefined } {
  const profile = useActorSelector('account', (snapshot) => snapshot?.context.profile)
  const owner = useActorSelector('account', (snapshot) => snapshot?.context.connection.address)
  const { name = '', avatar } = (owner === address && profile) || {}
  const letters = Array.from(name.trim())
  const short = letters.length > NAME_AT_MOST ? `${letters.slice(0, NAME_AT_MOST - 1).join('')}…` : letters.join('')
  return { name: short || shortAddress(address, 4, 6), named: short !== '', avatar: avatar || undefined }
}
