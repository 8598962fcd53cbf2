import { expect, test } from 'vitest'
import { openPlayground } from './support.ts'

test('the strict content security policy of every other test does bite', async () => {
  const site = await openPlayground()
  await site.page.evaluate(() => {
    const style = document.createElement('style')
    style.textContent = 'p { color: red }'
    document.head.append(style)
  })
  await expect.poll(() => site.faults).toEqual(['style-src-elem inline'])
  await site.context.close()
})
