/** Every quirk of real Wallet Standard wallets, on Solana. */
import { standardQuirks } from '../../mocks/quirks/standardQuirks.ts'
import { firstSolanaAccount, secondSolanaAccount } from '../../mocks/sandbox/solana/accounts.ts'
import { solanaFlows } from './flows.ts'
import { createSolanaWorld } from './page.ts'
import { testWallets } from './suite.ts'

testWallets({
  name: 'solana',
  quirks: standardQuirks,
  flows: solanaFlows,
  createWorld: createSolanaWorld,
  accounts: [firstSolanaAccount.address, secondSolanaAccount.address],
})
