import { shapesOf } from './shapes.ts'

const texts = import.meta.glob<string>(
  ['../../../machines/**/*.contract.ts', '../../../machines/entities/*.ts', '../../../machines/facts.ts'],
  { query: '?raw', import: 'default', eager: true },
)

/** What the contracts of this version say of events. Loaded with the first chart of a machine that runs. */
export const shapes = shapesOf(Object.values(texts))
