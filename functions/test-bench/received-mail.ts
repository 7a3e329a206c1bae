/** A mail as a mail server brings it: headers, then its text. A header that is null is left out. */
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
