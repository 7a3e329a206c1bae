/** The size of an archive in kilobytes or megabytes, at least one kilobyte, in the reader's language. */
export function archiveSize(bytes: number, locale: string): string {
  const [unit, size] = bytes < 1_000_000 ? (['kilobyte', 1000] as const) : (['megabyte', 1_000_000] as const)
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 })
  return format.format(Math.max(1, bytes / size))
}
