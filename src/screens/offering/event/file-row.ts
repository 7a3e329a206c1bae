import type { Attachment } from '#contract/attachment'
import { type Language, textIn } from '../../../locales/choose-language.ts'

export type FileRow = {
  href: string /** True when the file is on this site and downloads. */
  isHere: boolean
  about: string
}

/** The description of a file link: type, size, and the host when it is another site. */
export function fileRow({ url, content_type, size }: Attachment, language: Language): FileRow {
  const text = textIn(language).event
  const isHere = url.startsWith('/')
  const kinds: Record<string, string> = text.fileKinds
  const kind = kinds[content_type] ?? text.fileKinds['application/octet-stream']
  const host = isHere || !URL.canParse(url) ? null : new URL(url).host.replace(/^www\./, '')
  return {
    href: url,
    isHere,
    about: [kind, size === null ? null : fileSize(size, language), host && text.fileOn(host)]
      .filter(Boolean)
      .join(', '),
  }
}

const inUnit = (locale: string, unit: string, digits: number) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: digits })
const formats = {
  en: { kilobyte: inUnit('en-CA', 'kilobyte', 0), megabyte: inUnit('en-CA', 'megabyte', 1) },
  fr: { kilobyte: inUnit('fr-CA', 'kilobyte', 0), megabyte: inUnit('fr-CA', 'megabyte', 1) },
} as const

/** A file size in whole kilobytes or tenths of a megabyte; at least 1 KB. */
export function fileSize(bytes: number, language: Language): string {
  const { kilobyte, megabyte } = formats[language]
  return bytes < 950_000 ? kilobyte.format(Math.max(1, Math.round(bytes / 1000))) : megabyte.format(bytes / 1_000_000)
}
