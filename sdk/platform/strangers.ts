/** What is read of a stranger; nothing where its getters throw. */
export function safely<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Calls a stranger who is owed nothing more than the call. What it throws, at once or by a promise, stays here. */
export function quietly<Value>(call: () => Value): Value | undefined {
  const answer = safely(call)
  Promise.resolve(answer).catch(() => {})
  return answer
}
