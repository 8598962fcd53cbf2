/** Fails the run on any unhandled rejection, whichever test caused it. */
import '../../machines/shared/errors/featureTexts.ts'
import { afterAll } from 'vitest'

const rejections: unknown[] = []
const noted = (reason: unknown) => void rejections.push(reason)
process.on('unhandledRejection', noted)

afterAll(() => {
  process.off('unhandledRejection', noted)
  if (rejections.length > 0) throw new AggregateError(rejections, 'Rejections that nobody handled')
})
