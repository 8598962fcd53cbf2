import { locales, presets, type Locale, type Theme } from '../../../react-skin/index.ts'

/** Changes to the skin at run time. Missing fields keep the skin's defaults. */
export interface Appearance {
  preset?: keyof typeof presets
  light?: string
  dark?: string
  /** Pixels. */
  corners?: number
  /** Pixels. */
  width?: number
  locale?: Locale | 'auto'
  frame?: 'phone'
}

/** The skin's defaults. */
export const DEFAULTS = { light: '#3a54d6', dark: '#9db1ff', corners: 16, width: 360 } as const

const WHITE = '#ffffff'
const INK = '#14161b'

const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The WCAG contrast ratio of two `#rrggbb` colors, from 1 to 21. */
export function contrast(colorA: string, colorB: string): number {
  const [dark = 0, light = 0] = [luminance(colorA), luminance(colorB)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** The accent, with the text color on it that has the higher contrast: white or ink. */
const accentOf = (accent: string) => ({
  accent,
  onAccent: contrast(accent, WHITE) >= contrast(accent, INK) ? WHITE : INK,
})

/** The corner radii of all parts, in proportion to the card's. */
const cornersOf = (px: number): Theme => ({
  radiusCard: `${px}px`,
  radiusRow: `${Math.round(px * 0.75)}px`,
  radiusPicture: `${Math.round(px * 0.625)}px`,
  radiusTag: `${Math.round(px * 0.375)}px`,
})

/** The theme of an appearance; `undefined` if all values are defaults. */
export function themeOf({ preset, light, dark, corners, width }: Appearance): Theme | undefined {
  const base: Theme = preset ? presets[preset] : {}
  const lightColors = { ...base.light, ...(light && accentOf(light)) }
  const darkColors = { ...base.dark, ...(dark && accentOf(dark)) }
  const theme: Theme = {
    ...base,
    ...(corners !== undefined && cornersOf(corners)),
    ...(width !== undefined && { width: `${width}px` }),
    ...(Object.keys(lightColors).length > 0 && { light: lightColors }),
    ...(Object.keys(darkColors).length > 0 && { dark: darkColors }),
  }
  return Object.keys(theme).length > 0 ? theme : undefined
}

/** The contrast ratio of the accent on the card. WCAG requires at least 4.5 for links. */
export function accentContrast({ preset, light, dark }: Appearance, scheme: 'light' | 'dark'): number {
  const base: Theme = preset ? presets[preset] : {}
  const surface = base[scheme]?.surface ?? (scheme === 'light' ? '#ffffff' : '#16181d')
  const accent = (scheme === 'light' ? light : dark) ?? base[scheme]?.accent ?? DEFAULTS[scheme]
  return contrast(accent, surface)
}

const number = (query: URLSearchParams, name: string, min: number, max: number): number | undefined => {
  const value = query.get(name)
  return value !== null && /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max
    ? Number(value)
    : undefined
}
const color = (query: URLSearchParams, name: string): string | undefined => {
  const value = query.get(name) ?? ''
  return /^[0-9a-f]{6}$/.test(value) ? `#${value}` : undefined
}

/** The appearance in the URL. Drops values that this version does not have. */
export function readAppearance(query: URLSearchParams): Appearance {
  const preset = (Object.keys(presets) as (keyof typeof presets)[]).find((name) => name === query.get('preset'))
  const locale = ([...locales, 'auto'] as const).find((name) => name === query.get('lang'))
  const [light, dark] = [color(query, 'accent-light'), color(query, 'accent-dark')]
  const [corners, width] = [number(query, 'corners', 0, 32), number(query, 'width', 300, 440)]
  return {
    ...(preset && { preset }),
    ...(light && { light }),
    ...(dark && { dark }),
    ...(corners !== undefined && { corners }),
    ...(width !== undefined && { width }),
    ...(locale && { locale }),
    ...(query.get('frame') === 'phone' && { frame: 'phone' as const }),
  }
}

/** The color scheme in the URL. */
export const readScheme = (query: URLSearchParams): 'light' | 'dark' | 'system' =>
  (['light', 'dark'] as const).find((scheme) => scheme === query.get('scheme')) ?? 'system'
