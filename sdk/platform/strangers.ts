/** What is read of a stranger; nothing where its getters throw. */
export function safely<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Calls a stranger who is owed nothing more than the call. What it throws, at once or by a promise, goes no further than `failed`. */
export function quietly<Value>(call: () => Value, failed: (cause: unknown) => void = () => {}): Value | undefined {
  try {
    const answer = call()
    Promise.resolve(answer).catch(failed)
    return answer
  } catch (cause) {
    failed(cause)
    return undefined
  }
}
