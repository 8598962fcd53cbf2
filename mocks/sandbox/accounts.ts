/** The sandbox's accounts: Anvil's development accounts, funded on every sandbox chain and worthless elsewhere. */
import { mnemonicToAccount } from 'viem/accounts'

/** Anvil's default mnemonic, from which every sandbox account is derived. */
export const mnemonic = 'test test test test test test test test test test test junk'

/** The wallet's first account. It owns the sandbox tokens. */
export const firstAccount = mnemonicToAccount(mnemonic)

/** The wallet's second account. It has ETH and no tokens. */
export const secondAccount = mnemonicToAccount(mnemonic, { addressIndex: 1 })

/** The owner of the wallet's smart account. It has no funds. */
export const smartOwner = mnemonicToAccount(mnemonic, { addressIndex: 2 })

/** The wallet's accounts with private keys, in its order. */
export const accounts = [firstAccount, secondAccount] as const
