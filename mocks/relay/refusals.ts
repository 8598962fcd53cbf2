/** The relay's errors: `data` names the reason for programs, with the type names of WalletConnectRust. */

/** A JSON-RPC error. */
export interface RpcFault {
  code: number
  message: string
  data?: string
}

/** The request is invalid. */
const payload = (data: string, message: string): RpcFault => ({ code: -32600, message, data })
/** The request is valid, and the relay refuses it. */
const handler = (data: string, message: string): RpcFault => ({ code: -32000, message, data })

/** The errors by reason. */
export const refusals = {
  serialization: payload('Serialization', 'Failed to read the request'),
  method: payload('InvalidMethod', 'Invalid method'),
  params: payload('InvalidParams', 'Invalid params'),
  topic: payload('InvalidTopic', 'Topic decoding failed'),
  requestId: payload('InvalidRequestId', 'Invalid request ID'),
  version: payload('InvalidJsonRpcVersion', 'Invalid JSON RPC version'),
  size: payload('PayloadSizeExceeded', 'Payload size exceeded'),
  batchEmpty: payload('BatchEmpty', 'The batch contains no items'),
  batchLimit: payload('BatchLimitExceeded', 'The batch contains too many items'),
  ttlTooShort: handler('TtlTooShort', 'TTL too short'),
  ttlTooLong: handler('TtlTooLong', 'TTL too long'),
  mailbox: handler('MailboxLimitExceeded', 'Mailbox limit exceeded'),
  subscribers: handler('SubscriberLimitExceeded', 'Subscriber limit exceeded'),
  rate: { code: 3001, message: 'Too many requests', data: 'TooManyRequests' },
} as const satisfies Record<string, RpcFault>

/** A refused request. */
export class Refusal extends Error {
  readonly fault: RpcFault
  constructor(reason: keyof typeof refusals) {
    super(refusals[reason].message)
    this.fault = refusals[reason]
  }
}
