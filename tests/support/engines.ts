/**
 * Firefox and WebKit from Debian's packages, driven like a user's browser: Firefox with WebDriver BiDi, WebKit with WebDriver
 * under Xvfb.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { launch, type ElementHandle } from 'puppeteer-core'
import { Builder, Capabilities, type WebDriver, type WebElement } from 'selenium-webdriver'

export interface Size {
  width: number
  height: number
}

/** A page in a browser engine. An evaluated function may only use its arguments, which are JSON. */
export interface EnginePage {
  go(url: string): Promise<void>
  evaluate<Result, Args extends readonly unknown[]>(
    work: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>
  /** Clicks the element that the function finds, once it is not moving. Fails if it is missing or covered. */
  click<Args extends readonly unknown[]>(find: (...args: Args) => Element | undefined, ...args: Args): Promise<void>
  /** Whether the function finds an element. */
  finds<Args extends readonly unknown[]>(find: (...args: Args) => Element | undefined, ...args: Args): Promise<boolean>
  press(key: 'Tab' | 'Escape' | 'Enter'): Promise<void>
}

export interface Engine {
  page: EnginePage
  close(): Promise<void>
}

/** An expression for the page: the element that the function finds, once nothing around it moves. */
const standingStill = (find: string, args: readonly unknown[]) => `(async () => {
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))
  for (;;) {
    // An animation that a change of the page leads to has begun by the second frame after it.
    await frame()
    await frame()
    const found = (${find})(...${JSON.stringify(args)})
    if (!found) return null
    const moving = document
      .getAnimations()
      .filter(({ effect, playState }) => playState === 'running' && effect.target?.contains(found))
      .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
    if (moving.length === 0) return found
    await Promise.allSettled(moving.map(({ finished }) => finished))
  }
})()`

const nothingBy = (args: readonly unknown[]) => new Error(`Nothing is found by ${JSON.stringify(args)}`)

const FIREFOX = '/usr/bin/firefox-esr'
const DRIVER = '/usr/bin/WebKitWebDriver'
const MINI_BROWSER = '/usr/lib/*/webkit2gtk-4.*/MiniBrowser'
const APT = ['firefox-esr', 'webkit2gtk-driver', 'xvfb']

/** Installs missing engines from the system's packages. Returns the reason if that is not possible. */
export function installEngines(): string | undefined {
  const missing = () => [FIREFOX, DRIVER, '/usr/bin/Xvfb'].filter((path) => !existsSync(path))
  if (missing().length === 0) return undefined
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return `${missing().join(', ')} are not installed`
  const options = { stdio: 'ignore', timeout: 600_000 } as const
  execFileSync('apt-get', ['update'], options)
  execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...APT], options)
  return missing().length === 0 ? undefined : `${missing().join(', ')} could not be installed`
}

/** Opens Firefox, in dark or light mode. */
export async function openFirefox({ width, height }: Size, { dark = false } = {}): Promise<Engine> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    headless: true,
    args: [`--width=${width}`, `--height=${height}`],
    extraPrefsFirefox: { 'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1 },
  })
  const page = await browser.newPage()
  await page.setViewport({ width, height })
  const elementOf = (found: { asElement(): unknown }) => found.asElement() as ElementHandle | null
  return {
    page: {
      go: async (url) => void (await page.goto(url)),
      evaluate: (work, ...args) =>
        page.evaluate(work as unknown as (...given: unknown[]) => never, ...(args as readonly unknown[])),
      async click(find, ...args) {
        const found = elementOf(await page.evaluateHandle(standingStill(String(find), args)))
        if (!found) throw nothingBy(args)
        await found.click()
      },
      finds: async (find, ...args) =>
        elementOf(await page.evaluateHandle(find as unknown as (...given: unknown[]) => unknown, ...args)) !== null,
      press: (key) => page.keyboard.press(key),
    },
    close: () => browser.close(),
  }
}

const freePort = () =>
  new Promise<number>((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => found(typeof address === 'object' && address ? address.port : 0))
    })
  })

const ended = (child: ChildProcess) =>
  child.exitCode !== null ? undefined : new Promise((resolve) => child.once('exit', resolve))

/** Retries until it succeeds, at most 100 times. */
async function until<Result>(work: () => Promise<Result>, left = 100): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (left === 0) throw error
    await pause(100)
    return until(work, left - 1)
  }
}

/** Opens WebKit's MiniBrowser on its own display, in dark or light mode. */
export async function openWebKit({ width, height }: Size, { dark = false } = {}): Promise<Engine> {
  const [binary] = globSync(MINI_BROWSER)
  if (binary === undefined) throw new Error('WebKitGTK has no MiniBrowser')
  const display = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', `${width + 200}x${height + 200}x24`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const number = await new Promise<string>((resolve) =>
    display.stdout.once('data', (data: Buffer) => resolve(data.toString().trim())),
  )
  const port = await freePort()
  const env = {
    ...process.env,
    DISPLAY: `:${number}`,
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    ...(dark && { GTK_THEME: 'Adwaita:dark' }),
  }
  const server = spawn(DRIVER, [`--port=${port}`], { env, stdio: 'ignore' })
  const close = async (driver?: WebDriver) => {
    await driver?.quit().catch(() => {})
    for (const child of [server, display]) {
      child.kill()
      await ended(child)
    }
  }
  try {
    const capabilities = new Capabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary, args: ['--automation'] },
    })
    await until(() => fetch(`http://127.0.0.1:${port}/status`))
    const driver = await new Builder().usingServer(`http://127.0.0.1:${port}/`).withCapabilities(capabilities).build()
    await driver.manage().setTimeouts({ script: 60_000, pageLoad: 60_000 })
    await driver.manage().window().setRect({ x: 0, y: 0, width, height })
    return { page: pageOf(driver), close: () => close(driver) }
  } catch (error) {
    await close()
    throw error
  }
}

const KEYS = { Tab: '\uE004', Escape: '\uE00C', Enter: '\uE007' } as const

const pageOf = (driver: WebDriver): EnginePage => ({
  go: (url) => driver.get(url),
  evaluate: (work, ...args) => driver.executeScript(`return (${work.toString()})(...arguments)`, ...args),
  async click(find, ...args) {
    const found = await driver.executeScript<WebElement | null>(`return ${standingStill(String(find), args)}`)
    if (!found) throw nothingBy(args)
    await found.click()
  },
  finds: async (find, ...args) =>
    (await driver.executeScript(`return (${find.toString()})(...arguments) ?? null`, ...args)) !== null,
  press: (key) => driver.actions().sendKeys(KEYS[key]).perform(),
})
