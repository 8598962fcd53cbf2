import { expect, test } from 'vitest'
import { openPlayground, seen } from './support.ts'

test('the policy and trusted types of the tests report violations, and the card causes none', async () => {
  const site = await openPlayground()
  const { page, card, faults } = site
  await seen(card.getByRole('button', { name: /Sandbox Wallet/ })).toBeVisible()
  expect(faults).toEqual([])
  const refused = await page.evaluate(() => {
    const style = document.createElement('style')
    style.textContent = 'p { color: red }'
    document.head.append(style)
    try {
      document.createElement('p').innerHTML = '<b>text</b>'
      return 'nothing'
    } catch (error) {
      return (error as Error).name
    }
  })
  expect(refused).toBe('TypeError')
  await expect
    .poll(() => faults.toSorted())
    .toEqual(['require-trusted-types-for trusted-types-sink', 'style-src-elem inline'])
  await site.context.close()
})
