/** Selects the app's sign-in method. */
import { assertDefined } from '../../machines/core/assertDefined.ts'
import { networkOf } from '../../machines/network/network.rules.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { prefixOf } from '../storage/entries.ts'
import type { AppSettings } from '../instance/appSettings.ts'
import type { ChainReader } from './verifier.ts'
import type { Ports } from '../instance/ports.ts'
import { isOwn, isServer, type OwnSignInMethods, type PageSignIn, type SignInMethods } from './methods.ts'
import { loadPart } from '../platform/loadPart.ts'

/** The storage key of sign-ins that are stored in the browser. */
export const keyOf = ({ id }: Pick<AppSettings, 'id'>): string => `${prefixOf(id)}signIns`

export async function methodsOf(ports: Ports, settings: AppSettings): Promise<SignInMethods | OwnSignInMethods> {
  const { siwx, siweConfig } = settings.signIn
  const page = () => {
    const { origin } = assertDefined(ports.page.read())
    return { origin, domain: new URL(origin).host }
  }
  const { clock } = ports
  if (siweConfig) return (await loadPart(import('./siwe.ts'))).siweMethods(siweConfig, { page, clock })
  const signInOptions = assertDefined(siwx)
  if (isOwn(signInOptions)) return signInOptions
  const { apiMs: timeoutMs } = settings.timeouts
  if (isServer(signInOptions))
    return (await loadPart(import('./server.ts'))).serverMethods(signInOptions, { page, clock }, timeoutMs)
  return pageMethodsOf(signInOptions, ports, settings, page)
}

async function pageMethodsOf(
  options: PageSignIn,
  { rpc, storage, clock }: Ports,
  settings: AppSettings,
  page: () => { origin: string; domain: string },
): Promise<OwnSignInMethods> {
  const read: ChainReader = async (chainId, call, signal) => {
    const network = networkOf(settings.networks(), chainId)
    if (!network) throw new LatchkeyError('signIn.unverifiable')
    return rpc.request(network, call, { signal })
  }
  const { pageMethods } = await loadPart(import('./page.ts'))
  return pageMethods(options, {
    page,
    clock,
    storage,
    key: keyOf(settings),
    read,
    verifyMs: settings.timeouts.verifyMs,
  })
}
