/** Loads the texts of errors that occur only in code that is loaded later. */
export const loadErrorTexts = (): Promise<unknown> => import('../../machines/shared/errors/featureTexts.ts')
