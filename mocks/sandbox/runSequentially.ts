/** Calls `run` for one input at a time, so that the user gets one request at a time. */
export async function runSequentially<I, O>(inputs: readonly I[], run: (input: I) => Promise<O>): Promise<O[]> {
  const outputs: O[] = []
  // oxlint-disable-next-line no-await-in-loop
  for (const input of inputs) outputs.push(await run(input))
  return outputs
}
