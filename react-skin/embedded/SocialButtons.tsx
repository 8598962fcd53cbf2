import { useEffect, type ReactNode } from 'react'
import { socialCommand, socialNames, type Social } from '../../sdk/index.ts'
import { useLatchkey, useDispatch } from '../hooks/index.ts'
import { MoreIcon } from '../components/moreIcons.tsx'
import { SocialIcon } from './socialIcons.tsx'
import { useWord } from '../strings/strings.tsx'
import { Button } from '../components/Button.tsx'

/** The maximum number of providers in a row. If there are more, the last button opens all of them. */
const IN_ROW = 4

/** Signs in to the embedded wallet with a social account: the first provider by name, the others by logo. */
export function SocialButtons() {
  const word = useWord()
  const dispatch = useDispatch()
  const { configuration, load } = useLatchkey()
  const [first, ...others] = configuration.socials
  const fits = others.length <= IN_ROW
  // Browsers only open popups during a click, so the code that opens them is loaded before.
  useEffect(() => {
    if (configuration.socials.some((social) => social !== 'farcaster')) void load('social')
  }, [configuration, load])
  return (
    <div data-part="socials" role="group" aria-label={word('socials')}>
      {first && (
        <Button icon={<SocialIcon social={first} />} onClick={() => dispatch(socialCommand(first))}>
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
              onClick={() => dispatch({ type: 'view.push', view: 'ConnectSocials' })}
            />
          )}
        </div>
      )}
    </div>
  )
}

function SocialButton({ social }: { social: Social }) {
  const word = useWord()
  const dispatch = useDispatch()
  return (
    <MarkButton
      name={word('continueWith', { name: socialNames[social] })}
      icon={<SocialIcon social={social} />}
      onClick={() => dispatch(socialCommand(social))}
    />
  )
}

/** A button with only a logo. Its name is read by screen readers. */
const MarkButton = ({ name, ...props }: { name: string; icon: ReactNode; onClick: () => void }) => (
  <Button title={name} {...props}>
    <span data-part="unseen">{name}</span>
  </Button>
)
