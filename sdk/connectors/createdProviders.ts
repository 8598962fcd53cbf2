import type { Namespace } from '../../machines/shared/namespace.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import type { Clock } from '../../machines/core/time.ts'
import { safely } from '../platform/untrusted.ts'
import type { WalletProvider } from '../provider/walletProvider.ts'
import { isProvider } from './eip6963.ts'

/** A function of the app that creates a wallet's provider, and may load the wallet's SDK first. */
export type CreateProvider = (namespace: Namespace) => WalletProvider | Promise<WalletProvider>

/** The provider that a function created for one namespace, or the call that is creating it. */
interface Creation {
  provider?: WalletProvider
  pending?: { startedAt: number; done: Promise<void> } | undefined
}

/**
 * By function, so that a page creates each provider once, also if React's StrictMode starts or creates the instance twice. A failed
 * call is not kept.
 */
const creations = new WeakMap<CreateProvider, Map<Namespace, Creation>>()

function creationOf(create: CreateProvider, namespace: Namespace): Creation {
  const byNamespace = creations.get(create) ?? new Map<Namespace, Creation>()
  creations.set(create, byNamespace)
  const creation = byNamespace.get(namespace) ?? {}
  byNamespace.set(namespace, creation)
  return creation
}

/** Calls the function. Rejects if it returns something else than a provider. */
async function callCreate(create: CreateProvider, namespace: Namespace): Promise<WalletProvider> {
  const provider: unknown = await create(namespace)
  if (safely(() => isProvider(provider))) return provider as WalletProvider
  throw new TypeError('The function `provider` of the connector returned no EIP-1193 provider.')
}

/** Returns the provider that the function created for this namespace; `undefined` before. */
export const createdProvider = (create: CreateProvider, namespace: Namespace): WalletProvider | undefined =>
  creationOf(create, namespace).provider

/**
 * Creates the provider for a namespace. Concurrent callers share one call. A call that takes longer than `loadMs` is not waited for
 * again; the first provider that any call returns is kept. Rejects with `connector.notLoaded`.
 */
export function createProviderOnce(
  create: CreateProvider,
  namespace: Namespace,
  { wallet, clock, loadMs }: { wallet: string; clock: Clock; loadMs: number },
): Promise<void> {
  const creation = creationOf(create, namespace)
  if (creation.provider) return Promise.resolve()
  const startedAt = clock.now()
  if (creation.pending && startedAt - creation.pending.startedAt < loadMs) return creation.pending.done
  const done = callCreate(create, namespace)
    .then((provider) => void (creation.provider ??= provider))
    .catch((cause: unknown) => {
      if (!creation.provider) throw new LatchkeyError('connector.notLoaded', { params: { wallet }, cause })
    })
    .finally(() => {
      if (creation.pending?.done === done) creation.pending = undefined
    })
  creation.pending = { startedAt, done }
  return done
}
