import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { Table } from './package/table.ts'
import { findChromium, launchArgs } from './support/chromium.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What only `npm run test:full` tries is asked for by name: tests/support/full.ts. */
const patienceMs = 15_000
const provide = { full: process.env['TESTS'] === 'full', seed: Number(process.env['SEED'] ?? 1), patienceMs }
const expect = { poll: { timeout: patienceMs } }

/** What reaches for nothing that a process has once shares the modules that it loads. */
const shared = [
  'tests/{devtools,elements,machines,security,standing,skin}/**/*.test.ts',
  'tests/sdk/*.test.ts',
  'tests/sdk/{chains,pairing,signIn}/**/*.test.ts',
  'tests/docs/{blocks,elements,errors,links,machines,security,testing,theming,types}.test.ts',
]
/** What does, a clock, a server, what chance gives or a module that a test replaces, has a process of its own. */
const alone = [
  'tests/sdk/{clock,faults,interop,painted,requestsUnloaded}.test.ts',
  'tests/sdk/chains/solana/walletStandard.test.ts',
  'tests/sdk/pairing/{driver,guards,interop,relayGuards,reload,signInGuards,tabStorage,verify}.test.ts',
  'tests/security/{hostile-nodes,hostile-wallets,l14-frames,m11-memory,m4-gas-price,m8-bundlers}.test.ts',
]
const among = (globs: string[]) => globSync(globs, { cwd: root })
const sharing = among(shared).filter((file) => !among(alone).includes(file))
const node = {
  provide,
  expect,
  environment: 'node' as const,
  setupFiles: ['tests/support/strict.ts', 'tests/support/patience.ts'],
  maxWorkers: 3,
  testTimeout: 60_000,
  hookTimeout: 60_000,
}

/** What installs the package as others do, one setting after the other: `npm run test:package`. */
const installs = 'tests/package/{installs,newcomer,strangers}.test.ts'

/** What opens pages comes after what does not, one file of the skin beside one of a whole page: a core each. */
const beside = { groupOrder: 1 }

export default defineConfig({
  root,
  test: {
    ...(provide.full && { reporters: ['default', new Table()] }),
    projects: [
      { root, test: { ...node, name: 'shared', include: sharing, isolate: false } },
      {
        root,
        resolve: {
          tsconfigPaths: true,
          // An example has settings of its own, which do not lead to Latchkey's sources.
          alias: { 'latchkey/sign-in': join(root, 'sdk/signIn/index.ts') },
        },
        test: {
          ...node,
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/e2e/**', 'tests/examples/**', 'tests/react-skin/**', installs, ...sharing],
        },
      },
      {
        root,
        plugins: [react()],
        optimizeDeps: {
          include: ['react', 'react-dom', 'react-dom/client', 'react-dom/server', 'axe-core', 'viem', 'viem/actions'],
        },
        test: {
          name: 'browser',
          provide,
          expect,
          include: ['tests/{devtools,react-skin}/**/*.test.tsx'],
          fileParallelism: false,
          sequence: beside,
          setupFiles: ['tests/support/patience.ts'],
          testTimeout: 60_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: await findChromium(), args: [...launchArgs] },
              // What is pressed stands still. What is about movement asks for it (`emulate`).
              contextOptions: { reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
            expect: {
              toMatchScreenshot: {
                resolveScreenshotPath: ({ arg, ext }) => join(root, 'tests/react-skin/looks/pictures', `${arg}${ext}`),
                comparatorName: 'pixelmatch',
                comparatorOptions: { threshold: 0.02, allowedMismatchedPixelRatio: 0.003 },
              },
            },
          },
        },
      },
      {
        root,
        test: {
          name: 'e2e',
          provide,
          expect,
          environment: 'node',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/e2e/globalSetup.ts'],
          setupFiles: ['tests/support/strict.ts', 'tests/support/patience.ts'],
          testTimeout: 90_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          sequence: beside,
        },
      },
      {
        root,
        test: {
          ...node,
          name: 'examples',
          include: ['tests/examples/**/*.test.ts'],
          fileParallelism: false,
          // Installing and building take both cores, so that nothing runs beside.
          sequence: { groupOrder: 2 },
        },
      },
      {
        root,
        test: {
          ...node,
          name: 'package',
          include: [installs],
          globalSetup: ['tests/package/packed.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
