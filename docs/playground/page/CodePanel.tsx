import { useEffect, useState } from 'react'
import { useLatchkey, useActorSelector } from '../../../react-skin/index.ts'
import { optionsCode, reactCode, type Shown } from './code.ts'
import type { Look } from './look.ts'

const SAID_MS = 2_000

/** The current configuration, as code to copy. */
export function CodePanel({ look }: { look: Look }) {
  const { configuration } = useLatchkey()
  const scheme = useActorSelector('theme', ({ context }) => context.choice)
  const has = (namespace: string) => configuration.namespaces.some((offered) => offered === namespace)
  const shown: Shown = {
    look,
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
        <Block name="latchkey.ts" code={optionsCode(shown)} />
        <Block name="Wallet.tsx" code={reactCode(shown)} />
      </div>
    </section>
  )
}

function Block({ name, code }: { name: string; code: string }) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (said === '') return undefined
    const timer = setTimeout(() => setSaid(''), SAID_MS)
    return () => clearTimeout(timer)
  }, [said])
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => setSaid('Copied'),
      () => setSaid('The browser did not allow copying'),
    )
  return (
    <figure className="block">
      <figcaption>
        <span>{name}</span>
        <span role="status">{said}</span>
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
