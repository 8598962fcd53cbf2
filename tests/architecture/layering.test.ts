import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ambientFaults, cycleFaults, importsOf, layerFaults, type Files } from './rules/layers.ts'

const root = new URL('../../', import.meta.url)
/** The packaged source files. */
const shipped: Files = Object.fromEntries(
  globSync('{machines,sdk,react-skin,mocks}/**/*.{ts,tsx,mjs}', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
    .map((path) => [path, readFileSync(new URL(path, root), 'utf8')]),
)

test('each folder only imports what its layer allows', () => {
  expect(Object.keys(shipped).length).toBeGreaterThan(50)
  expect(layerFaults(shipped)).toEqual([])
})

test('machines do not use the page, the time, randomness or the network', () => {
  // The clock's interface must name its methods.
  expect(ambientFaults(shipped).filter((fault) => !fault.startsWith('machines/core/time.ts uses '))).toEqual([])
})

// The linter's import/no-cycle only finds cycles of runtime imports.
test('there are no import cycles, including those through types and lazy imports', () => {
  expect(cycleFaults(shipped)).toEqual([])
})

describe('the layer check', () => {
  test('finds imports of every form', () => {
    const text = [
      "import a from 'a'",
      "import * as b from 'b'",
      "import { c,\n  type D,\n} from 'c'",
      "import type { E } from 'e'",
      "import 'f'",
      "export { g } from './g.ts'",
      "export * from '../h.ts'",
      "export type { I } from 'i'",
      "const j = () => import('j')",
      "// import 'no'",
      "/* import 'no' */",
      "const k = 'from here'",
    ].join('\n')
    expect(importsOf({ 'sdk/x/y.ts': text }).map(({ to, kind }) => `${kind} ${to}`)).toEqual([
      'value a',
      'value b',
      'value c',
      'type e',
      'value f',
      'value sdk/x/g.ts',
      'value sdk/h.ts',
      'type i',
      'dynamic j',
    ])
  })
  test.each([
    ['machines/a.ts', "import { x } from '../sdk/x.ts'", 'may not import sdk/x.ts'],
    ['machines/a.ts', "import type { X } from '../sdk/x.ts'", 'may not import sdk/x.ts'],
    ['machines/a.ts', "import * as z from 'zod'", 'may not import zod'],
    ['machines/swap/a.rules.ts', "import { assign } from 'xstate'", 'may not import xstate'],
    ['machines/swap/a.types.ts', "import type { A } from 'xstate'", 'may not import xstate'],
    ['machines/shared/a.ts', "import type { A } from '../swap/a.types.ts'", 'may not import machines/swap/a.types.ts'],
    ['machines/pairing/rules/a.ts', "import { assign } from 'xstate'", 'may not import xstate'],
    ['sdk/a.ts', "import { useState } from 'react'", 'may not import react'],
    ['sdk/a.ts', "const x = () => import('../mocks/x.ts')", 'may not import mocks/x.ts'],
    ['sdk/a.ts', "import { getAddress } from 'viem'", 'may import viem only when it is needed'],
    ['sdk/a.ts', "export { rpc } from './rpc/client.ts'", 'may import sdk/rpc/client.ts only when it is needed'],
    [
      'react-skin/a.tsx',
      "import { createLatchkey } from '../sdk/instance/createLatchkey.ts'",
      'may not import sdk/instance/createLatchkey.ts',
    ],
    ['react-skin/a.tsx', "import { modalMachine } from '../machines/index.ts'", 'may not import machines/index.ts'],
    ['sdk/devtools/a.ts', "import { useState } from 'react'", 'may not import react'],
    [
      'sdk/devtools/a.ts',
      "import { dispatch } from '../instance/dispatch.ts'",
      'may not import sdk/instance/dispatch.ts',
    ],
    ['sdk/devtools/a.ts', "import Elk from 'elkjs'", 'may not import elkjs'],
    [
      'sdk/devtools/a.ts',
      "import { Panel } from './panel/Panel.tsx'",
      'may import sdk/devtools/panel/Panel.tsx only when it is needed',
    ],
    ['sdk/devtools/a.ts', "import { render } from 'preact'", 'may import preact only when it is needed'],
    ['mocks/a.ts', "import { createElement } from 'react'", 'may not import react'],
    ['mocks/a.ts', "import { Modal } from '../react-skin/index.ts'", 'may not import react-skin/index.ts'],
  ])('reports an import in %s: %s', (path, text, fault) => {
    expect(layerFaults({ [path]: text })).toEqual([`${path} ${fault}`])
  })
  test.each([
    ['machines/a.ts', "import { assign } from 'xstate'\nimport * as z from 'zod/mini'"],
    ['sdk/a.ts', "import type { Hex } from 'viem'\nconst x = () => import('./chains/eip155/adapter.ts')"],
    ['sdk/chains/a.ts', "import { getAddress } from 'viem'\nimport { x } from '../rpc/client.ts'"],
    [
      'react-skin/a.tsx',
      "import { useState } from 'react'\nimport { Dialog } from 'radix-ui'\nimport '../sdk/index.ts'",
    ],
    ['mocks/a.ts', "import { createServer } from 'node:http'"],
  ])('accepts the imports in %s: %s', (path, text) => {
    expect(layerFaults({ [path]: text })).toEqual([])
  })
  test('reports the page, the clock and randomness, but not their names in texts and types', () => {
    const text = "fetch('x'); Date.now(); Math.random(); window.top; setTimeout (() => {}, 1); new Date()"
    expect(ambientFaults({ 'machines/a.ts': text })).toHaveLength(6)
    expect(ambientFaults({ 'sdk/a.ts': text })).toEqual([])
    const harmless =
      "// the window\nconst prefetch = 'fetch(window)'\nclock.setTimeout(run)\nMath.max(1)\nupdateDate(x.document)"
    expect(ambientFaults({ 'machines/a.ts': harmless })).toEqual([])
  })
  test('reports cycles, including those through types or lazy imports', () => {
    const circle = { 'sdk/a.ts': "import './b.ts'", 'sdk/b.ts': "import './c.ts'" }
    for (const last of ["import './a.ts'", "import type { A } from './a.ts'", "const a = () => import('./a.ts')"])
      expect(cycleFaults({ ...circle, 'sdk/c.ts': last })).toEqual(['sdk/a.ts → sdk/b.ts → sdk/c.ts → sdk/a.ts'])
    expect(cycleFaults({ ...circle, 'sdk/c.ts': "import './d.ts'" })).toEqual([])
  })
})
