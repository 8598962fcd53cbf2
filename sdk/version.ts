/** The version of this package, as every call of the API tells it: its own, no other toolkit's [9.36]. */
export const VERSION = '0.1.0'
