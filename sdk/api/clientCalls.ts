import { catalogCalls } from '../wallets/catalog.api.ts'
import { projectCalls } from '../project/project.api.ts'

/** The calls of the list of wallets, which are loaded with the client. */
export const clientCalls = { ...projectCalls, ...catalogCalls }
