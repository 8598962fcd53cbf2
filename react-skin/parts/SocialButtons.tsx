import { useEffect, type ReactNode } from 'react'
import { socialCommand, socialNames, type Social } from '../../sdk/index.ts'
import { useLatchkey, useSend } from '../hooks.ts'
import { MoreIcon } from '../moreIcons.tsx'
import { SocialIcon } from '../socialIcons.tsx'
import { useWord } from '../strings/strings.tsx'
import { Button } from './Button.tsx'

/** So many ways stand in a row; where there are more, the last one leads to all of them. */
const IN_ROW = 4

/** Signs in to the embedded wallet by an account elsewhere: the first way by its name, the others by their marks. */
export function SocialButtons() {
  const word = useWord()
  const send = useSend()
  const { configuration, load } = useLatchkey()
  const [first, ...others] = configuration.socials
  const fits = others.length <= IN_ROW
  // Browsers open windows in the press alone: what opens them is there before.
  useEffect(() => {
    if (configuration.socials.some((social) => social !== 'farcaster')) void load('social')
  }, [configuration, load])
  return (
    <div data-part="socials" role="group" aria-label={word('socials')}>
      {first && (
        <Button icon={<SocialIcon social={first} />} onClick={() => send(socialCommand(first))}>
          {word('continueWith', { name: socialNames[first] })}
        </Button>
      )}
      {others.length > 0 && (
        <div data-part="social-row">
          {(fits ? others : others.slice(0, IN_ROW - 1)).map((social) => (
            <SocialButton key={social} social={social} />
          ))}
          {!fits && (
            <MarkButton
              name={word('moreSocials')}
              icon={<MoreIcon />}
              onClick={() => send({ type: 'view.push', view: 'ConnectSocials' })}
            />
          )}
        </div>
      )}
    </div>
  )
}

function SocialButton({ social }: { social: Social }) {
  const word = useWord()
  const send = useSend()
  return (
    <MarkButton
      name={word('continueWith', { name: socialNames[social] })}
      icon={<SocialIcon social={social} />}
      onClick={() => send(socialCommand(social))}
    />
  )
}

/** A button that shows a mark alone; its name is for those who do not see it. */
const MarkButton = ({ name, ...props }: { name: string; icon: ReactNode; onClick: () => void }) => (
  <Button title={name} {...props}>
    <span data-part="unseen">{name}</span>
  </Button>
)
