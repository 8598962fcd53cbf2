import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { apiTable } from '../../../docs/scripts/apiTable.ts'
import type { CallDefinition } from '../../../sdk/api/call.ts'
import { calls } from '../../../sdk/api/calls.ts'

const page = new URL('../../../docs/api.md', import.meta.url)
const BEGIN = '<!-- This table is made from sdk/api/calls.ts: do not edit it by hand. -->\n'
const END = '<!-- The end of the table. -->'

test('docs/api.md has the table of calls', async () => {
  const text = readFileSync(page, 'utf8')
  const [before, rest = ''] = text.split(BEGIN)
  const [, after] = rest.split(END)
  expect([before, after]).not.toContain(undefined)
  const table = apiTable(calls as unknown as Readonly<Record<string, CallDefinition>>)
  await expect(`${before}${BEGIN}\n${table}\n${END}${after}`).toMatchFileSnapshot(page.pathname)
})
