/** The Bitcoin wallet's Wallet Standard interface (https://github.com/ExodusMovement/bitcoin-wallet-standard). */
import type { WalletAccount, WalletWithFeatures } from '@wallet-standard/base'
import type { StandardEventsFeature } from '@wallet-standard/features'
import { runSequentially } from '../runSequentially.ts'
import { bitcoinAccounts, type BitcoinKey } from './accounts.ts'
import { bitcoinWalletInfo } from './register.ts'
import type { BitcoinCore } from './core.ts'

const version = '1.0.0'
/** The only chain whose addresses the wallet has. */
const chains = ['bitcoin:testnet'] as const
const garbage = { accounts: [42], signature: 'ok', signedPsbt: 'ok' }

interface SignMessageInput {
  account: WalletAccount
  message: Uint8Array
}
interface SignTransactionInput {
  psbt: Uint8Array
  inputsToSign: readonly { account: WalletAccount; signingIndexes: readonly number[]; sigHash?: number }[]
  chain?: string
}

/** The part of the wallet that sites see. */
export type StandardBitcoinWallet = WalletWithFeatures<
  {
    'bitcoin:connect': {
      version: typeof version
      connect(input: { purposes: readonly ('payment' | 'ordinals')[] }): Promise<{ accounts: readonly WalletAccount[] }>
    }
    'bitcoin:disconnect': { version: typeof version; disconnect(): Promise<void> }
    'bitcoin:signMessage': {
      version: typeof version
      signMessage(
        ...inputs: readonly SignMessageInput[]
      ): Promise<readonly { signedMessage: Uint8Array; signature: Uint8Array }[]>
    }
    'bitcoin:signTransaction': {
      version: typeof version
      signTransaction(...inputs: readonly SignTransactionInput[]): Promise<readonly { signedPsbt: Uint8Array }[]>
    }
  } & StandardEventsFeature
>

const features = ['bitcoin:signMessage', 'bitcoin:signTransaction'] as const
/** Sites pass these accounts back, so each stays the same object. */
const siteAccounts = new Map<BitcoinKey, WalletAccount>(
  bitcoinAccounts
    .flatMap(({ payment, ordinals }) => [payment, ordinals])
    .map((key) => [key, Object.freeze({ address: key.address, publicKey: key.publicKey.slice(), chains, features })]),
)
const toSiteAccounts = (keys: readonly BitcoinKey[]): readonly WalletAccount[] =>
  keys.flatMap((key) => siteAccounts.get(key) ?? [])

/** Creates the Wallet Standard interface. Messages are signed with BIP-322. */
export function createStandard(core: BitcoinCore): StandardBitcoinWallet {
  const handleEach =
    <I, O>(handle: (input: I) => Promise<O>) =>
    async (...inputs: readonly I[]): Promise<readonly O[]> =>
      core.returnsGarbage() ? inputs.map(() => garbage as O) : runSequentially(inputs, handle)

  return {
    version,
    ...bitcoinWalletInfo,
    chains,
    get accounts() {
      return toSiteAccounts(core.connectedKeys())
    },
    features: {
      'bitcoin:connect': {
        version,
        async connect({ purposes }) {
          if (core.returnsGarbage()) return garbage as never
          await core.connect()
          return { accounts: toSiteAccounts(core.connectedKeys().filter(({ purpose }) => purposes.includes(purpose))) }
        },
      },
      'bitcoin:disconnect': { version, disconnect: async () => core.disconnect() },
      'bitcoin:signMessage': {
        version,
        signMessage: handleEach(async ({ account, message }: SignMessageInput) => ({
          signedMessage: message.slice(),
          signature: await core.signMessage(account.address, message, 'BIP-322'),
        })),
      },
      'bitcoin:signTransaction': {
        version,
        signTransaction: handleEach(async ({ psbt, inputsToSign }: SignTransactionInput) => {
          const inputs = inputsToSign.flatMap(({ account: { address }, signingIndexes, sigHash }) =>
            signingIndexes.map((index) => ({ address, index, sigHash })),
          )
          return { signedPsbt: (await core.signPsbt(psbt, inputs)).psbt }
        }),
      },
      'standard:events': {
        version,
        on: (_change, listener) => core.onKeysChange((keys) => listener({ accounts: toSiteAccounts(keys) })),
      },
    },
  }
}
