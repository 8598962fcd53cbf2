/** Which browser on which system asks, in plain words. It is what the caller says of itself, and proves nothing. */

/** Browsers that are made of others say those as well: the first that matches counts. */
const browsers = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(?:OPR|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
] as const
const systems = [
  [/\biPhone\b/, 'an iPhone'],
  [/\biPad\b/, 'an iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'a Mac'],
  [/\bLinux\b/, 'Linux'],
] as const

const first = (known: readonly (readonly [RegExp, string])[], userAgent: string) =>
  known.find(([sign]) => sign.test(userAgent))?.[1]

/** As `Firefox on Windows`. Of a user agent that nobody knows nothing is said but that it is a browser. */
export function browserOf(userAgent: string): string {
  const browser = first(browsers, userAgent) ?? 'a browser'
  const system = first(systems, userAgent)
  return system === undefined ? browser : `${browser} on ${system}`
}
