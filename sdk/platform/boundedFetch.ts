/** Thrown when a response exceeds the size limit. The rest of it was not read. */
export class BodyTooLargeError extends Error {
  override name = 'BodyTooLargeError'
}

/** Wraps `fetch`: a response that exceeds the limit in bytes fails, and its connection is closed. */
export const boundedFetch =
  (atMostBytes: number, fetch?: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (...args) => {
    const response = await (fetch ?? globalThis.fetch)(...args)
    const { body, status, statusText, headers } = response
    if (!body) return response
    let size = 0
    const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(part, controller) {
        size += part.byteLength
        if (size > atMostBytes)
          controller.error(new BodyTooLargeError(`The answer is larger than ${atMostBytes} bytes.`))
        else controller.enqueue(part)
      },
    })
    return new Response(body.pipeThrough(counted), { status, statusText, headers })
  }
