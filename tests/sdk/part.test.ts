import { expect, test } from 'vitest'
import { part } from '../../sdk/platform/part.ts'

test('code that cannot be loaded is nobody else’s fault', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module')
  await expect(part(Promise.reject(cause))).rejects.toMatchObject({ code: 'feature.notLoaded', cause })
  expect(await part(Promise.resolve('code'))).toBe('code')
})
