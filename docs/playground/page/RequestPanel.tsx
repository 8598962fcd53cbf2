import { useState } from 'react'
import { useAccount, useLatchkey, useNetwork } from '../../../react-skin/index.ts'
import { requestCreators, tokenRequests, type RequestContext, type RequestCreators } from './requests.ts'

/** Buttons that send wallet requests. The modal explains each request while the wallet prompts. */
export function RequestPanel() {
  const { request, configuration } = useLatchkey()
  const { network, networkId } = useNetwork()
  const namespace = network.chainNamespace
  const account = useAccount(namespace)
  const [status, setStatus] = useState('')
  const creators = requestCreators[namespace]
  if (account.status !== 'connected' || !creators) return null
  const { address } = account
  const hasTokens = (configuration.tokens[networkId] ?? []).length > 0
  const sendRequest = async (createRequest: RequestCreators[string]) => {
    setStatus('')
    try {
      const context: RequestContext = { address, network, tokens: configuration.tokens[networkId] ?? [] }
      const outcome = await request(await createRequest(context), { namespace })
      setStatus('error' in outcome ? outcome.error.message : outcome.status)
    } catch (error) {
      setStatus(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <p className="asks" role="group" aria-label="Requests of the page">
      {Object.entries(creators)
        .filter(([name]) => hasTokens || !tokenRequests.includes(name))
        .map(([name, createRequest]) => (
          <button key={name} type="button" className="plain" onClick={() => void sendRequest(createRequest)}>
            {name}
          </button>
        ))}
      <span role="status">{status}</span>
    </p>
  )
}
