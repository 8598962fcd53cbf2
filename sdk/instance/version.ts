/** The version of this package, sent with every API call. Not the version of any other toolkit [9.36]. */
export const VERSION = '0.1.0'
