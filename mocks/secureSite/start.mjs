/** The command `npm run secure-site`: runs the secure site until it is stopped. */
import { bundlePage } from './server/bundle.ts'
import { readSettings } from './server/settings.ts'
import { startSecureSite } from './server/start.ts'

try {
  const settings = await readSettings(process.argv.slice(2), process.env)
  await bundlePage()
  const { origin, port } = await startSecureSite(settings)
  console.log(`The secure site is at ${origin}, and listens on port ${port} (Ctrl+C ends it)`)
} catch (error) {
  console.error(`The secure site could not start: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
