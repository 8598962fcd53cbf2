import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { connection } from '../mutations/connection.ts'
import { money } from '../mutations/money.ts'
import { security } from '../mutations/security.ts'

const root = new URL('../../', import.meta.url)

test('each mutation names a part of the source that occurs once, and existing tests', () => {
  const mutations = [...connection, ...money, ...security]
  const faults = mutations.flatMap(({ fault, file, find, tests }) => {
    const count = readFileSync(new URL(file, root), 'utf8').split(find).length - 1
    const missing = tests.filter((path) => !existsSync(new URL(path, root)))
    return [...(count === 1 ? [] : [`${fault}: ${count} times in ${file}`]), ...missing]
  })
  expect(faults).toEqual([])
})
