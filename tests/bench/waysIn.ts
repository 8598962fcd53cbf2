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
