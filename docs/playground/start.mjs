/** `npm start`: checks the prerequisites, then serves the playground with its sandbox. */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const neededMajor = 22

const stop = (message) => {
  console.error(message)
  process.exit(1)
}

const [major = 0] = process.versions.node.split('.').map(Number)
if (major < neededMajor) {
  stop(
    `The playground runs on the node that npm installs with it (24), not on ${process.version}.\n` +
      'Run "npm ci" first, then "npm start".',
  )
}

const { createServer } = await import('vite').catch(() => stop('Vite is not installed. Run "npm ci" first.'))
try {
  const { values } = parseArgs({ options: { port: { type: 'string' } } })
  const port = Number(values.port ?? process.env.PORT ?? 5173)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) stop(`${values.port ?? process.env.PORT} is not a port.`)
  const server = await createServer({
    // If the port is taken, Vite uses the next free one.
    server: { port },
    configFile: fileURLToPath(new URL('./vite.config.ts', import.meta.url)),
    clearScreen: false,
    logLevel: 'warn',
  })
  await server.listen()
  console.log(`The playground is at ${server.resolvedUrls?.local[0]} (Ctrl+C ends it)`)
} catch (error) {
  stop(`The playground could not start: ${error instanceof Error ? error.message : String(error)}`)
}
