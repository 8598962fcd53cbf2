/** What users do with a wallet, and what each of these asks the wallet for. */
import type { WalletDeed } from '../../mocks/quirks/simulatedWallet.ts'
import type { Outcome } from '../../sdk/index.ts'
import type { Page } from './page.ts'

export interface Flow {
  name: string
  /** Whether the wallet is connected, without quirks, before the flow. */
  isConnected: boolean
  /** What the wallet does if the flow succeeds. */
  asks: WalletDeed['type']
  run(page: Page): Promise<Outcome<unknown>>
}

export const receiver = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

export const connect: Flow = {
  name: 'connect',
  isConnected: false,
  asks: 'granted',
  run: ({ latchkey, connectorId }) => latchkey.connect({ connectorId }),
}
export const sign: Flow = {
  name: 'sign',
  isConnected: true,
  asks: 'signed',
  run: ({ latchkey }) => latchkey.signMessage('Hello'),
}
export const flows: readonly Flow[] = [
  connect,
  { name: 'switch network', isConnected: true, asks: 'switched', run: ({ latchkey }) => latchkey.switchNetwork(10) },
  sign,
  { name: 'sign in', isConnected: true, asks: 'signed', run: ({ latchkey }) => latchkey.signIn() },
  {
    name: 'send',
    isConnected: true,
    asks: 'sent',
    run: ({ latchkey }) => latchkey.sendTransaction({ to: receiver, value: 1n }),
  },
  {
    name: 'send calls',
    isConnected: true,
    asks: 'sent',
    run: ({ latchkey }) => latchkey.sendCalls({ calls: [{ to: receiver, value: 1n }] }),
  },
]
