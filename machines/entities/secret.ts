/**
 * A text that only the effect which hands it on may read: a code that the visitor typed. It may pass through events and inputs: neither an
 * inspector, nor a log, nor JSON shows it.
 */
export class Secret {
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  /** The text, for whoever hands it on. */
  reveal(): string {
    return this.#text
  }
  toJSON(): string {
    return '[secret]'
  }
  toString(): string {
    return '[secret]'
  }
}
