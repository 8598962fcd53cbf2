/** An app that uses wagmi's hooks only, without imports of Latchkey. */
import { parseEther } from 'viem'
import {
  useAccount,
  useBalance,
  useConnect,
  useDisconnect,
  useSendTransaction,
  useSignMessage,
  useSwitchChain,
  useVerifyMessage,
} from 'wagmi'

const receiver = '0x000000000000000000000000000000000000dEaD'
const message = 'Hello from wagmi'

export function Visitor() {
  const { connect, connectors, error, status } = useConnect()
  const account = useAccount()
  if (account.status === 'connected') return <Account address={account.address} chainId={account.chainId} />
  return (
    <>
      <p role="status">{account.status === 'disconnected' ? 'Nobody is connected' : 'Waiting for a wallet'}</p>
      {connectors.map((connector) => (
        <p key={connector.uid}>
          <button disabled={status === 'pending'} onClick={() => connect({ connector })}>
            Connect with {connector.name}
          </button>
        </p>
      ))}
      <p role="alert">{error && `${error.name}: ${error.message.split('\n')[0]}`}</p>
    </>
  )
}

function Account({ address, chainId }: { address: `0x${string}`; chainId: number }) {
  const { disconnect } = useDisconnect()
  const { chains, error, switchChain } = useSwitchChain()
  const { data: balance } = useBalance({ address, chainId, query: { refetchInterval: 1_000 } })
  const sending = useSendTransaction()
  const signing = useSignMessage()
  const verified = useVerifyMessage({
    address,
    message,
    ...(signing.data && { signature: signing.data }),
    query: { enabled: signing.data !== undefined },
  })
  return (
    <>
      <h2>Account</h2>
      <p>{address}</p>
      <p>{balance && `${balance.value} wei`}</p>
      <label htmlFor="chain">Chain</label>
      <select id="chain" value={chainId} onChange={({ target }) => switchChain({ chainId: Number(target.value) })}>
        {chains.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <p role="alert">{error?.name}</p>
      <p>
        <button onClick={() => sending.sendTransaction({ to: receiver, value: parseEther('0.125') })}>Send</button>
        <button onClick={() => signing.signMessage({ message })}>Sign</button>
        <button onClick={() => disconnect()}>Disconnect</button>
      </p>
      <p role="status">{sending.data ? `Sent: ${sending.data}` : sending.error?.name}</p>
      <p role="status">{verified.data ? 'Signed, and verified' : signing.error?.name}</p>
    </>
  )
}
