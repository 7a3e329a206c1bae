/** The names of a device's browser and system; null for an unknown one. */
export type DeviceName = { browser: string | null; system: string | null }

// The first match wins, because most browsers also name the browsers they are derived from.
const browsers: readonly [string, ...RegExp[]][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera|OPiOS|OPT)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['DuckDuckGo', /\b(?:DuckDuckGo|Ddg)\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|Chromium)\//],
  ['Safari', /\bVersion\/\d/, /\bSafari\//],
]
const systems: readonly [string, ...RegExp[]][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows NT\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/** The device named by a `User-Agent` header; an app or a program has no name. */
export function deviceName(userAgent: string | null): DeviceName {
  const text = (userAgent ?? '').slice(0, 500)
  const first = (names: readonly [string, ...RegExp[]][]) =>
    names.find(([, ...patterns]) => patterns.every((pattern) => pattern.test(text)))?.[0] ?? null
  return { browser: first(browsers), system: first(systems) }
}
