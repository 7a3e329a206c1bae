import { brotliCompressSync } from 'node:zlib'
import { expect } from 'vitest'

/** A mail as a mail server delivers it: headers, then its text. A null header is omitted. */
export function receivedMail(
  headers: Record<string, string | null>,
  body: string,
  type = 'text/plain; charset=utf-8',
): string {
  const all: Record<string, string | null> = {
    'MIME-Version': '1.0',
    Date: 'Tue, 06 Jul 2027 14:12:00 +0000',
    'Message-ID': `<${crypto.randomUUID()}@mail.example>`,
    Subject: 'Re: Canoe Week',
    'Content-Type': type,
    ...headers,
  }
  const lines = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]))
  return `${lines.join('\r\n')}\r\n\r\n${body.replaceAll('\n', '\r\n')}\r\n`
}

/** A mail of several parts, each with its headers. */
export function mailOfParts(
  headers: Record<string, string | null>,
  parts: readonly [type: string, body: string][],
  kind = 'multipart/alternative',
): string {
  const body = parts.map(([type, text]) => `--part\nContent-Type: ${type}\n\n${text}`).join('\n')
  return receivedMail(headers, `${body}\n--part--`, `${kind}; boundary="part"`)
}

const packed = (text: string): number => brotliCompressSync(text).length
const inside = (page: string, tag: string): string =>
  [...page.matchAll(new RegExp(`<${tag}\\b[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))].map(([, text]) => text).join('')

/**
 * Asserts the budget of a page linked from a mail: one round trip, plain styles, almost no script, nothing loaded from
 * elsewhere.
 */
export function withinBudget(page: string): void {
  expect(packed(page), 'bytes of the page').toBeLessThanOrEqual(14_600)
  expect(packed(inside(page, 'style')), 'bytes of its styles').toBeLessThanOrEqual(9000)
  expect(packed(inside(page, 'script')), 'bytes of its script').toBeLessThanOrEqual(1000)
  expect(page).not.toMatch(/<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)="https?:/)
}
