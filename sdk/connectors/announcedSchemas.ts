/** The checks of `announced.ts` as schemas. */
import * as z from 'zod/mini'
import { readIcon } from './announced.ts'
export { walletNameSchema as nameSchema } from '../../machines/shared/wallet.schemas.ts'

export const iconSchema = z.pipe(z.unknown(), z.transform(readIcon))
