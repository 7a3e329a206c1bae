import { describe, expect, it } from 'vitest'
import { maxCpuMs, steadyCpuMsOf } from '../../test-bench/cpu-time.ts'
import { parseMail } from './parse-mail.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const head = 'From: nadia@example.com\r\nTo: reply@camps.example\r\n'
const encodedLines = `${'QUJD'.repeat(19)}\r\n`.repeat(20_000)

describe('an incoming mail', () => {
  it('a mail of any number of lines is parsed within 100 ms of CPU', async () => {
    for (const line of ['\n', 'a\n', `${'a '.repeat(40)}\n`])
      expect(
        await steadyCpuMsOf(() => parseMail(bytesOf(`${head}\r\n${line.repeat(1_000_000 / line.length)}`))),
      ).toBeLessThan(maxCpuMs)
  })

  it('the beginning of an overlong text is kept', async () => {
    const mail = await parseMail(bytesOf(`${head}\r\nHello\r\n${'a\r\n'.repeat(100_000)}`))
    expect(mail?.text?.startsWith('Hello\n')).toBe(true)
  })

  it('a large encoded attachment is kept whole', async () => {
    const parts = [
      'Content-Type: multipart/mixed; boundary=b\r\n',
      '--b\r\nContent-Type: text/plain\r\n\r\nHere it is.',
      `--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename=a.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${encodedLines}`,
      '--b--\r\n',
    ]
    const [file] = (await parseMail(bytesOf(head + parts.join('\r\n'))))?.attachments ?? []
    expect(new Uint8Array(file?.content as ArrayBuffer).byteLength).toBe(20_000 * 57)
  })
})
