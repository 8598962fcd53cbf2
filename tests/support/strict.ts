/** Nobody leaves a promise behind: a rejection that nobody handles fails the run, whichever test caused it. */
import { afterAll } from 'vitest'

const rejections: unknown[] = []
process.on('unhandledRejection', (reason) => rejections.push(reason))

afterAll(() => {
  if (rejections.length > 0) throw new AggregateError(rejections, 'Rejections that nobody handled')
})
