/** Finds the browser for the tests, and installs one if necessary. */
import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'

/** Flags for Chromium: headless, also as root, and without background requests. */
export const launchArgs = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const installTimeoutMs = 300_000

const runnable = (path: string) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const onPath = (name: string) => (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name))

const installed = () =>
  [
    '/usr/bin/chromium',
    ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].flatMap(onPath),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    chromium.executablePath(),
  ].find(runnable)

const aptAllowed = () => process.getuid?.() === 0 && existsSync('/etc/debian_version')
const apt = (name: string) => ['apt-get update', `apt-get install -y ${name}`]

/** How to install a browser: the system's package if allowed, or else Playwright's. */
const installers = () => [...(aptAllowed() ? [apt('chromium')] : []), ['npx playwright install chromium']]

const run = (line: string) => {
  const [command = '', ...args] = line.split(' ')
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'], timeout: installTimeoutMs })
}

/** The path of a Chromium: CHROME_BIN, an installed one, or one that it installs. Throws what was tried if all fail. */
export async function findChromium(): Promise<string> {
  const chosen = process.env['CHROME_BIN']
  if (chosen) {
    if (runnable(chosen)) return chosen
    throw new Error(`CHROME_BIN is ${chosen}, which can't be run.`)
  }
  const found = installed()
  if (found) return found
  const tried: string[] = []
  for (const lines of installers()) {
    console.log(`No Chromium found; installing one: ${lines.join(' && ')}`)
    try {
      lines.forEach(run)
    } catch (error) {
      tried.push(`${lines.join(' && ')}: ${error instanceof Error ? error.message : String(error)}`)
    }
    const now = installed()
    if (now) return now
  }
  throw new Error(['No Chromium was found, and none could be installed. Set CHROME_BIN. Tried:', ...tried].join('\n'))
}

const SHELL = 'chromium-headless-shell'
const findInstalledShell = () => onPath(SHELL).find(runnable)

/**
 * The path of Chromium's headless shell if it is installed, or else of Chromium. The shell has no windows and opens a page in a
 * third of the time. It renders text slightly differently, so screenshots do not use it.
 */
export const findShell = async (): Promise<string> =>
  (process.env['CHROME_BIN'] ? undefined : findInstalledShell()) ?? findChromium()

/** Installs the headless shell if the system has a package for it. */
export function installShell() {
  if (findInstalledShell() || process.env['CHROME_BIN'] || !aptAllowed()) return
  try {
    apt(SHELL).forEach(run)
  } catch {
    console.log(`${SHELL} could not be installed; the tests take longer with Chromium.`)
  }
}
