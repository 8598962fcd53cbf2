/** The colors of a theme for one color scheme: any CSS color. Colors that are not set are derived from the others. */
export interface ThemeColors {
  surface?: string
  raised?: string
  hover?: string
  line?: string
  controlLine?: string
  text?: string
  muted?: string
  accent?: string
  accentHover?: string
  accentSoft?: string
  onAccent?: string
  error?: string
  errorSoft?: string
  success?: string
  successSoft?: string
  overlay?: string
  shadow?: string
}

/** A theme. Its values replace the defaults, in both color schemes or in one. */
export interface Theme {
  light?: ThemeColors
  dark?: ThemeColors
  /** CSS lengths. */
  radiusCard?: string
  radiusRow?: string
  radiusPicture?: string
  radiusTag?: string
  width?: string
  /** CSS font families. */
  font?: string
  fontMono?: string
}

const propertyOf = (name: string): string =>
  `--latchkey-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** Converts a theme to custom properties, for one color scheme. */
export function themeProperties(
  { light, dark, ...common }: Theme,
  scheme: 'light' | 'dark',
): ReadonlyMap<string, string> {
  const entries = Object.entries({ ...common, ...(scheme === 'light' ? light : dark) })
  return new Map(entries.map(([name, value]) => [propertyOf(name), value]))
}

const block = (selector: string, properties: ReadonlyMap<string, string>): string =>
  properties.size === 0
    ? ''
    : `${selector} {\n${[...properties].map(([name, value]) => `  ${name}: ${value};`).join('\n')}\n}\n`

/** Matches characters that end a declaration, a rule or the element that contains the sheet. */
const ENDING = /[;{}<]/

const PROPERTY = /^--latchkey-[a-z-]+$/

function assertValid(theme: Theme): void {
  for (const [name, value] of [...themeProperties(theme, 'light'), ...themeProperties(theme, 'dark')]) {
    if (!PROPERTY.test(name)) throw new TypeError('themeCss: a name must consist of letters')
    if (ENDING.test(value)) throw new TypeError(`themeCss: ${name} must not contain ; { } or <`)
  }
}

/**
 * Converts a theme to a style sheet, so that the first paint of a server-rendered page has the theme.
 * @param theme The theme.
 * @returns The style sheet as CSS text.
 * @throws TypeError for a name or a value that would end its declaration.
 */
export function themeCss(theme: Theme): string {
  assertValid(theme)
  return (
    block('[data-latchkey]', themeProperties(theme, 'light')) +
    block("[data-latchkey][data-scheme='dark']", themeProperties(theme, 'dark'))
  )
}
