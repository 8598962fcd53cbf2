import { useState } from 'react'
import { useAccount, useLatchkey, useNetwork } from '../../../react-skin/index.ts'
import { questions, type Asked, type Questions } from './questions.ts'

/** Buttons that send wallet requests. The modal explains each request while the wallet prompts. */
export function AskPanel() {
  const { request, configuration } = useLatchkey()
  const { network, networkId } = useNetwork()
  const namespace = network.chainNamespace
  const account = useAccount(namespace)
  const [said, setSaid] = useState('')
  const asked = questions[namespace]
  if (account.status !== 'connected' || !asked) return null
  const { address } = account
  const ask = async (questionOf: Questions[string]) => {
    setSaid('')
    try {
      const about: Asked = { address, network, tokens: configuration.tokens[networkId] ?? [] }
      const outcome = await request(await questionOf(about), { namespace })
      setSaid('error' in outcome ? outcome.error.message : outcome.status)
    } catch (error) {
      setSaid(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <p className="asks" role="group" aria-label="Requests of the page">
      {Object.entries(asked).map(([name, questionOf]) => (
        <button key={name} type="button" className="plain" onClick={() => void ask(questionOf)}>
          {name}
        </button>
      ))}
      <span role="status">{said}</span>
    </p>
  )
}
