/** The test wallet as browser wallets appear: through Wallet Standard, and as in sats-connect. */
import { NETWORK } from '@scure/btc-signer'
import { bitcoinSigner, bitcoinWallet, type Answer, type BitcoinSigner } from '../../../support/bitcoinWallet.ts'

const toHex = (data: Uint8Array) => Buffer.from(data).toString('hex')

interface StandardWallet {
  version: string
  name: string
  icon: string
  chains: string[]
  accounts: { address: string; publicKey: Uint8Array; chains: string[]; features: string[] }[]
  features: Record<string, unknown>
}

export const icon = 'data:image/svg+xml;base64,PHN2Zy8+'

/** The wallet for Wallet Standard. `features` replaces features, or removes those that are `undefined`. */
export function standardBitcoinWallet(signer: BitcoinSigner = bitcoinSigner(), features: Record<string, unknown> = {}) {
  const changed = new Set<(properties: unknown) => void>()
  const account = (address: string) => ({
    address,
    publicKey: signer.publicKey,
    chains: [signer.network === NETWORK ? 'bitcoin:mainnet' : 'bitcoin:testnet'],
    features: ['bitcoin:signMessage', 'bitcoin:signTransaction'],
  })
  const { ordinal, payment } = signer.addresses
  const usual = {
    'bitcoin:connect': {
      version: '1.0.0',
      async connect() {
        wallet.accounts = [account(payment), account(ordinal)]
        return { accounts: wallet.accounts }
      },
    },
    'bitcoin:signMessage': {
      version: '1.0.0',
      async signMessage(input: { account: { address: string }; message: Uint8Array }) {
        const text = new TextDecoder().decode(input.message)
        return [{ signedMessage: input.message, signature: signer.signBip322(input.account.address, text) }]
      },
    },
    'bitcoin:signTransaction': {
      version: '1.0.0',
      async signTransaction(input: {
        psbt: Uint8Array
        inputsToSign: { account: { address: string }; signingIndexes: number[] }[]
      }) {
        const inputs = input.inputsToSign.flatMap(({ account: { address }, signingIndexes }) =>
          signingIndexes.map((index) => ({ address, index })),
        )
        return [{ signedPsbt: signer.signPsbt(input.psbt, inputs) }]
      },
    },
    'bitcoin:disconnect': {
      version: '1.0.0',
      async disconnect() {
        wallet.accounts = []
      },
    },
    'standard:events': {
      version: '1.0.0',
      on: (_: 'change', listener: (properties: unknown) => void) => (
        changed.add(listener),
        () => changed.delete(listener)
      ),
    },
  }
  const wallet: StandardWallet = {
    version: '1.0.0',
    name: 'Standard Wallet',
    icon,
    chains: ['bitcoin:mainnet', 'bitcoin:testnet'],
    accounts: [],
    features: Object.fromEntries(
      Object.entries({ ...usual, ...features }).filter(([, feature]) => feature !== undefined),
    ),
  }
  return {
    wallet,
    account,
    hearers: changed,
    change: (properties: unknown) => changed.forEach((listener) => listener(properties)),
  }
}

type Heard = (event: unknown) => void

/** How a wallet is observed: as in sats-connect 0.16, or as before. Each refuses the other form. */
export const listening = {
  today(listener: unknown): [string, Heard] {
    const { eventName, cb } = Object(listener) as { eventName: unknown; cb: Heard }
    if (typeof eventName !== 'string') throw new TypeError('A listener has an eventName')
    return [eventName, cb]
  },
  before(eventName: unknown, cb: unknown): [string, Heard] {
    if (typeof eventName !== 'string') throw new TypeError('The first argument is the name of an event')
    return [eventName, cb as Heard]
  },
}

/** The wallet for sats-connect. `answers` replaces its answers, and an `Error` with a code is an answer too. */
export function satsBitcoinWallet(
  signer: BitcoinSigner = bitcoinSigner(),
  answers: Record<string, Answer> = {},
  listened: (...listener: unknown[]) => [string, Heard] = listening.today,
) {
  const port = bitcoinWallet(signer)
  const listeners = new Map<string, (event: unknown) => void>()
  const refuse = (code: number, message: string) => Object.assign(new Error(message), { code })
  const { ordinal, payment } = signer.addresses
  let connected = false
  const addresses = [
    { address: ordinal, publicKey: toHex(signer.schnorrKey), purpose: 'ordinals', addressType: 'p2tr' },
    { address: payment, publicKey: toHex(signer.publicKey), purpose: 'payment', addressType: 'p2wpkh' },
    { address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7', publicKey: '02', purpose: 'stacks', addressType: 'stacks' },
  ]
  const all: Record<string, Answer> = {
    wallet_connect: () => ((connected = true), { id: '1', addresses, walletType: 'software' }),
    wallet_getAccount: () => {
      if (!connected) throw refuse(-32002, 'Access denied.')
      return { id: '1', addresses, walletType: 'software' }
    },
    wallet_disconnect: () => ((connected = false), null),
    sendTransfer: () => ({ txid: 'cd'.repeat(32) }),
    signMessage: (params) =>
      port.answers['signMessage']?.({ ...params, protocol: String(params['protocol'] ?? 'ECDSA').toLowerCase() }),
    signPsbt: ({ psbt, signInputs }) => {
      const inputs = Object.entries(signInputs as Record<string, number[]>).flatMap(([address, indexes]) =>
        indexes.map((index) => ({ address, index })),
      )
      return port.answers['signPsbt']?.({ psbt, signInputs: inputs })
    },
    ...answers,
  }
  const calls: { method: string; params: unknown }[] = []
  return {
    calls,
    emit: (event: string, more: object = {}) => listeners.get(event)?.({ type: event, ...more }),
    listeners,
    wallet: {
      async request(method: string, params?: unknown): Promise<unknown> {
        calls.push({ method, params })
        const answer = all[method]
        try {
          if (!answer) throw refuse(-32601, `No ${method}`)
          return { jsonrpc: '2.0', id: '1', result: answer((params ?? {}) as Record<string, unknown>) }
        } catch (error) {
          const { code, message } = error as { code: number; message: string }
          return { jsonrpc: '2.0', id: '1', error: { code, message } }
        }
      },
      addListener(...args: unknown[]) {
        const [event, listener] = listened(...args)
        listeners.set(event, listener)
        return () => listeners.delete(event)
      },
    },
  }
}
