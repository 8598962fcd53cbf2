/** A refusal, whose text the page receives in an ERROR message. */
export class RefusalError extends Error {
  override name = 'RefusalError'
}

export const refusals = {
  rejected: () => new RefusalError('User rejected the request'),
  aborted: () => new RefusalError('Request was aborted'),
  notSupported: (method: string) => new RefusalError(`${method} is not supported`),
  unknownAccount: (address: string) =>
    new RefusalError(`Invalid parameters: ${address} is not the account of this wallet`),
  invalid: (reason: string) => new RefusalError(`Invalid parameters: ${reason}`),
}
