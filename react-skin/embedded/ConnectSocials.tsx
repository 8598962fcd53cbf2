import { socialCommand, socialNames, type Social } from '../../sdk/index.ts'
import { useLatchkey, useDispatch } from '../hooks/index.ts'
import { List, Row } from '../components/Row.tsx'
import { SocialIcon } from './socialIcons.tsx'
import { useStrings } from '../strings/strings.tsx'

const own = (social: Social) => social

/** All social login providers. */
export function ConnectSocials() {
  const { titles } = useStrings()
  const dispatch = useDispatch()
  const { socials } = useLatchkey().configuration
  return (
    <div data-part="view">
      <List label={titles.ConnectSocials} items={socials} keyOf={own}>
        {(social, tabIndex) => (
          <Row
            tabIndex={tabIndex}
            name={socialNames[social]}
            picture={
              <span data-part="picture" data-tone="plain">
                <SocialIcon social={social} />
              </span>
            }
            onClick={() => dispatch(socialCommand(social))}
          />
        )}
      </List>
    </div>
  )
}
