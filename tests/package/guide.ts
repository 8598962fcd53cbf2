/** What the guides have a reader write and run. */
import { readFile } from 'node:fs/promises'
import { codeOf, shellOf } from '../docs/pages.ts'

export interface Guide {
  text: string
  /** Lines of the shell, in order. */
  lines: readonly string[]
  /** What a file has in it. Throws where the guide has no such file. */
  textOf(file: string): string
}

/** Reads a guide of `docs`. */
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
