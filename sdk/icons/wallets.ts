import type { WalletIcon } from './loaders.ts'

/** The icons of wallets, by the rdns with which they announce themselves (EIP-6963). */
export const walletIcons: Readonly<Record<string, WalletIcon>> = {
  'app.backpack': 'backpack',
  'app.base.account': 'coinbase',
  'app.keplr': 'keplr',
  'app.phantom': 'phantom',
  'com.coinbase.wallet': 'coinbase',
  'com.enkrypt': 'enkrypt',
  'com.exodus.web3-wallet': 'exodus',
  'com.okex.wallet': 'okx',
  'com.roninchain.wallet': 'ronin',
  'com.trustwallet.app': 'trust',
  'io.metamask': 'metamask',
  'io.metamask.flask': 'metamask',
  'io.metamask.mobile': 'metamask',
  'io.metamask.mmc': 'metamask',
  'io.rabby': 'rabby',
  'io.xdefi': 'xdefi',
  'io.zerion.wallet': 'zerion',
  'me.rainbow': 'rainbow',
  'pro.tokenpocket': 'token-pocket',
}
