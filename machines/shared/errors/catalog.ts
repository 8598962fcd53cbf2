/** Every text that the machines can show through a skin, in English, by its code. Translations have the same keys. */
import { baseErrorTexts } from './baseTexts.ts'
import { featureErrorTexts } from './featureTexts.ts'
import type { alertTexts, noticeTexts } from './messages.ts'

/** The texts of all errors, by code. */
export const errorTexts = { ...baseErrorTexts, ...featureErrorTexts } as const

export type ErrorCode = keyof typeof errorTexts
export type AlertCode = keyof typeof alertTexts
export type NoticeCode = keyof typeof noticeTexts
/** The codes of the messages that the snackbar can show. */
export type MessageCode = ErrorCode | NoticeCode

type Placeholders<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Word<Name> | Placeholders<Rest>
  : never

/** Braces around anything but one word are part of the text. */
type Word<Name extends string> = Name extends `${string}${' ' | '.'}${string}` ? never : Name

/** The parameters that the text of `Code` requires; empty for most texts. */
export type ParamsOf<Code extends ErrorCode> = {
  readonly [K in Placeholders<(typeof errorTexts)[Code]>]: string | number
}
