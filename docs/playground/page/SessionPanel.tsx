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
const listed = z.object({ pcis: z.array(z.object({ pci: z.string(), context: z.nullish(z.string()) })) })

/** The context of a session as stored by the API, which the keys need to use the session. */
async function contextOf(caipAddress: string, pci: string): Promise<Hex> {
  const query = new URLSearchParams({ projectId: sandboxProject, st: 'latchkey', sv: 'playground' })
  const answer = await fetch(`${providerHosts().blockchain}/v1/sessions/${caipAddress}?${query}`)
  const { pcis } = listed.parse(await answer.json())
  return pcis.find((each) => each.pci === pci)?.context as Hex
}

/** Uses a smart session: the page's key and the API's key sign together, and the account enforces the permissions. */
export function SessionPanel({ chains }: { chains: readonly SandboxChain[] }) {
  const { grantPermissions, configuration } = useLatchkey()
  const account = useAccount('eip155')
  const { networkId } = useNetwork()
  const [key] = useState(() => privateKeyToAccount(generatePrivateKey()))
  const [granted, setGranted] = useState<string>()
  const [said, setSaid] = useState('')
  const chain = chains.find((each) => each.networkId === networkId)
  if (!configuration.features.smartSessions || account.status !== 'connected' || !chain) return null

  const ask = async () => {
    setSaid('')
    const start = Math.floor(Date.now() / 1_000)
    const allowance = toHex(parseEther('0.01'))
    const outcome = await grantPermissions({
      chainId: toHex(chain.chainId),
      expiry: start + 24 * HOUR_S,
      signer: { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: key.publicKey }] } },
      permissions: [{ type: 'native-token-recurring-allowance', data: { allowance, start, period: HOUR_S } }],
      policies: [],
    })
    if (outcome.status === 'done') setGranted(outcome.value.context)
    setSaid('error' in outcome ? outcome.error.message : outcome.status)
  }
  const spend = async (pci: string) => {
    setSaid('')
    try {
      const context = await contextOf(account.caipAddress, pci)
      const keys = [privateKeyToAccount(coSignerKey), key]
      await sendWithGrant(chain, context, keys, [{ to: RECEIVER, value: parseEther('0.004') }])
      setSaid('spent')
    } catch (error) {
      setSaid(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <p className="asks" role="group" aria-label="Requests within the session">
      <button type="button" className="plain" onClick={() => void ask()}>
        Request 0.01 ETH per hour
      </button>
      <button type="button" className="plain" disabled={!granted} onClick={() => granted && void spend(granted)}>
        Spend 0.004 ETH
      </button>
      <span role="status">{said}</span>
    </p>
  )
}
