import { CopyButton } from './CopyButton.tsx'
import { codeFile, frameworkIn, frameworks, type Framework } from './code.ts'
import { replaceParameter, useQuery } from './query.ts'

/** The settings as a complete file of a framework. */
export function CodePanel() {
  const query = useQuery()
  const framework = frameworkIn(query)
  const { name, code } = codeFile(framework, query)
  return (
    <section className="code" id="code" aria-labelledby="code-title">
      <header>
        <h2 id="code-title">Your settings as code</h2>
        <p>A complete file, with public networks instead of the sandbox’s chains.</p>
      </header>
      <div className="frameworks" role="radiogroup" aria-label="Framework">
        {(Object.keys(frameworks) as Framework[]).map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name="framework"
              checked={choice === framework}
              onChange={() => replaceParameter('code', choice === 'react' ? undefined : choice)}
            />
            {frameworks[choice]}
          </label>
        ))}
      </div>
      <figure className="block">
        <figcaption>
          <span>{name}</span>
          <CopyButton text={() => code} label="Copy code" />
        </figcaption>
        {/* It scrolls, also by keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <pre tabIndex={0} aria-label={name}>
          <code>{code}</code>
        </pre>
      </figure>
    </section>
  )
}
