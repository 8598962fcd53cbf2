import type { Directory, Latchkey, LazyName, RefOf } from '../../sdk/index.ts'

function found<Name extends LazyName>(latchkey: Pick<Latchkey, 'find'>, name: Name): RefOf<Directory[Name]> {
  const ref = latchkey.find(name)
  if (!ref) throw new Error(`${name} was not loaded.`)
  return ref
}

/** The draft of a transfer, which has to have been loaded. */
export const sendOf = (latchkey: Pick<Latchkey, 'find'>) => found(latchkey, 'send')
/** What the account holds; there has to be one. */
export const balanceOf = (latchkey: Pick<Latchkey, 'find'>) => found(latchkey, 'balance')
/** The account that the visitor acts for; there has to be one. */
export const accountOf = (latchkey: Pick<Latchkey, 'find'>) => found(latchkey, 'account')
/** The wallets of the catalogue, which have to have been loaded. */
export const catalogueOf = (latchkey: Pick<Latchkey, 'find'>) => found(latchkey, 'catalogue')
/** The history of the account, which has to have been loaded. */
export const activityOf = (latchkey: Pick<Latchkey, 'find'>) => found(latchkey, 'activity')
/** What the account sent from this page, which has to have been loaded. */
export const recentOf = (latchkey: Pick<Latchkey, 'find'>) => found(latchkey, 'recent')
