/** The size of the embedded wallet: its frame, and what each sign-in method adds. */
import type { Sizes } from './size.ts'

const FRAME = ['machines/embedded/frame.machine.ts', 'sdk/effects/frame.ts', 'sdk/embedded/page.ts']

/** The instance with its machines, to measure what features add. */
export const WITH_MACHINES = "export { createLatchkey } from '~/sdk/index.ts'; export { engine } from '~/sdk/engine.ts'"
export const WAYS = ['email', 'social', 'farcaster', 'emailUpdate', 'accountType'] as const

/** kB, gzip -9, of what loads when the user signs in or returns, and of what each feature adds. */
export function sizesOfWaysIn({ loadedWith }: Sizes): Record<'frame' | (typeof WAYS)[number], number> {
  const frame = loadedWith(...FRAME)
  const beside = (name: string) =>
    loadedWith(...FRAME, `machines/embedded/${name}.machine.ts`, `sdk/effects/${name}.ts`) - frame
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
  send: ['machines/send/send.machine.ts', 'sdk/effects/send.ts'],
  swap: ['machines/swap/swap.machine.ts', 'sdk/effects/swap.ts'],
  onramp: ['machines/onramp/onramp.machine.ts', 'sdk/effects/onramp.ts'],
  pay: ['machines/pay/pay.machine.ts', 'sdk/effects/pay.ts'],
  names: ['machines/names/names.machine.ts', 'sdk/effects/names.ts'],
  activity: ['machines/account/activity.machine.ts', 'sdk/effects/activity.ts'],
  recent: ['machines/transactions/recent.machine.ts', 'sdk/effects/recent.ts'],
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
