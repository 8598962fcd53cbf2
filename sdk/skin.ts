/** What the views of a complete skin compute from the state of the machines: `latchkey/skin`. */

// Accounts, networks and balances
export { accountOf } from './account/accounts.ts'
export { accountViewOf, otherAccountType } from '../machines/connection/connections.rules.ts'
export { emailOf } from '../machines/embedded/login/email.rules.ts'
export { balanceStatusOf } from './account/balanceState.ts'
export { balanceKey } from '../machines/shared/token.types.ts'
export { totalValue } from '../machines/account/balance.rules.ts'
export { signInStateOf } from './sign-in/signInState.ts'
export { chainIdOf } from '../machines/shared/namespace.types.ts'
export { networksOf, networkOrUnsupported, approvedBy } from '../machines/network/network.rules.ts'
export { supportsNames, hasOtherLetters, fullName } from '../machines/names/names.rules.ts'

// Wallet list and login
export { connectOrder, createOrder, canBrowseCatalog, formatCount } from '../machines/wallets/wallets.rules.ts'
export { browseLink } from '../machines/connection/deepLinks.rules.ts'
export { codeDigits, isCompleteCode } from '../machines/embedded/login/email.rules.ts'

// Errors
export { errorTextOf } from '../machines/shared/errors/registry.ts'

// Send and swap
export { displaySymbol } from '../machines/shared/texts.rules.ts'
export { feeValue, isSendable } from '../machines/send/send.rules.ts'
export { isSwappable, findBalance, findSimilarTokens } from '../machines/swap/swapDraft.rules.ts'
export { apiFee, apiFeePercent, exchangeRate } from '../machines/swap/swap.rules.ts'

// Buy
export { isBuyable } from '../machines/project/configuration.rules.ts'
export { purchaseState } from '../machines/onramp/onramp.rules.ts'
export type { PurchaseState } from '../machines/onramp/onramp.rules.ts'
