/** The sandbox's people: anvil's own development accounts, rich on every sandbox chain and worthless elsewhere. */
import { mnemonicToAccount } from 'viem/accounts'

/** Anvil's default mnemonic, which every sandbox account is derived from. */
export const mnemonic = 'test test test test test test test test test test test junk'

/** The wallet's first account: owns the sandbox tokens. */
export const firstAccount = mnemonicToAccount(mnemonic)

/** The wallet's second account: has ETH and no tokens. */
export const secondAccount = mnemonicToAccount(mnemonic, { addressIndex: 1 })

/** Owns the wallet's smart account, and nothing else. */
export const smartOwner = mnemonicToAccount(mnemonic, { addressIndex: 2 })

/** The accounts the wallet holds, in its order, whose keys sign. */
export const accounts = [firstAccount, secondAccount] as const
