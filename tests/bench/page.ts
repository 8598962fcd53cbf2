/**
 * `npm run bench:page`: the browser's work for a page with our button, compared to a page with React and a native dialog in the
 * same run. Figures of other kits are multiples of that page, measured the same way elsewhere.
 */
import { chromium, type Browser, type CDPSession } from 'playwright'
import { findChromium, launchArgs } from '../support/chromium.ts'
import { buildPage } from './built.ts'
import { median } from './open.ts'
import { floorPage, ourPage } from './pages.ts'

const RUNS = 9
const CYCLES = 50
const THROTTLING = 4

/** How to open and close a page's dialog. */
interface Way {
  url: string
  button: string
  first: string
}

interface Visit {
  readyMs: number
  listMs: number
  settledMs: number
  /** When the button works and the page is idle, including everything that is preloaded. */
  bytesReady: number
  bytesOpen: number
  elements: number
  foreign: number
}

/** Transferred bytes of scripts. The preview server does not compress, so they are gzipped here. */
async function scriptBytes(session: CDPSession, seen: ReadonlyMap<string, string>): Promise<number> {
  const { gzipSync } = await import('node:zlib')
  let sum = 0
  for (const requestId of seen.keys()) {
    const { body } = await session.send('Network.getResponseBody', { requestId })
    sum += gzipSync(body, { level: 9 }).length
  }
  return sum
}

/** One visit in a new context, with times for the working button, the visible list and the settled layout. */
async function visit(browser: Browser, { url, button, first }: Way): Promise<Visit> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const scripts = new Map<string, string>()
  let foreign = 0
  await session.send('Network.enable')
  await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLING })
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') scripts.set(requestId, response.url)
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) foreign += 1
  })
  await page.addInitScript((selector) => {
    const state = window as unknown as { ready: Promise<number> }
    state.ready = new Promise((resolve) => {
      const look = () => (document.querySelector(selector) ? resolve(performance.now()) : requestAnimationFrame(look))
      look()
    })
  }, button)
  await page.goto(url, { waitUntil: 'networkidle' })
  const readyMs = await page.evaluate(() => (window as unknown as { ready: Promise<number> }).ready)
  const bytesReady = await scriptBytes(session, scripts)
  await page.evaluate((selector) => {
    const state = window as unknown as { shown: Promise<{ listMs: number; settledMs: number }> }
    state.shown = new Promise((resolve) => {
      let clicked = 0
      document.addEventListener('click', (event) => (clicked = event.timeStamp), { capture: true, once: true })
      const settle = (listMs: number) => {
        const moving = document.getAnimations().filter((one) => one.effect?.getComputedTiming().iterations !== Infinity)
        if (moving.length === 0) resolve({ listMs, settledMs: performance.now() - clicked })
        else requestAnimationFrame(() => settle(listMs))
      }
      const look = () => {
        const row = document.querySelector(selector)
        if (row && row.getClientRects().length > 0)
          requestAnimationFrame(() => setTimeout(() => settle(performance.now() - clicked)))
        else requestAnimationFrame(look)
      }
      look()
    })
  }, first)
  await page.locator(button).click()
  const { listMs, settledMs } = await page.evaluate(
    () => (window as unknown as { shown: Promise<{ listMs: number; settledMs: number }> }).shown,
  )
  const elements = await page.evaluate(() => document.querySelectorAll('body *').length)
  const bytesOpen = await scriptBytes(session, scripts)
  await context.close()
  return { readyMs, listMs, settledMs, bytesReady, bytesOpen, elements, foreign }
}

/** Heap bytes that opening and closing leaves behind, averaged over many cycles. */
async function heapPerCycle(browser: Browser, { url, button, first }: Way): Promise<number> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await page.goto(url, { waitUntil: 'networkidle' })
  const cycle = async () => {
    await page.locator(button).first().click()
    await page.locator(first).first().waitFor({ state: 'visible' })
    await page.keyboard.press('Escape')
    await page.locator(first).first().waitFor({ state: 'hidden' })
  }
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage')
    await session.send('HeapProfiler.collectGarbage')
    return (await session.send('Runtime.getHeapUsage')).usedSize
  }
  // The engine caches data about hot code, which does not count for the page.
  for (let warm = 0; warm < CYCLES; warm += 1) await cycle()
  const before = await heap()
  for (let run = 0; run < CYCLES; run += 1) await cycle()
  const after = await heap()
  await context.close()
  return (after - before) / CYCLES
}

const browser = await chromium.launch({ executablePath: await findChromium(), args: [...launchArgs] })
const [floorBuilt, oursBuilt] = [await buildPage(floorPage), await buildPage(ourPage)]
const floor: Way = { url: floorBuilt.url, button: '#open', first: 'dialog .first' }
const ours: Way = {
  url: oursBuilt.url,
  button: '[data-latchkey][data-mode=button] button',
  first: '[role=dialog] [data-part=row]',
}
const visits = { floor: [] as Visit[], ours: [] as Visit[] }
for (let run = 0; run < RUNS; run += 1) {
  visits.floor.push(await visit(browser, floor))
  visits.ours.push(await visit(browser, ours))
}
const heap = { floor: await heapPerCycle(browser, floor), ours: await heapPerCycle(browser, ours) }
await browser.close()
// Without compilation, the remaining bytes are the page's own objects.
const interpreter = await chromium.launch({
  executablePath: await findChromium(),
  args: [...launchArgs, '--js-flags=--no-sparkplug --no-maglev --no-turbofan'],
})
const objects = { floor: await heapPerCycle(interpreter, floor), ours: await heapPerCycle(interpreter, ours) }
await interpreter.close()
await Promise.all([floorBuilt.stop(), oursBuilt.stop()])

const of = (way: 'floor' | 'ours', what: keyof Visit): number => median(visits[way].map((one) => one[what]))
const row = (what: string, value: (way: 'floor' | 'ours') => string, beside: string) =>
  console.log(`${what.padEnd(48)} ${value('ours').padStart(12)} ${value('floor').padStart(12)}  ${beside}`)
const times = (what: 'readyMs' | 'listMs' | 'settledMs') => `${(of('ours', what) / of('floor', what)).toFixed(1)} ×`

console.log(`\nOne page, ${THROTTLING} × slower than this machine, median of ${RUNS} interleaved visits`)
console.log(`${''.padEnd(48)} ${'ours'.padStart(12)} ${'floor'.padStart(12)}`)
row('scripts before the click, kB gz', (way) => (of(way, 'bytesReady') / 1e3).toFixed(1), 'aim 100; best kit 264')
row('scripts once the list shows, kB gz', (way) => (of(way, 'bytesOpen') / 1e3).toFixed(1), 'aim 130; best kit 265')
row('page → button works, ms', (way) => of(way, 'readyMs').toFixed(0), `${times('readyMs')}; best kit 1.7 ×`)
row('click → list, ms', (way) => of(way, 'listMs').toFixed(0), `${times('listMs')}; best kit 5.0 ×, aim 2 ×`)
row('click → nothing moves, ms', (way) => of(way, 'settledMs').toFixed(0), `${times('settledMs')}; best kit 13 ×`)
row('elements in the page, open', (way) => String(of(way, 'elements')), 'aim 120; best kit 79')
row('requests to other hosts', (way) => String(of(way, 'foreign')), 'aim 0; most kits 1 to 16')
row(`heap an opening leaves, kB, of ${CYCLES}`, (way) => (heap[way] / 1e3).toFixed(2), 'aim 1; best kit 1.3')
row('  of it objects, not compiled code', (way) => (objects[way] / 1e3).toFixed(2), '')
process.exit(0)
