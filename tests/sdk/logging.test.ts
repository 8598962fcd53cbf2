import { expect, onTestFinished, test, vi } from 'vitest'
import { memoryStorage } from '../../mocks/index.ts'
import { createLatchkey, type LatchkeyOptions } from '../../sdk/index.ts'

/** The log of an instance with a broken stored entry, which is set aside, and a request that needs a project id. */
async function logged(options: LatchkeyOptions): Promise<string[]> {
  const lines: string[] = []
  for (const level of ['error', 'warn', 'info', 'log', 'debug'] as const)
    vi.spyOn(console, level).mockImplementation((text) => void lines.push(`${level}: ${String(text)}`))
  onTestFinished(() => void vi.restoreAllMocks())
  const storage = memoryStorage(new Map([['latchkey.default.theme', 'broken']]))
  const latchkey = createLatchkey({ ...options, ports: { storage, ...options.ports } })
  onTestFinished(() => latchkey.stop())
  latchkey.start()
  await vi.waitFor(() => expect(latchkey.actor('storage').getSnapshot().value).toBe('ready'))
  latchkey.dispatch({ type: 'project.load' })
  return lines
}

const setAside = 'The stored entry "theme" was invalid and was set aside'
const missing = 'Project ID Not Configured - features of the API need one; set projectId in createLatchkey'

test.each<[LatchkeyOptions['logLevel'], string[]]>([
  [undefined, [`error: ${missing}`]],
  ['error', [`error: ${missing}`]],
  ['warn', [`warn: ${setAside}`, `error: ${missing}`]],
  ['silent', []],
])('an instance with the log level %s logs exactly the messages of that level [9.30]', async (logLevel, lines) => {
  expect(await logged({ ...(logLevel && { logLevel }) })).toEqual(lines)
})

test('a custom logger gets the same level, and needs no warn function [9.30]', async () => {
  const told: string[] = []
  const logger = { error: (text: string) => void told.push(`error: ${text}`) }
  await logged({ logLevel: 'warn', ports: { logger } })
  const both = { ...logger, warn: (text: string) => void told.push(`warn: ${text}`) }
  await logged({ logLevel: 'warn', ports: { logger: both } })
  await logged({ ports: { logger: both } })
  await logged({ logLevel: 'silent', ports: { logger: both } })
  expect(told).toEqual([`error: ${missing}`, `warn: ${setAside}`, `error: ${missing}`, `error: ${missing}`])
})
