/** The version of this package, as every call of the provider's API tells it. */
export const VERSION = '0.1.0'
