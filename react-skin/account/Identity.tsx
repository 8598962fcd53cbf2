import type { ReactNode } from 'react'
import { shortAddress } from '../../sdk/index.ts'
import { useWord } from '../strings/strings.tsx'
import { CopyButton } from '../components/CopyButton.tsx'
import { Avatar } from '../components/Picture.tsx'
import { useProfile } from './useProfile.ts'

/** The avatar, name and address of an account, with actions next to the address. */
export function Identity({ address, children }: { address: string; children?: ReactNode }) {
  const word = useWord()
  const { name, named, avatar } = useProfile(address)
  return (
    <>
      <Avatar address={address} url={avatar} />
      {named && (
        <p data-part="name" dir="auto">
          {name}
        </p>
      )}
      <p data-part="address" data-second={named || undefined}>
        <span translate="no">{shortAddress(address, 4, 6)}</span>
        <CopyButton text={address} name={word('copyAddress')} />
        {children}
      </p>
    </>
  )
}
