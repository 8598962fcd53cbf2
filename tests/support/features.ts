import type { Directory, Latchkey, LazyName, RefOf } from '../../sdk/index.ts'

function found<Name extends LazyName>(latchkey: Pick<Latchkey, 'find'>, name: Name): RefOf<Directory[Name]> {
  const ref = latchkey.find(name)
  if (!ref) throw new Error(`${name} was not loaded.`)
  return ref
}

/** The send machine, which must be loaded. */
export const sendOf = (latchkey: Pick<Latchkey, 'find'>) => found(latchkey, 'send')
/** The balance machine, which must exist. */
export const balanceOf = (latchkey: Pick<Latchkey, 'find'>) => found(latchkey, 'balance')
/** The account machine, which must exist. */
export const accountOf = (latchkey: Pick<Latchkey, 'find'>) => found(latchkey, 'account')
/** The catalog machine, which must be loaded. */
export const catalogOf = (latchkey: Pick<Latchkey, 'find'>) => found(latchkey, 'catalog')
/** The activity machine, which must be loaded. */
export const activityOf = (latchkey: Pick<Latchkey, 'find'>) => found(latchkey, 'activity')
/** The machine of the recently sent transactions, which must be loaded. */
export const recentOf = (latchkey: Pick<Latchkey, 'find'>) => found(latchkey, 'recent')
