/** Runs a command while stdin is open. Stdin closes whenever the parent ends, even by SIGKILL. */
import { spawn } from 'node:child_process'

const [command = '', ...args] = process.argv.slice(2)
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
const end = () => child.kill('SIGKILL')

child.on('exit', (code) => process.exit(code ?? 1))
child.on('error', (error) => {
  console.error(error.message)
  process.exit(1)
})
process.stdin.on('close', end).on('error', end).resume()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
