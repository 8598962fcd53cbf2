import { useState } from 'react'
import { parseEther, toHex, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod/mini'
import { coSignerKey } from '../../../mocks/api/sessions.ts'
import type { SandboxChain } from '../../../mocks/sandbox/eip155/chain.ts'
import { sandboxProject } from '../../../mocks/sandbox/project.ts'
import { providerHosts } from '../../../mocks/sandbox/providerPaths.ts'
import { sendWithGrant } from '../../../mocks/sandbox/eip155/smartAccount.ts'
import { useAccount, useLatchkey, useNetwork } from '../../../react-skin/index.ts'

const RECEIVER = '0x000000000000000000000000000000000000dEaD'
const HOUR_S = 3_600
const sessionsSchema = z.object({ pcis: z.array(z.object({ pci: z.string(), context: z.nullish(z.string()) })) })

/** The context of a session as stored by the API, which the keys need to use the session. */
async function fetchContext(caipAddress: string, pci: string): Promise<Hex> {
  const query = new URLSearchParams({ projectId: sandboxProject, st: 'latchkey', sv: 'playground' })
  const response = await fetch(`${providerHosts().blockchain}/v1/sessions/${caipAddress}?${query}`)
  const { pcis } = sessionsSchema.parse(await response.json())
  return pcis.find((session) => session.pci === pci)?.context as Hex
}

/** Uses a smart session: the page's key and the API's key sign together, and the account enforces the permissions. */
export function SessionPanel({ chains }: { chains: readonly SandboxChain[] }) {
  const { grantPermissions, configuration } = useLatchkey()
  const account = useAccount('eip155')
  const { networkId } = useNetwork()
  const [key] = useState(() => privateKeyToAccount(generatePrivateKey()))
  const [grantedPci, setGrantedPci] = useState<string>()
  const [status, setStatus] = useState('')
  const chain = chains.find((candidate) => candidate.networkId === networkId)
  if (!configuration.features.smartSessions || account.status !== 'connected' || !chain) return null

  const requestSession = async () => {
    setStatus('')
    const start = Math.floor(Date.now() / 1_000)
    const allowance = toHex(parseEther('0.01'))
    const outcome = await grantPermissions({
      chainId: toHex(chain.chainId),
      expiry: start + 24 * HOUR_S,
      signer: { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: key.publicKey }] } },
      permissions: [{ type: 'native-token-recurring-allowance', data: { allowance, start, period: HOUR_S } }],
      policies: [],
    })
    if (outcome.status === 'done') setGrantedPci(outcome.value.context)
    setStatus('error' in outcome ? outcome.error.message : outcome.status)
  }
  const spend = async (pci: string) => {
    setStatus('')
    try {
      const context = await fetchContext(account.caipAddress, pci)
      const keys = [privateKeyToAccount(coSignerKey), key]
      await sendWithGrant(chain, context, keys, [{ to: RECEIVER, value: parseEther('0.004') }])
      setStatus('spent')
    } catch (error) {
      setStatus(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <p className="asks" role="group" aria-label="Requests within the session">
      <button type="button" className="plain" onClick={() => void requestSession()}>
        Request 0.01 ETH per hour
      </button>
      <button
        type="button"
        className="plain"
        disabled={!grantedPci}
        onClick={() => grantedPci && void spend(grantedPci)}
      >
        Spend 0.004 ETH
      </button>
      <span role="status">{status}</span>
    </p>
  )
}
