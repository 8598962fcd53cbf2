import type { Latchkey } from '../../sdk/index.ts'

/** The draft of a transfer, which has to have been loaded. */
export function sendOf(latchkey: Pick<Latchkey, 'find'>) {
  const send = latchkey.find('send')
  if (!send) throw new Error('The draft was not loaded.')
  return send
}
