import { useState } from 'react'
import { useAccount, useLatchkey, useNetwork } from '../../../react-skin/index.ts'
import type { RpcCall } from '../../../sdk/index.ts'

const SPENDER = '0x000000000000000000000000000000000000dEaD'
const ALL = 'f'.repeat(64)
const hex = (text: string) =>
  `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** What the page may ask of an account of Ethereum, by what a button says. */
const questions: Readonly<Record<string, (address: string, chainId: number, token: string) => RpcCall>> = {
  'Sign a message': (address) => ({
    method: 'personal_sign',
    params: [hex('Welcome to the shop.\nIt costs nothing.'), address],
  }),
  'Sign typed data': (address, chainId, token) => ({
    method: 'eth_signTypedData_v4',
    params: [
      address,
      JSON.stringify({
        domain: { name: 'Shop', chainId, verifyingContract: token },
        primaryType: 'Order',
        types: {
          EIP712Domain: [
            { name: 'name', type: 'string' },
            { name: 'chainId', type: 'uint256' },
            { name: 'verifyingContract', type: 'address' },
          ],
          Order: [
            { name: 'book', type: 'string' },
            { name: 'copies', type: 'uint256' },
          ],
        },
        message: { book: 'The Sandbox', copies: '2' },
      }),
    ],
  }),
  'Allow a token without a limit': (address, _, token) => ({
    method: 'eth_sendTransaction',
    params: [{ from: address, to: token, data: `0x095ea7b3${SPENDER.slice(2).padStart(64, '0')}${ALL}` }],
  }),
}

/** A page that asks its visitor's wallet: the modal says what it means, and the wallet decides. */
export function AskPanel() {
  const { request, configuration } = useLatchkey()
  const account = useAccount('eip155')
  const { network, networkId } = useNetwork()
  const [said, setSaid] = useState('')
  const [token] = configuration.tokens[networkId] ?? []
  if (account.status !== 'connected' || network.chainNamespace !== 'eip155' || !token) return null
  const ask = async (call: RpcCall) => {
    setSaid('')
    const outcome = await request(call, { namespace: 'eip155' })
    setSaid('error' in outcome ? outcome.error.message : outcome.status)
  }
  return (
    <p className="asks" role="group" aria-label="The page asks the wallet">
      {Object.entries(questions).map(([name, questionOf]) => (
        <button
          key={name}
          type="button"
          className="plain"
          onClick={() => void ask(questionOf(account.address, Number(network.id), token.address))}
        >
          {name}
        </button>
      ))}
      <span role="status">{said}</span>
    </p>
  )
}
