/** The same of what wallets announce, for schemas. */
import * as z from 'zod/mini'
import { isIcon, keptIcon } from './announced.ts'
export { walletNameSchema as nameSchema } from '../../machines/schemas/wallet.ts'

export const iconSchema = z.pipe(z.custom<string>(isIcon), z.transform(keptIcon))
