/** Reads a value of untrusted code, or returns `undefined` if that throws. */
export function safely<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Calls untrusted code. An error that it throws, or rejects with, only reaches `onError`. */
export function quietly<Value>(call: () => Value, onError: (cause: unknown) => void = () => {}): Value | undefined {
  try {
    const answer = call()
    Promise.resolve(answer).catch(onError)
    return answer
  } catch (cause) {
    onError(cause)
    return undefined
  }
}
