import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { chromium, type Browser } from 'playwright'
import { build, preview, type InlineConfig } from 'vite'
import { findChromium, launchArgs } from '../support/chromium.ts'
import { floorPage, ourPage } from './pages.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

async function buildPage(source: string): Promise<{ url: string; stop(): Promise<void> }> {
  const from = await mkdtemp(join(root, 'node_modules/.bench-'))
  const to = await mkdtemp(join(tmpdir(), 'latchkey-bench-'))
  await writeFile(join(from, 'main.tsx'), source.replaceAll('~/', root))
  await writeFile(
    join(from, 'index.html'),
    '<!doctype html><title>bench</title><div id="root"></div><script type="module" src="./main.tsx"></script>',
  )
  process.env['NODE_ENV'] = 'production'
  const config = {
    root: from,
    configFile: false,
    logLevel: 'silent',
    mode: 'production',
    plugins: [react()],
  } satisfies InlineConfig
  await build({ ...config, build: { outDir: to, emptyOutDir: true } })
  const server = await preview({ ...config, build: { outDir: to }, preview: { port: 0 } })
  const url = server.resolvedUrls?.local[0]
  if (!url) throw new Error('The preview server gave no address.')
  return {
    url,
    async stop() {
      await server.close()
      await Promise.all([from, to].map((folder) => rm(folder, { recursive: true, force: true })))
    },
  }
}

/** Milliseconds from the click's own time stamp to the frame that shows the first row, and requests before it. */
async function openOnce(browser: Browser, url: string, button: string, first: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  const requests: string[] = []
  page.on('request', (request) => void (request.url().startsWith(url) || requests.push(request.url())))
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.evaluate(
    ([first]) => {
      const state = window as unknown as { clicked: number; painted: Promise<number> }
      document.addEventListener('click', (event) => (state.clicked = event.timeStamp), { capture: true, once: true })
      state.painted = new Promise((resolve) => {
        const look = () => {
          const shown = document.querySelector(first ?? '')
          if (shown && shown.getClientRects().length > 0)
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - state.clicked)))
          else requestAnimationFrame(look)
        }
        look()
      })
    },
    [first],
  )
  await page.locator(button).click()
  const ms = await page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted)
  const elements = await page.evaluate(() => document.querySelectorAll('body *').length)
  await context.close()
  return { ms, elements, requests: requests.length }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Both pages side by side, interleaved, so that a noisy machine is noisy for both. */
export async function measureOpen(runs = 15) {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: [...launchArgs] })
  const [floor, ours] = [await buildPage(floorPage), await buildPage(ourPage)]
  try {
    const times = { floor: [] as number[], ours: [] as number[] }
    let elements = 0
    let requests = 0
    for (let run = 0; run < runs; run += 1) {
      times.floor.push((await openOnce(browser, floor.url, '#open', 'dialog .first')).ms)
      const opened = await openOnce(browser, ours.url, '[data-latchkey] button, button', '[role=dialog] h2')
      times.ours.push(opened.ms)
      elements = opened.elements
      requests += opened.requests
    }
    return { floorMs: median(times.floor), oursMs: median(times.ours), elements, requests }
  } finally {
    await browser.close()
    await Promise.all([floor.stop(), ours.stop()])
  }
}
