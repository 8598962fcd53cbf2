/**
 * The providers of Latchkey instances. An app may announce one through EIP-6963 for other libraries; it is not a wallet to
 * connect.
 */
const ownProviders = new WeakSet<object>()

/** Marks the provider as one of an instance, and returns it. */
export function markAsOwn<Provider extends object>(provider: Provider): Provider {
  ownProviders.add(provider)
  return provider
}

export const isOwn = (provider: object): boolean => ownProviders.has(provider)
