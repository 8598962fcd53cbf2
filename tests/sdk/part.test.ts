import { expect, test } from 'vitest'
import { loadPart } from '../../sdk/platform/loadPart.ts'

test('part reports code that cannot be loaded with its cause', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module')
  await expect(loadPart(Promise.reject(cause))).rejects.toMatchObject({ code: 'feature.notLoaded', cause })
  expect(await loadPart(Promise.resolve('code'))).toBe('code')
})
