/**
 * A text that only the effect that passes it on may read, such as a code that the user typed. It can be part of events and
 * inputs: inspectors, logs and JSON do not show it.
 */
export class Secret {
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  /** Returns the text, for the effect that passes it on. */
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
