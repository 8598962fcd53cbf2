/** Ten pages of one origin, over the browser's own storage. */
import * as fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { readPersisted } from '../../sdk/storage/stored.ts'
import { localStorageOf } from '../../sdk/platform/browser.ts'
import { openTab, play, rounds, TABS } from '../support/memoryTabs.ts'

test(
  'ten pages that connect, switch, disconnect and choose colors at random lose nothing in the local storage [3.46]',
  { timeout: 120_000 },
  async () => {
    const frames = Array.from({ length: TABS }, () => document.body.appendChild(document.createElement('iframe')))
    onTestFinished(() => frames.forEach((frame) => frame.remove()))
    const storages = frames.map((frame) => localStorageOf(() => frame.contentWindow ?? undefined))
    let run = 0
    await fc.assert(
      fc.asyncProperty(rounds, async (played) => {
        const id = `tabs-${(run += 1)}`
        const tabs = await Promise.all(storages.map((storage) => openTab(storage, id)))
        const expected = await play(tabs, played, true)
        for (const { memory } of tabs) memory.stop()
        expect(readPersisted(localStorageOf(), id).persisted).toEqual(expected)
      }),
      { numRuns: 25 },
    )
    expect(localStorage.length).toBeGreaterThan(0)
    localStorage.clear()
  },
)
