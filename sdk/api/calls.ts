import type * as z from 'zod/mini'
import { catalogCalls } from '../wallets/catalog.api.ts'
import { projectCalls } from '../project/project.api.ts'
import { featureCalls } from './featureCalls.ts'

/** Every call of the API and the wallet catalog, for the docs and the mocks. The client loads them in two parts. */
export const calls = { ...projectCalls, ...featureCalls, ...catalogCalls }

export type Calls = typeof calls
export type CallName = keyof Calls
/** The input of a call, before its schema parses it. */
export type CallInput<Name extends CallName> = z.input<Calls[Name]['request']>
/** The result of a call, after its schema has parsed it. */
export type CallOutput<Name extends CallName> = z.infer<Calls[Name]['response']>
