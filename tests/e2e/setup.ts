import { afterAll } from 'vitest'
import { closeContexts } from './support.ts'

afterAll(closeContexts)
