import type { Attachment } from '#contract/attachment'
import { fileSize } from '../../locales/file-size.ts'
import { type Language, textIn } from '../../locales/choose-language.ts'

export type FileRow = { href: string /** On this site: it is kept, not opened. */; isHere: boolean; about: string }

/** What a link to a file says of it before anybody fetches it: kind, size, and where it stands when that is not here. */
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
