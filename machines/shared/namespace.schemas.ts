import * as z from 'zod/mini'
import { NAMESPACES } from '../constants.ts'
import { isNetworkId, type NetworkId } from './namespace.types.ts'

export const namespaceSchema = z.enum(NAMESPACES)
export const networkIdSchema = z.custom<NetworkId>(isNetworkId, 'Invalid CAIP-2 network id')
