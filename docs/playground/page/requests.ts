import type { Namespace, Network, RpcCall, Token } from '../../../sdk/index.ts'

/** The account and network of a request, with the tokens that the page lists on that network. */
export interface RequestContext {
  address: string
  network: Network
  tokens: readonly Token[]
}
/** Requests by the label of their button. */
export type RequestCreators = Readonly<Record<string, (context: RequestContext) => RpcCall | Promise<RpcCall>>>

const SPENDER = '0x000000000000000000000000000000000000dEaD'
const ALL = 'f'.repeat(64)
const hex = (text: string) =>
  `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** The message to sign. */
export const message = 'Welcome to the shop.\nIt costs nothing.'

const ethereumRequests: RequestCreators = {
  'Sign a message': ({ address }) => ({ method: 'personal_sign', params: [hex(message), address] }),
  'Sign typed data': ({ address, network, tokens: [token] }) => ({
    method: 'eth_signTypedData_v4',
    params: [
      address,
      JSON.stringify({
        domain: { name: 'Shop', chainId: Number(network.id), verifyingContract: token?.address ?? SPENDER },
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
  'Approve an unlimited allowance': ({ address, tokens: [token] }) => ({
    method: 'eth_sendTransaction',
    params: [{ from: address, to: token?.address, data: `0x095ea7b3${SPENDER.slice(2).padStart(64, '0')}${ALL}` }],
  }),
}

// Loaded on demand because it needs a library.
const loadSolana = () => import('./solanaRequests.ts')
const solanaRequests: RequestCreators = {
  'Sign a message': async (context) => (await loadSolana()).signMessage(context),
  'Send 0.25 SOL': async (context) => (await loadSolana()).send(context),
  'Allow 25 USDX': async (context) => (await loadSolana()).approve(context, 25_000_000n),
  'Approve an unlimited allowance': async (context) => (await loadSolana()).approve(context, 2n ** 64n - 1n),
  'Call an unknown program': async (context) => (await loadSolana()).callProgram(context),
}

const bitcoinRequests: RequestCreators = {
  'Sign a message': ({ address }) => ({
    method: 'signMessage',
    params: { account: address, message, protocol: 'bip322' },
  }),
  'Pay 0.01 BTC': async (context) => (await import('./bitcoinRequests.ts')).createPayment(context),
}

/** The requests that need a token, which simulated chains do not have. */
export const tokenRequests: readonly string[] = [
  'Approve an unlimited allowance',
  'Allow 25 USDX',
  'Call an unknown program',
]

/** The requests by namespace. */
export const requestCreators: Readonly<Partial<Record<Namespace, RequestCreators>>> = {
  eip155: ethereumRequests,
  solana: solanaRequests,
  bip122: bitcoinRequests,
}
