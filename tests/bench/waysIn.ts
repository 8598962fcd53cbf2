/** What the embedded wallet weighs: its frame, and what each way in adds to it. */
import type { Sizes } from './size.ts'

const FRAME = ['machines/embedded/frame.machine.ts', 'sdk/effects/frame.ts', 'sdk/embedded/page.ts']

/** The instance with its machines: what features come besides. */
export const WITH_MACHINES = "export { createLatchkey } from '~/sdk/index.ts'; export { engine } from '~/sdk/engine.ts'"
export const WAYS = ['email', 'social', 'farcaster', 'emailUpdate', 'accountType'] as const

/** kB, gzip -9, of what loads once somebody signs in, or comes back, and of what each feature loads besides. */
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

/** Features that are there for money, with what is loaded of each. */
const MONEY = {
  send: ['machines/transfer/send.machine.ts', 'sdk/effects/send.ts'],
  swap: ['machines/swap/swap.machine.ts', 'sdk/effects/swap.ts'],
  onramp: ['machines/onramp/onramp.machine.ts', 'sdk/effects/onramp.ts'],
  pay: ['machines/pay/pay.machine.ts', 'sdk/effects/pay.ts'],
  names: ['machines/names/names.machine.ts', 'sdk/effects/names.ts'],
  activity: ['machines/account/activity.machine.ts', 'sdk/effects/activity.ts'],
  recent: ['machines/account/recent.machine.ts', 'sdk/effects/recent.ts'],
} as const

/** kB, gzip -9, of what each feature loads once it is used; and of its machine and effects, how many a page has that does not use it. */
export const sizesOfMoney = ({
  loadedWith,
  modules,
}: Sizes): readonly { name: string; size: number; unused: number }[] =>
  Object.entries(MONEY).map(([name, files]) => ({
    name,
    size: loadedWith(...files),
    unused: files.filter((file) => modules.includes(file)).length,
  }))
