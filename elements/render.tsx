import { useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import {
  ConnectButton,
  LatchkeyModal,
  LatchkeyProvider,
  NetworkButton,
  useSelect,
  type Locale,
} from '../react-skin/index.ts'
import type { Latchkey } from '../sdk/index.ts'

/** What of the skin an element is. */
export type Part = 'button' | 'network' | 'modal'

const parts = { button: ConnectButton, network: NetworkButton, modal: LatchkeyModal } as const satisfies Record<
  Part,
  unknown
>

interface Shown {
  latchkey: Latchkey
  locale: Locale | 'auto' | undefined
}

/** Tells the element which colours are shown, since its properties are set there. */
function Scheme({ onScheme }: { onScheme(scheme: 'light' | 'dark'): void }) {
  const scheme = useSelect('theme', (snapshot) => (snapshot.hasTag('dark') ? 'dark' : 'light'))
  useLayoutEffect(() => onScheme(scheme), [onScheme, scheme])
  return null
}

/** Draws a part of the skin in an element's shadow root. `show` draws it anew, `stop` takes it away. */
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
