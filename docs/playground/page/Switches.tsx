import type { ReactNode } from 'react'
import { useSelect, useSend } from '../../../react-skin/index.ts'

const choices = ['light', 'dark', 'system'] as const

/** The same page with one parameter of its address more or less. */
function addressWith(name: string, on: boolean): string {
  const query = new URLSearchParams(location.search)
  query.delete(name)
  if (on) query.set(name, '')
  const text = query.toString().replace(/=(?=&|$)/g, '')
  return text === '' ? location.pathname : `?${text}`
}

const Choice = ({ name, on, off }: { name: string; on: string; off: string }) => {
  const chosen = new URLSearchParams(location.search).has(name)
  return (
    <span className="choice">
      <a href={addressWith(name, false)} aria-current={chosen ? undefined : 'true'}>
        {off}
      </a>
      <a href={addressWith(name, true)} aria-current={chosen ? 'true' : undefined}>
        {on}
      </a>
    </span>
  )
}

/** A family of chains that the page offers beside Ethereum, or not. */
const Family = ({ name, label }: { name: string; label: string }) => {
  const chosen = new URLSearchParams(location.search).has(name)
  return (
    <a href={addressWith(name, !chosen)} aria-current={chosen ? 'true' : undefined}>
      {label}
    </a>
  )
}

/** How the playground shows the modal. The colours are the theme machine's; the rest is read when the page loads. */
export function Switches({ children }: { children: ReactNode }) {
  const send = useSend()
  const theme = useSelect('theme', ({ context }) => context.choice)
  return (
    <nav className="switches" aria-label="How the modal is shown">
      <Choice name="dialog" off="Embedded" on="Dialog" />
      <span className="choice">
        {choices.map((choice) => (
          <button
            key={choice}
            type="button"
            aria-pressed={choice === theme}
            onClick={() => send({ type: 'theme.set', choice })}
          >
            {choice}
          </button>
        ))}
      </span>
      <Choice name="debug" off="Quiet" on="Debug" />
      <span className="choice" role="group" aria-label="Families of chains">
        <span aria-current="true">Ethereum</span>
        <Family name="solana" label="Solana" />
        <Family name="bitcoin" label="Bitcoin" />
      </span>
      <span className="choice">
        <a href="phone.html" target="_blank">
          Phone in a tab
        </a>
      </span>
      {children}
    </nav>
  )
}
