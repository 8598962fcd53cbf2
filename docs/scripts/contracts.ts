import { globSync, readFileSync } from 'node:fs'
import { shapesOf } from './shapes.ts'

const root = new URL('../../', import.meta.url)
const files = ['machines/**/*.contract.ts', 'machines/**/*.types.ts', 'machines/events.ts']

/** The events of the contracts in this repository. */
export const shapes = shapesOf(
  globSync(files, { cwd: root })
    .toSorted()
    .map((path) => readFileSync(new URL(path, root), 'utf8')),
)
