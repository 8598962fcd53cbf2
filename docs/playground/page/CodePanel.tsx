import { useEffect, useState } from 'react'
import { useLatchkey, useActorSelector } from '../../../react-skin/index.ts'
import { optionsCode, reactCode, type PageState } from './code.ts'
import type { Appearance } from './appearance.ts'

const STATUS_MS = 2_000

/** The current configuration, as code to copy. */
export function CodePanel({ appearance }: { appearance: Appearance }) {
  const { configuration } = useLatchkey()
  const scheme = useActorSelector('theme', ({ context }) => context.choice)
  const has = (namespace: string) => configuration.namespaces.some((candidate) => candidate === namespace)
  const state: PageState = {
    appearance,
    scheme,
    namespaces: [...(has('solana') ? ['solana' as const] : []), ...(has('bip122') ? ['bitcoin' as const] : [])],
    configuration,
  }
  return (
    <section className="code" id="code" aria-labelledby="code-title">
      <header>
        <h2 id="code-title">Your options as code</h2>
        <p>The code for the options above, with public networks instead of the local chains.</p>
      </header>
      <div className="blocks">
        <Block name="latchkey.ts" code={optionsCode(state)} />
        <Block name="Wallet.tsx" code={reactCode(state)} />
      </div>
    </section>
  )
}

function Block({ name, code }: { name: string; code: string }) {
  const [status, setStatus] = useState('')
  useEffect(() => {
    if (status === '') return undefined
    const timer = setTimeout(() => setStatus(''), STATUS_MS)
    return () => clearTimeout(timer)
  }, [status])
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => setStatus('Copied'),
      () => setStatus('The browser did not allow copying'),
    )
  return (
    <figure className="block">
      <figcaption>
        <span>{name}</span>
        <span role="status">{status}</span>
        <button type="button" className="plain" aria-label={`Copy ${name}`} onClick={() => void copy()}>
          Copy
        </button>
      </figcaption>
      {/* It scrolls, also by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} aria-label={name}>
        <code>{code}</code>
      </pre>
    </figure>
  )
}
