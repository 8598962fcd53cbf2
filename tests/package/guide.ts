/** What readers of a guide write and run. */
import { readFile } from 'node:fs/promises'
import { codeOf, shellOf } from '../docs/pages.ts'

export interface Guide {
  text: string
  /** The shell lines, in order. */
  lines: readonly string[]
  /** The content of a file. Throws if the guide does not contain it. */
  textOf(file: string): string
}

/** Reads a guide in `docs`. */
export async function readGuide(name: string): Promise<Guide> {
  const text = await readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8')
  const blocks = codeOf(text)
  return {
    text,
    lines: shellOf(text),
    textOf(file) {
      const block = blocks.find((each) => each.file === file)
      if (!block) throw new Error(`docs/${name} has no ${file}`)
      return block.code
    },
  }
}
