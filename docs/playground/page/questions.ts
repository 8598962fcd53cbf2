import type { Namespace, Network, RpcCall, Token } from '../../../sdk/index.ts'

/** The account and network of a request, with the tokens that the page lists on that network. */
export interface Asked {
  address: string
  network: Network
  tokens: readonly Token[]
}
/** Requests by the label of their button. */
export type Questions = Readonly<Record<string, (asked: Asked) => RpcCall | Promise<RpcCall>>>

const SPENDER = '0x000000000000000000000000000000000000dEaD'
const ALL = 'f'.repeat(64)
const hex = (text: string) =>
  `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** The message to sign. */
export const message = 'Welcome to the shop.\nIt costs nothing.'

const ofEthereum: Questions = {
  'Sign a message': ({ address }) => ({ method: 'personal_sign', params: [hex(message), address] }),
  'Sign typed data': ({ address, network, tokens: [token] }) => ({
    method: 'eth_signTypedData_v4',
    params: [
      address,
      JSON.stringify({
        domain: { name: 'Shop', chainId: Number(network.id), verifyingContract: token?.address },
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
const solana = () => import('./solanaQuestions.ts')
const ofSolana: Questions = {
  'Sign a message': async (asked) => (await solana()).signMessage(asked),
  'Send 0.25 SOL': async (asked) => (await solana()).send(asked),
  'Allow 25 USDX': async (asked) => (await solana()).allow(asked, 25_000_000n),
  'Approve an unlimited allowance': async (asked) => (await solana()).allow(asked, 2n ** 64n - 1n),
  'Call an unknown program': async (asked) => (await solana()).callProgram(asked),
}

const ofBitcoin: Questions = {
  'Sign a message': ({ address }) => ({
    method: 'signMessage',
    params: { account: address, message, protocol: 'bip322' },
  }),
  'Pay 0.01 BTC': async (asked) => (await import('./bitcoinQuestions.ts')).pay(asked),
}

/** The requests by namespace. */
export const questions: Readonly<Partial<Record<Namespace, Questions>>> = {
  eip155: ofEthereum,
  solana: ofSolana,
  bip122: ofBitcoin,
}
