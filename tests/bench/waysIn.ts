/** The size of the embedded wallet: its frame, and what each sign-in method adds. */
import type { Sizes } from './size.ts'

const FRAME = ['machines/embedded/frame.machine.ts', 'sdk/embedded/frame.effects.ts', 'sdk/embedded/page.ts']

/** The instance with its machines, to measure what features add. */
export const WITH_MACHINES =
  "export { createLatchkey } from '~/sdk/index.ts'; export { engine } from '~/sdk/instance/engine.ts'"
export const WAYS = ['email', 'social', 'farcaster', 'emailUpdate', 'accountType'] as const

/** kB, gzip -9, of what loads when the user signs in or returns, and of what each feature adds. */
export function sizesOfWaysIn({ loadedWith }: Sizes): Record<'frame' | (typeof WAYS)[number], number> {
  const frame = loadedWith(...FRAME)
  const beside = (name: string) =>
    loadedWith(...FRAME, `machines/embedded/login/${name}.machine.ts`, `sdk/embedded/login/${name}.effects.ts`) - frame
  const [email, social, farcaster, emailUpdate, accountType] = WAYS.map(beside) as [
    number,
    number,
    number,
    number,
    number,
  ]
  return { frame, email, social, farcaster, emailUpdate, accountType }
}

/** Features about money, with the modules that each loads. */
const MONEY = {
  send: ['machines/send/send.machine.ts', 'sdk/send/send.effects.ts'],
  swap: ['machines/swap/swap.machine.ts', 'sdk/swap/swap.effects.ts'],
  onramp: ['machines/onramp/onramp.machine.ts', 'sdk/onramp/onramp.effects.ts'],
  pay: ['machines/pay/pay.machine.ts', 'sdk/pay/pay.effects.ts'],
  names: ['machines/names/names.machine.ts', 'sdk/names/names.effects.ts'],
  activity: ['machines/account/activity.machine.ts', 'sdk/account/activity.effects.ts'],
  recent: ['machines/transactions/recent.machine.ts', 'sdk/transactions/recent.effects.ts'],
} as const

/** kB, gzip -9, of what each feature loads when it is used. `unused` is the number of its modules in the initial chunks. */
export const sizesOfMoney = ({
  loadedWith,
  modules,
}: Sizes): readonly { name: string; size: number; unused: number }[] =>
  Object.entries(MONEY).map(([name, files]) => ({
    name,
    size: loadedWith(...files),
    unused: files.filter((file) => modules.includes(file)).length,
  }))
