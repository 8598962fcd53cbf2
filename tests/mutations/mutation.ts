/** One deliberate one-line fault in the product, and the tests that should fail because of it. */
export interface Mutation {
  /** The statement of docs/spec.md that the fault breaks, or `security` for a security rule that has no statement. */
  spec: string
  /** What goes wrong, as a sentence: "the frame times out after 10 s instead of 20 s". Names the mutation in reports. */
  fault: string
  /** The product file to change, from the project's root. */
  file: string
  /** The text to replace. It occurs exactly once in the file. */
  find: string
  /** The replacement text. */
  replace: string
  /** The test files that should fail, the fastest first. */
  tests: readonly string[]
}
