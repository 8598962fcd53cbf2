import { createContext, use, useMemo, type ReactNode } from 'react'
import { fill, LatchkeyError, type SnackbarMessage, type TextParams } from '../../sdk/index.ts'
import { en, type Strings, type StringsOverride } from './en.ts'

const StringsContext = createContext<Strings>(en)

const withOverride = (strings: Strings, override: StringsOverride): Strings => ({
  titles: { ...strings.titles, ...override.titles },
  descriptions: { ...strings.descriptions, ...override.descriptions },
  families: { ...strings.families, ...override.families },
  receivers: { ...strings.receivers, ...override.receivers },
  accountTypes: { ...strings.accountTypes, ...override.accountTypes },
  steps: { ...strings.steps, ...override.steps },
  tabs: { ...strings.tabs, ...override.tabs },
  platforms: { ...strings.platforms, ...override.platforms },
  operations: { ...strings.operations, ...override.operations },
  words: { ...strings.words, ...override.words },
  errors: { ...strings.errors, ...override.errors },
  notices: { ...strings.notices, ...override.notices },
  alerts: { ...strings.alerts, ...override.alerts },
})

/** Gives the components below other words: a translation, or a few texts of a site's own. */
export function StringsProvider({ strings, children }: { strings: StringsOverride; children?: ReactNode }) {
  const outer = use(StringsContext)
  const merged = useMemo(() => withOverride(outer, strings), [outer, strings])
  return <StringsContext value={merged}>{children}</StringsContext>
}

/** The catalogue that is in force here. */
export const useStrings = (): Strings => use(StringsContext)

/** One of the skin's own words, filled. */
export function useWord(): (key: keyof Strings['words'], params?: TextParams) => string {
  const { words } = useStrings()
  return (key, params = {}) => fill(words[key], params)
}

/** The text of an error, filled with what the error knows. */
export const errorText = ({ errors }: Strings, { code, params }: Pick<LatchkeyError, 'code' | 'params'>): string =>
  fill(errors[code], params)

/** Why, where the error knows: the text of the error behind it. */
export const reasonText = (strings: Strings, { cause }: LatchkeyError): string | undefined =>
  cause instanceof LatchkeyError ? errorText(strings, cause) : undefined

/** The text of a snackbar's message. */
export const messageText = ({ errors, notices }: Strings, { code, params }: SnackbarMessage): string =>
  fill({ ...errors, ...notices }[code], params ?? {})
