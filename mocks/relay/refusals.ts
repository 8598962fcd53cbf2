/** The relay's errors: `data` names the reason for programs, with the type names of WalletConnectRust. */

/** A JSON-RPC error. */
export interface RpcError {
  code: number
  message: string
  data?: string
}

/** The request is invalid. */
const payloadError = (data: string, message: string): RpcError => ({ code: -32600, message, data })
/** The request is valid, and the relay refuses it. */
const handlerError = (data: string, message: string): RpcError => ({ code: -32000, message, data })

/** The errors by reason. */
export const refusals = {
  serialization: payloadError('Serialization', 'Failed to read the request'),
  method: payloadError('InvalidMethod', 'Invalid method'),
  params: payloadError('InvalidParams', 'Invalid params'),
  topic: payloadError('InvalidTopic', 'Topic decoding failed'),
  requestId: payloadError('InvalidRequestId', 'Invalid request ID'),
  version: payloadError('InvalidJsonRpcVersion', 'Invalid JSON RPC version'),
  size: payloadError('PayloadSizeExceeded', 'Payload size exceeded'),
  batchEmpty: payloadError('BatchEmpty', 'The batch contains no items'),
  batchLimit: payloadError('BatchLimitExceeded', 'The batch contains too many items'),
  ttlTooShort: handlerError('TtlTooShort', 'TTL too short'),
  ttlTooLong: handlerError('TtlTooLong', 'TTL too long'),
  mailbox: handlerError('MailboxLimitExceeded', 'Mailbox limit exceeded'),
  subscribers: handlerError('SubscriberLimitExceeded', 'Subscriber limit exceeded'),
  rate: { code: 3001, message: 'Too many requests', data: 'TooManyRequests' },
} as const satisfies Record<string, RpcError>

/** A refused request. */
export class Refusal extends Error {
  readonly error: RpcError
  constructor(reason: keyof typeof refusals) {
    super(refusals[reason].message)
    this.error = refusals[reason]
  }
}
