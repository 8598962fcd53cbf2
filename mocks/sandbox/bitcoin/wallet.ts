/** A working Bitcoin wallet: it signs with real keys, broadcasts to the sandbox's chain, and can fail on demand. */
import { ProviderRpcError, rpcCodes } from '../providerRpcError.ts'
import { createWalletState, type WalletPerson, type WalletStateOptions } from '../walletState.ts'
import { bitcoinAccounts, firstBitcoinAccount, secondBitcoinAccount, type BitcoinKey } from './accounts.ts'
import type { BitcoinCore } from './core.ts'
import { signBip322, signEcdsa } from './messages.ts'
import { sendTransaction } from './node.ts'
import { inBitcoin, type BitcoinQuestion } from './questions.ts'
import { createSatsConnect, type SatsConnectWallet } from './satsConnect.ts'
import {
  checkAddress,
  completePsbt,
  makeTransfer,
  planPsbt,
  readPsbt,
  signTransfer,
  type InputToSign,
} from './signing.ts'
import { createStandard, type StandardBitcoinWallet } from './standard.ts'

/** The wallet: `standard` and `sats` are for the site, the rest is for the user or a test that acts as the user. */
export interface SandboxBitcoinWallet extends WalletPerson {
  /** The Wallet Standard interface. */
  standard: StandardBitcoinWallet
  /** The sats-connect interface. */
  sats: SatsConnectWallet
}

/** Options of the wallet: `network` is the displayed name of the chain at `esploraUrl`. */
export interface SandboxBitcoinWalletOptions extends WalletStateOptions<BitcoinQuestion> {
  esploraUrl: string
  network: string
}

const byPayment = (address: string) =>
  bitcoinAccounts.find(({ payment }) => payment.address === address) ?? firstBitcoinAccount

/** Creates the wallet. With `storage`, its state survives a reload, as with a real extension. */
export function createSandboxBitcoinWallet(options: SandboxBitcoinWalletOptions): SandboxBitcoinWallet {
  const { esploraUrl, network } = options
  const state = createWalletState<BitcoinQuestion, BitcoinKey>(options, {
    storageKey: 'sandbox-bitcoin-wallet',
    accounts: [firstBitcoinAccount.payment.address, secondBitcoinAccount.payment.address],
    question: (account) => ({
      kind: 'connect',
      details: { account, ordinals: byPayment(account).ordinals.address },
    }),
    show(account) {
      const { payment, ordinals } = byPayment(account)
      return [payment, ordinals]
    },
  })
  const { ask, shown } = state

  const keyOf = (address: string | undefined): BitcoinKey => {
    const key = shown().find((one) => one.address === address)
    if (key) return key
    throw new ProviderRpcError(rpcCodes.unauthorized, `The site is not connected to ${address ?? 'any address'}.`)
  }

  const signPsbt = async (psbt: Uint8Array, inputs: readonly InputToSign[], sent: boolean) => {
    const { address: from } = keyOf(inputs[0]?.address)
    const { details, sign } = planPsbt(readPsbt(psbt), inputs, shown())
    await ask({ kind: 'psbt', details: { ...details, from, network, sent } })
    return sign()
  }

  const core: BitcoinCore = {
    connect: state.connect,
    disconnect: state.disconnect,
    isConnected: () => state.get().connected,
    shown,
    onShown: state.onShown,
    talksNonsense: () => state.get().failures.garbage,
    async signMessage(address, message, protocol) {
      const key = keyOf(address)
      if (protocol === 'ECDSA' && key.purpose === 'ordinals')
        throw new ProviderRpcError(rpcCodes.unsupported, 'The wallet signs for taproot addresses by BIP-322 only.')
      const details = { account: address, message: new TextDecoder().decode(message), protocol }
      await ask({ kind: 'sign', details })
      return protocol === 'ECDSA' ? signEcdsa(key, message) : signBip322(key, message)
    },
    signPsbt: async (psbt, inputs) => ({ psbt: await signPsbt(psbt, inputs, false) }),
    async sendPsbt(psbt, inputs) {
      const signed = await signPsbt(psbt, inputs, true)
      return { psbt: signed, txid: await sendTransaction(esploraUrl, completePsbt(signed)) }
    },
    async sendTransfer(recipients) {
      const key = keyOf(shown()[0]?.address)
      for (const { address } of recipients) checkAddress(address)
      const { transaction, fee } = await makeTransfer(esploraUrl, key, recipients)
      const payments = recipients.map(({ address: to, amount }) => ({ to, amount: inBitcoin(amount) }))
      const details = { from: key.address, payments, fee: inBitcoin(fee), symbol: 'BTC', network } as const
      await ask({ kind: 'transaction', details })
      return sendTransaction(esploraUrl, signTransfer(transaction, key))
    },
  }
  return Object.assign(state.person, { standard: createStandard(core), sats: createSatsConnect(core) })
}
