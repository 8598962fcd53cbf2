/** What a wallet is asked, as it stands in the card. */
import { expect, test } from 'vitest'
import { namespaces } from './looks/namespaces.ts'

/** What stands beside a name in the card, in its order. */
async function told(scene: string, name: string): Promise<(string | undefined)[]> {
  await namespaces[scene]?.({ locale: 'en', phone: false })
  const names = [...document.querySelectorAll('[data-part="card"] dt')].filter((each) => each.textContent === name)
  return names.map((each) => each.nextElementSibling?.textContent ?? undefined)
}

test.each([
  ['ApproveTransaction, on Bitcoin', 1],
  ['ApproveTransaction, on Bitcoin with coins of others', 2],
  // The account, and the account of the token that is moved.
  ['ApproveTransaction, on Solana', 2],
])('%s: each sender is said once', async (scene, count) => {
  const senders = await told(scene, 'From')
  expect(senders).toHaveLength(count)
  expect(new Set(senders).size).toBe(count)
})

test('what is shown as it is keeps its lines, each of which is one', async () => {
  const [accounts = ''] = await told('ApproveTransaction, on Solana unread', 'Accounts')
  const lines = [...document.querySelectorAll('[data-part="line"]')].map((each) => each.textContent?.trim())
  expect(accounts.split('\n')).toHaveLength(4)
  expect(lines).toEqual(expect.arrayContaining(accounts.split('\n')))
})
