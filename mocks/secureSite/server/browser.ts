/** Names the browser and system of a request. The user agent is self-reported and proves nothing. */

/** Browsers that are based on others name those too, so the first match counts. */
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

const firstMatch = (patterns: readonly (readonly [RegExp, string])[], userAgent: string) =>
  patterns.find(([pattern]) => pattern.test(userAgent))?.[1]

/** For example `Firefox on Windows`. An unknown user agent is just a browser. */
export function browserOf(userAgent: string): string {
  const browser = firstMatch(browsers, userAgent) ?? 'a browser'
  const system = firstMatch(systems, userAgent)
  return system === undefined ? browser : `${browser} on ${system}`
}
