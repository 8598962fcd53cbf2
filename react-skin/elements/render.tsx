import { useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import {
  ConnectButton,
  LatchkeyModal,
  LatchkeyProvider,
  NetworkButton,
  useActorSelector,
  type Locale,
} from '../index.ts'
import type { Latchkey } from '../../sdk/index.ts'

/** The part of the skin that an element shows. */
export type Part = 'button' | 'network' | 'modal'

const parts = { button: ConnectButton, network: NetworkButton, modal: LatchkeyModal } as const satisfies Record<
  Part,
  unknown
>

interface Shown {
  latchkey: Latchkey
  locale: Locale | 'auto' | undefined
}

/** Reports the color scheme to the host element, where the custom properties are set. */
function Scheme({ onScheme }: { onScheme(scheme: 'light' | 'dark'): void }) {
  const scheme = useActorSelector('theme', (snapshot) => (snapshot.hasTag('dark') ? 'dark' : 'light'))
  useLayoutEffect(() => onScheme(scheme), [onScheme, scheme])
  return null
}

/** Renders a part of the skin in an element's shadow root. `show` renders it again, and `stop` removes it. */
export function mount(host: HTMLElement, container: HTMLElement, part: Part) {
  const root = createRoot(container)
  const Drawn = parts[part]
  const say = (scheme: string) => {
    host.dataset['scheme'] = scheme
  }
  return {
    show({ latchkey, locale }: Shown) {
      root.render(
        <LatchkeyProvider latchkey={latchkey} {...(locale && { locale })}>
          <Scheme onScheme={say} />
          <Drawn />
        </LatchkeyProvider>,
      )
    },
    stop: () => root.unmount(),
  }
}
