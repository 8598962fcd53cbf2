import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { Table } from './package/table.ts'
import { findChromium, launchArgs } from './support/chromium.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const full = process.env['TESTS'] === 'full'
const patienceMs = 15_000
const chromium = await findChromium()
const provide = { full, seed: Number(process.env['SEED'] ?? 1), patienceMs }
const expect = { poll: { timeout: patienceMs, interval: 10 } }

/**
 * `npm test` leaves `*.full.test.ts` to `npm run test:full`, which runs these and the files that try more there: those that import
 * `tests/support/full.ts`.
 */
const triesMore = (file: string) =>
  file.includes('.full.test.') || readFileSync(join(root, file), 'utf8').includes('support/full.ts')
const filesOf = (...globs: string[]) =>
  globSync(globs, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => (full ? triesMore(file) : !file.includes('.full.test.')))

/** Tests which files the page has loaded, so it needs a separate page. */
const loading = filesOf('tests/react-skin/features.test.tsx')
const page = filesOf('tests/{devtools,react-skin,visual}/**/*.test.tsx').filter((file) => !loading.includes(file))
const endToEnd = filesOf('tests/e2e/**/*.test.ts')
const examples = filesOf('tests/examples/**/*.test.ts')
/** What installs the package as others do, one setting after the other: `npm run test:package`. */
const installs = filesOf('tests/package/{installs,newcomer,registry,strangers}.test.ts')
/**
 * Needs a separate process: starts before the modules that it watches, leaves wallets on the page, counts the requests and timers of
 * the process, or runs the official wallet, whose timers reject promises minutes later.
 */
const isolated = filesOf(
  'tests/docs/{playground/*,testing}.test.ts',
  'tests/mocks/relay/msw.test.ts',
  'tests/package/*.test.ts',
  'tests/sdk/chains/solana/walletStandard.test.ts',
  'tests/sdk/pairing/{driver,guards,interop,relayGuards,reload,signInFaults,signInGuards,verify}.test.ts',
  'tests/security/{bundlerUrls,gasPrice,hostile-nodes,hostile-wallets,pairingMemory,relayFrames,walletImpersonation}.test.ts',
).filter((file) => !installs.includes(file))
/** All others share processes and the modules loaded there, which saves a third of their time. */
const shared = filesOf('tests/**/*.test.ts').filter(
  (file) => ![...endToEnd, ...examples, ...installs, ...isolated].includes(file),
)
const node = {
  provide,
  expect,
  environment: 'node' as const,
  setupFiles: ['tests/support/strict.ts', 'tests/support/patience.ts'],
  // Many tests wait for sockets and timers, so that two workers would leave cores idle.
  maxWorkers: 4,
  testTimeout: 60_000,
  hookTimeout: 60_000,
}

const resolve = {
  tsconfigPaths: true,
  // An example has its own settings, which do not resolve to Latchkey's sources.
  alias: { 'latchkey/sign-in': join(root, 'sdk/sign-in/index.ts') },
}

/** What opens pages comes after what does not, one file of the skin beside one of a whole page: a core each. */
const beside = { groupOrder: 1 }

/** What Vite does not find before the tests run. When it finds one in the middle of a run, it reloads the page and the run fails. */
const foundLate =
  `react react-dom react-dom/client react-dom/server preact preact/hooks preact/jsx-dev-runtime axe-core fast-check
  viem viem/accounts viem/actions @noble/hashes/sha2.js @scure/base @scure/btc-signer @scure/btc-signer/payment.js`.split(
    /\s+/,
  )

const browser = (name: string, files: { include: string[]; isolate?: false }): TestProjectInlineConfiguration => ({
  root,
  plugins: [react()],
  optimizeDeps: {
    include: foundLate,
  },
  test: {
    ...files,
    name,
    provide,
    expect,
    fileParallelism: false,
    sequence: beside,
    setupFiles: ['tests/support/patience.ts', 'tests/react-skin/setup.ts'],
    testTimeout: 60_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: { executablePath: chromium, args: [...launchArgs] },
        // What is pressed stands still. What is about movement asks for it (`emulate`).
        contextOptions: { reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium' }],
      expect: {
        toMatchScreenshot: {
          resolveScreenshotPath: ({ arg, ext }) => join(root, 'tests/visual/pictures', `${arg}${ext}`),
          comparatorName: 'pixelmatch',
          comparatorOptions: { threshold: 0.02, allowedMismatchedPixelRatio: 0.003 },
        },
      },
    },
  },
})

export default defineConfig({
  root,
  test: {
    ...(full && { reporters: ['default', new Table()] }),
    projects: [
      { root, resolve, test: { ...node, name: 'shared', include: shared, isolate: false } },
      { root, resolve, test: { ...node, name: 'isolated', include: isolated } },
      browser('browser', { include: page, isolate: false }),
      browser('pages', { include: loading }),
      {
        root,
        test: {
          name: 'e2e',
          provide,
          expect,
          environment: 'node',
          include: endToEnd,
          globalSetup: ['tests/e2e/globalSetup.ts'],
          setupFiles: ['tests/support/strict.ts', 'tests/support/patience.ts', 'tests/e2e/setup.ts'],
          testTimeout: 90_000,
          hookTimeout: 120_000,
          // One process, which opens one browser.
          isolate: false,
          fileParallelism: false,
          sequence: beside,
        },
      },
      {
        root,
        test: {
          ...node,
          name: 'examples',
          include: examples,
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
          include: installs,
          globalSetup: ['tests/package/packed.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
