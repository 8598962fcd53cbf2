import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { apiTable } from '../../../docs/apiTable.ts'
import { call, listOf, type CallDefinition } from '../../../sdk/api/call.ts'
import { calls } from '../../../sdk/api/calls.ts'

const page = new URL('../../../docs/api.md', import.meta.url)
const BEGIN = '<!-- This table is made from sdk/api/calls.ts: do not edit it by hand. -->\n'
const END = '<!-- The end of the table. -->'
const all = calls as unknown as Readonly<Record<string, CallDefinition>>

test('the published table of calls is the table of calls', async () => {
  const text = readFileSync(page, 'utf8')
  const [before, rest = ''] = text.split(BEGIN)
  const [, after] = rest.split(END)
  expect([before, after]).not.toContain(undefined)
  await expect(`${before}${BEGIN}\n${apiTable(all)}\n${END}${after}`).toMatchFileSnapshot(page.pathname)
})

test('the table has a row for every call', () => {
  const names = [...apiTable(all).matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name)
  expect(names.toSorted()).toEqual(Object.keys(calls).toSorted())
})

test('a row says everything of its call', () => {
  const made = call({
    spec: '7.99',
    host: 'blockchain',
    method: 'POST',
    path: 'v1/{a}/b',
    query: ['c'],
    body: ['d'],
    fixed: { query: { e: 'f' }, body: { g: { h: 1 } } },
    projectInBody: true,
    request: z.object({ a: z.string(), c: z.string(), d: z.string() }),
    response: z.object({ i: z.string(), j: listOf(z.string()), k: z.nullish(z.array(z.string())) }),
    gated: { error: 'network.noSwaps' },
    cacheMs: 90_000,
  })
  const definition = made as unknown as CallDefinition
  const rowOf = (changes: object) =>
    apiTable({ name: { ...definition, ...changes } as CallDefinition })
      .split('\n')
      .find((line) => line.startsWith('| `name`'))
  expect(rowOf({})).toBe(
    '| `name` | `POST /v1/{a}/b` | `e=f`, `c` | `d`, `g={"h":1}`, `projectId` | `i`, `j[]`, `k[]` ' +
      '| yes, else `network.noSwaps` | 90 s | 7.99 |',
  )
  const bare = { query: undefined, body: undefined, fixed: undefined, projectInBody: undefined, cacheMs: undefined }
  const row = (answer: string) => `| \`name\` | \`POST /v1/{a}/b\` |  |  | ${answer} | no |  |  |`
  for (const [response, answer] of [
    [listOf(z.string()), 'a list'],
    [z.nullable(z.object({ a: z.string() })), '`a`, or null'],
    [z._default(z.object({ a: z.string() }), { a: '' }), '`a`, or nothing'],
    [z.union([z.object({ a: z.string() }), z.tuple([])]), '`a`'],
    [z.custom<Blob>(), 'a picture'],
    [z.unknown(), 'anything'],
  ])
    expect(rowOf({ ...bare, gated: undefined, spec: undefined, response })).toBe(row(String(answer)))
})
