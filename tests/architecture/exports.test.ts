import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)

/** A module's runtime exports, one name per line. */
const namesOf = (module: object): string => `${Object.keys(module).toSorted().join('\n')}\n`

describe.each([
  'machines',
  'sdk',
  'sdk/skin',
  'sdk/devtools',
  'sdk/pairing',
  'sdk/sign-in',
  'sdk/wagmi',
  'sdk/icons',
  'react-skin',
  'react-skin/elements',
  'mocks',
])('%s', (folder) => {
  const index = ['/index.ts', '/index.tsx', '/latchkey.ts', '.ts']
    .map((name) => new URL(`${folder}${name}`, root))
    .find((url) => existsSync(url))

  test('offers exactly what is listed', async () => {
    const module = (await import(index?.href ?? '')) as object
    await expect(namesOf(module)).toMatchFileSnapshot(`./exports/${folder.replace('/', '-')}.txt`)
  })
})
