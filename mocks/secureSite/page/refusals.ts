/** A refusal, whose text the page receives in an ERROR message. */
export class Refused extends Error {
  override name = 'Refused'
}

export const refused = {
  rejected: () => new Refused('User rejected the request'),
  aborted: () => new Refused('Request was aborted'),
  notSupported: (method: string) => new Refused(`${method} is not supported`),
  stranger: (address: string) => new Refused(`Invalid parameters: ${address} is not the account of this wallet`),
  invalid: (why: string) => new Refused(`Invalid parameters: ${why}`),
}
