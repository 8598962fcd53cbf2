import { useEffect, useState } from 'react'

/** What the sandbox's provider can be like, in the words of the page. */
const scenarios = {
  '': 'Provider as it should be',
  slow: 'Slow provider',
  offline: 'Provider out of reach',
  tooManyRequests: 'Too many requests (429)',
  serverError: 'Provider down (500)',
  forbidden: 'Origin refused (403)',
  malformedJson: 'Malformed answers',
  wrongShape: 'Answers of another shape',
  empty: 'Nothing in it',
  huge: 'Huge: 10,000 wallets, 100,000 transactions',
} as const

const set = (name: string) =>
  fetch('/provider/scenario', { method: 'PUT', body: JSON.stringify(name === '' ? null : { name }) })

/** Makes the provider slow, absent or wrong, for the whole server and from the next call on. */
export function ScenarioPicker() {
  const [chosen, setChosen] = useState('')
  useEffect(() => {
    const control = new AbortController()
    fetch('/provider/scenario', { signal: control.signal })
      .then((response) => response.json())
      .then((setting: { name: string } | null) => setChosen(setting?.name ?? ''))
      .catch(() => {})
    return () => control.abort()
  }, [])
  return (
    <select
      className="picker"
      aria-label="What the provider is like"
      value={chosen}
      onChange={({ target: { value } }) => {
        setChosen(value)
        void set(value)
      }}
    >
      {Object.entries(scenarios).map(([name, words]) => (
        <option key={name} value={name}>
          {words}
        </option>
      ))}
    </select>
  )
}
