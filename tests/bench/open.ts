import { chromium, type Browser } from 'playwright'
import { findChromium, launchArgs } from '../support/chromium.ts'
import { buildPage } from './built.ts'
import { floorPage, ourPage } from './pages.ts'

/** Milliseconds from the click's timestamp to the frame with the first row, and the number of external requests before it. */
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

export const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Measures both pages alternately, so that noise affects both. */
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
