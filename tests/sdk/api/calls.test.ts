import { readFileSync } from 'node:fs'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../../../machines/shared/errors/apiError.ts'
import type { CallDefinition } from '../../../sdk/api/call.ts'
import { calls, type CallInput, type CallName } from '../../../sdk/api/calls.ts'
import { cases as sample } from '../../support/full.ts'
import { brokenOnes, withMore } from './broken.ts'
import { cases, type Case } from './cases.ts'
import { VERSION } from '../../../sdk/instance/version.ts'
import { client, COMMON, HOSTS, rejection, SERVED, useProvider } from './support.ts'

const provider = useProvider()

const all = (Object.keys(calls) as CallName[]).map((name) => {
  const definition = calls[name] as unknown as CallDefinition
  const of = cases[name] as Case<CallName>
  return { name, definition, of, says: of.says, address: `${HOSTS[definition.host]}${of.path}` }
})
type Entry = (typeof all)[number]
/** `analyticsEvent` ignores its answer, so that it accepts any. */
const believing = all.filter(({ name }) => name !== 'analyticsEvent')
const withFields = all.filter(({ of }) => !of.picture)
const withLists = all.flatMap((entry) =>
  Object.entries(entry.of.entries ?? {}).map(([list, fields]) => ({ ...entry, list, fields })),
)
/** JSON that no call accepts as an answer. odd.test.ts has answers that are not JSON. */
const NO_ANSWERS = ['"text"', '7', '[7]']

/** An answer as it is sent over the wire. */
const wired = ({ rpc }: CallDefinition, answer: unknown): unknown =>
  rpc === undefined ? answer : { jsonrpc: '2.0', id: 1, result: answer }

const answerWith = ({ definition, address, of }: Entry, answer: unknown) => {
  provider.serve(SERVED)
  provider.on(definition.method, address, () =>
    of.picture
      ? new HttpResponse(String(answer), { headers: { 'content-type': 'image/png' } })
      : HttpResponse.json(wired(definition, answer) as object),
  )
}
const ask = ({ name, of }: Entry, { api } = client()) =>
  api.call(name, of.input as CallInput<CallName>, { networkId: SERVED })
/** Requests of the call itself. */
const requestsFor = ({ address }: Entry) => provider.sent.filter(({ url }) => url.origin + url.pathname === address)

/** An answer with another list. */
const withEntries = (answer: unknown, list: string, entries: readonly unknown[]): unknown =>
  list === '' ? entries : { ...(answer as object), [list]: entries }
const entriesOf = (answer: unknown, list: string): readonly unknown[] =>
  (list === '' ? answer : (answer as Record<string, unknown>)[list]) as unknown[]

describe('the table', () => {
  test('has a case for every call, and for every list of an answer [7.3] [7.9] [7.32]', () => {
    expect(Object.keys(cases).toSorted()).toEqual(Object.keys(calls).toSorted())
    for (const { name, definition, of } of all)
      expect([name, Object.keys(of.entries ?? {})]).toEqual([name, definition.lists ?? []])
  })

  test('names the statement that each case proves, and caches the answers that the case says', () => {
    for (const { name, definition, of } of all) {
      expect([name, definition.cacheMs !== undefined]).toEqual([name, of.cached === true])
      expect(of.says).toContain(definition.spec ? `[${definition.spec}]` : '')
    }
  })
})

test('a smart session without an id is malformed [7.22]', async () => {
  const entry = all.find(({ name }) => name === 'addSmartSession')
  if (!entry) throw new Error('There is no such call.')
  answerWith(entry, { ...(entry.of.answer as object), pci: '' })
  expect(await rejection(ask(entry))).toMatchObject({ code: 'api.malformed' })
})

// Not `$says`, which would be cut after 40 characters: the statements are at its end.
test.each(all.map((entry) => [entry.name, entry.says, entry] as const))('%s: %s [7.1]', async (_, __, entry) => {
  const { definition, of } = entry
  answerWith(entry, of.answer)
  const { api, warnings, heard } = client()
  expect(await ask(entry, { api, warnings, heard })).toEqual(of.result)

  const [sent] = requestsFor(entry)
  expect(sent?.method).toBe(definition.method)
  const query = [...(sent?.url.searchParams ?? [])]
  expect(query).toHaveLength(Object.keys({ ...of.query, ...COMMON }).length)
  expect(Object.fromEntries(query)).toEqual({ ...of.query, ...COMMON })
  expect(sent?.headers.get('content-type')).toBe(of.body === undefined ? null : 'application/json')
  expect(sent?.headers.get('accept')).toBe(of.picture ? 'image/*' : 'application/json')
  expect(await sent?.body()).toEqual(of.body ?? null)

  expect(await ask(entry, { api, warnings, heard })).toEqual(of.result)
  expect(requestsFor(entry)).toHaveLength(of.cached ? 1 : 2)
  expect({ warnings, heard }).toEqual({ warnings: [], heard: [] })
})

test.each(sample(all))(
  '$name reports a refusal with its status, and with the reasons and the text of the server',
  async (entry) => {
    provider.serve(SERVED)
    provider.on(entry.definition.method, entry.address, () =>
      HttpResponse.json(
        { status: 'FAILED', reasons: [{ name: 'x', description: 'Not like this' }, { description: 'Nor so' }] },
        { status: 400 },
      ),
    )
    const { api, heard, warnings } = client()
    const error = await rejection(ask(entry, { api, heard, warnings }))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      code: 'api.refused',
      message: 'The server rejected the request: Not like this',
      call: entry.name,
      status: 400,
      reasons: [{ name: 'x', description: 'Not like this' }, { description: 'Nor so' }],
      serverText: 'Not like this Nor so',
    })
    expect(heard).toEqual([error])
    expect(requestsFor(entry)).toHaveLength(1)
  },
)

test.each(all.filter(({ definition }) => definition.rpc !== undefined))(
  '$name reports an error of JSON-RPC with the text of the server, whatever its status',
  async (entry) => {
    provider.on(entry.definition.method, entry.address, () =>
      HttpResponse.json({ jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'Asset not supported' } }),
    )
    const { api, heard, warnings } = client()
    const error = await rejection(ask(entry, { api, heard, warnings }))
    expect(error).toMatchObject({
      code: 'api.refused',
      message: 'The server rejected the request: Asset not supported',
      status: 200,
      serverText: 'Asset not supported',
    })
    expect(heard).toEqual([error])
  },
)

test.each(believing)('$name rejects every answer that it cannot parse', async (entry) => {
  const { name, definition, of, address } = entry
  const texts = [
    ...NO_ANSWERS,
    ...brokenOnes(of.answer, of.required).map((answer) => JSON.stringify(wired(definition, answer))),
  ]
  for (const text of texts) {
    provider.serve(SERVED)
    provider.on(
      definition.method,
      address,
      () => new HttpResponse(text, { headers: { 'content-type': 'application/json' } }),
    )
    const { api, heard, warnings } = client()
    const error = await rejection(ask(entry, { api, heard, warnings }))
    expect([text, error]).toEqual([
      text,
      expect.objectContaining({
        code: 'api.malformed',
        message: 'The server returned an invalid response',
        call: name,
        status: 200,
      }),
    ])
    expect(heard).toEqual([error])
  }
})

test.each(withFields)('$name accepts answers with unknown fields', async (entry) => {
  answerWith(entry, withMore(entry.of.answer))
  const { api, warnings, heard } = client()
  // What is passed on unchanged, such as the attributes of a name, may contain more.
  expect(await ask(entry, { api, warnings, heard })).toMatchObject(entry.of.result as object)
  expect({ warnings, heard }).toEqual({ warnings: [], heard: [] })
})

test.each(withLists)(
  'the list "$list" of $name is returned without its invalid entries, with a warning',
  async ({ list, fields, ...entry }) => {
    const { name, of } = entry
    const sound = entriesOf(of.answer, list)
    const broken = [null, 7, [], ...brokenOnes(sound[0], fields)]
    answerWith(entry, withEntries(of.answer, list, [...broken, ...sound]))
    const { api, warnings, heard } = client()
    expect(await ask(entry, { api, warnings, heard })).toEqual(of.result)
    expect(warnings.map(({ code, params }) => ({ code, params }))).toEqual([
      {
        code: 'api.itemsBroken',
        params: { call: name, count: broken.length, total: broken.length + sound.length },
      },
    ])
    expect(heard).toEqual([])
  },
)

test.each(sample(withLists))(
  'the list "$list" of $name may be empty, and is malformed when all entries are invalid',
  async ({ list, ...entry }) => {
    const { name, of } = entry
    answerWith(entry, withEntries(of.answer, list, [null, 7, [], null]))
    const refused = client()
    const error = await rejection(ask(entry, refused))
    expect(error).toMatchObject({ code: 'api.malformed', call: name, status: 200 })
    expect(refused).toMatchObject({ warnings: [], heard: [error] })

    answerWith(entry, withEntries(of.answer, list, []))
    const { api, warnings, heard } = client()
    const answer: unknown = await api.call(name, of.input as CallInput<CallName>, { networkId: SERVED })
    expect(entriesOf(answer, list)).toEqual([])
    expect({ warnings, heard }).toEqual({ warnings: [], heard: [] })
  },
)

test('the version in each request is that of this package, and not of another toolkit [9.36]', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  expect(VERSION).toBe(version)
})
