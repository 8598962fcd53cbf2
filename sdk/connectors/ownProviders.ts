/** The providers of instances. A site may announce one to libraries beside Latchkey (EIP-6963); it is no wallet to connect. */
const own = new WeakSet<object>()

/** The provider, known from now on as one of an instance. */
export function asOwn<Provider extends object>(provider: Provider): Provider {
  own.add(provider)
  return provider
}

export const isOwn = (provider: object): boolean => own.has(provider)
