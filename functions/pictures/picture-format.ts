/** Formats that are made smaller, by their first bytes: what a host says of them is not believed. SVG is none: it is drawn at any size, and may hold script. */
export function formatOf(bytes: Uint8Array): string | null {
  const first = String.fromCharCode(...bytes.subarray(0, 32))
  return formats.find(([, looks]) => looks.test(first))?.[0] ?? null
}

const formats: [string, RegExp][] = [
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[\s\S]{4}WEBP/],
  ['image/avif', /^[\s\S]{4}ftyp(?:avif|avis|(?:mif1|msf1)[\s\S]{4}(?:[\s\S]{4})*?avi[fs])/],
]
