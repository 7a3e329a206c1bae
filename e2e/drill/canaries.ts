import { createHash } from 'node:crypto'

export type Canaries = ReturnType<typeof plant>

/** Values that occur nowhere else, one per field, so that a log line with a value identifies its field. */
export function plant(round: number) {
  const kept = new Map<string, string>()
  const mark = (field: string) => createHash('sha256').update(`${round} ${field}`).digest('hex')
  const keep = (field: string, value: string): string => {
    kept.set(field, value)
    return value
  }
  const digits = (field: string, count: number) =>
    (BigInt(`0x${mark(field).slice(0, 24)}`) % 10n ** BigInt(count)).toString().padStart(count, '7')
  const word = (field: string) => keep(field, `Zq${mark(field).slice(0, 12)}`)
  return {
    keep,
    word,
    text: (field: string) => `It was ${word(field)} and so on.`,
    email: (field: string) => keep(field, `zq${mark(field).slice(0, 12)}@example.com`),
    phone: (field: string) => keep(field, `+1416555${digits(field, 4)}`),
    number: (field: string) => keep(field, digits(field, 12)),
    code: (field: string) => keep(field, digits(field, 6)),
    size: () => kept.size,
    /** Health fields whose value occurs in one of the files, byte by byte. */
    healthIn: (files: Buffer[]): string[] =>
      [...kept]
        .filter(([field, value]) => /^health /.test(field) && files.some((bytes) => bytes.includes(value)))
        .map(([field]) => field),
    standsIn: (files: Buffer[], field: string): boolean =>
      files.some((bytes) => bytes.includes(kept.get(field) ?? 'no such field')),
    /** Fields whose value occurs in one of the lines, plain or URL-encoded. */
    foundIn: (lines: string[]): string[] => {
      const all = lines.join('\n').toLowerCase()
      return [...kept]
        .filter(
          ([, value]) =>
            value !== '' && [value, encodeURIComponent(value)].some((each) => all.includes(each.toLowerCase())),
        )
        .map(([field]) => field)
    },
  }
}
