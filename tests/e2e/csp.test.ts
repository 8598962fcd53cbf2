import { expect, test } from 'vitest'
import { openPlayground, seen } from './support.ts'
import { full } from '../support/full.ts'

test.runIf(full)('the strict content security policy of every other test does bite', async () => {
  const site = await openPlayground()
  await site.page.evaluate(() => {
    const style = document.createElement('style')
    style.textContent = 'p { color: red }'
    document.head.append(style)
  })
  await expect.poll(() => site.faults).toEqual(['style-src-elem inline'])
  await site.context.close()
})

test('trusted types bite as well, and neither the card nor the dialog needs one', async () => {
  for (const query of ['', 'dialog']) {
    const site = await openPlayground(query)
    if (query === 'dialog') await site.page.getByRole('button', { name: 'Connect Wallet' }).first().click()
    await seen(site.card.getByRole('button', { name: /Sandbox Wallet/ })).toBeVisible()
    expect(site.faults).toEqual([])
    const refused = await site.page.evaluate(() => {
      try {
        document.createElement('p').innerHTML = '<b>text</b>'
        return 'nothing'
      } catch (error) {
        return (error as Error).name
      }
    })
    expect(refused).toBe('TypeError')
    await expect.poll(() => site.faults).toEqual(['require-trusted-types-for trusted-types-sink'])
    await site.context.close()
  }
})
