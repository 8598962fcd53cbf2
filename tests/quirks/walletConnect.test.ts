/** Every quirk of real wallets on other devices, and of the relay between them and the app. */
import { fakeAccounts } from '../../mocks/fakes/fakeWallet.ts'
import { walletConnectQuirks } from '../../mocks/quirks/walletConnectQuirks.ts'
import { walletConnectFlows } from './flows.ts'
import { createWalletConnectWorld } from './page.ts'
import { testWallets } from './suite.ts'

testWallets({
  name: 'walletConnect',
  quirks: walletConnectQuirks,
  flows: walletConnectFlows,
  createWorld: createWalletConnectWorld,
  accounts: fakeAccounts,
  early: ['namespace-per-chain', 'no-chains', 'few-methods', 'settles-twice'],
})
