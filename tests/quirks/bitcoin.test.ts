/** Every quirk of real Bitcoin wallets with the interface of sats-connect. */
import { bitcoinQuirks } from '../../mocks/quirks/bitcoinQuirks.ts'
import { firstBitcoinAccount, secondBitcoinAccount } from '../../mocks/sandbox/bitcoin/accounts.ts'
import { bitcoinFlows } from './flows.ts'
import { createBitcoinWorld } from './page.ts'
import { testWallets } from './suite.ts'

testWallets({
  name: 'bitcoin',
  quirks: bitcoinQuirks,
  flows: bitcoinFlows,
  createWorld: createBitcoinWorld,
  accounts: [firstBitcoinAccount.payment.address, secondBitcoinAccount.payment.address],
})
