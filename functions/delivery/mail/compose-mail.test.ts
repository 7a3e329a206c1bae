import { describe, expect, it } from 'vitest'
import { composeMail, headerText, subjectLine } from './compose-mail.ts'

const site = { siteOrigin: 'https://book.example' }
const branding = { name: 'Lakeside Camps', email: 'hello@lakeside.example', website: null, colours: null }
const plain = {
  dedupe: 'one',
  to: 'nadia@example.com',
  subject: 'Hello',
  branding,
  language: 'en' as const,
  heading: 'Hello',
  because: 'You booked with us.',
  parts: [],
}

describe('a mail', () => {
  it('a reply to a mail goes to the program', () => {
    const mail = composeMail(site, plain)
    expect(mail.from).toBe('"Lakeside Camps" <bookings@book.example>')
    expect(mail.headers['Reply-To']).toBe('hello@lakeside.example')
  })

  it('the HTML and the text of a mail have the same content', () => {
    const mail = composeMail(site, {
      ...plain,
      heading: '<b>Maya</b> & {{7*7}}',
      parts: [
        { type: 'rows', rows: [{ label: 'Canoe <Week>', value: '$5.00' }] },
        { type: 'button', label: 'Show', url: 'https://book.example/x?a=1&b=2' },
      ],
    })
    expect(mail.html).toContain('&lt;b&gt;Maya&lt;/b&gt; &amp; {{7*7}}')
    expect(mail.html).toContain('Canoe &lt;Week&gt;')
    expect(mail.html).not.toContain('<b>Maya')
    expect(mail.html).toContain('href="https://book.example/x?a=1&amp;b=2"')
    expect(mail.text).toContain('<b>Maya</b> & {{7*7}}')
    expect(mail.text).toContain('Canoe <Week>: $5.00')
    expect(mail.text).toContain('https://book.example/x?a=1&b=2')
  })

  it.each([
    ['en', 'Total: $5.00\n\nShow:\nhttps://'],
    ['fr', 'Total\u00a0: $5.00\n\nShow\u00a0:\nhttps://'],
  ] as const)('the text of a mail has its colons as in %s', (language, words) => {
    const mail = composeMail(site, {
      ...plain,
      language,
      parts: [
        { type: 'rows', rows: [{ label: 'Total', value: '$5.00' }] },
        { type: 'button', label: 'Show', url: 'https://book.example/x' },
      ],
    })
    expect(mail.text).toContain(words)
  })

  it('T8: every line of HTML ends with a tag, so that Outlook keeps it', () => {
    const mail = composeMail(site, {
      ...plain,
      parts: [{ type: 'paragraph', text: 'Receipt 2027-000184\nPaid by Visa <4242>' }],
    })
    expect(mail.html).toContain('Receipt 2027-000184<br>Paid by Visa &lt;4242&gt;</p>')
    expect(mail.html).not.toContain('white-space:pre-line')
    expect(mail.text).toContain('Receipt 2027-000184\nPaid by Visa <4242>')
  })

  it('a mail loads and runs nothing', () => {
    const mail = composeMail(site, plain)
    expect(mail.html).not.toMatch(/<(?:img|script|link|iframe)\b|\burl\(|@import|\bon\w+=/i)
  })

  it.each(['Bob\r\nBcc: x@example.com', 'a\nb', 'a\rb', 'a\u0000b', 'a\u2028b', 'a\u0085b', 'x'.repeat(2000)])(
    'E-01: a mail with the header %j is rejected',
    (subject) => {
      expect(() => composeMail(site, { ...plain, subject })).toThrow()
    },
  )

  it.each([
    ['x'.repeat(250), 'x'.repeat(250)],
    ['x'.repeat(251), `${'x'.repeat(249)}…`],
    [`${'x'.repeat(247)}🏕🏕`, `${'x'.repeat(247)}🏕…`],
    [`${'x'.repeat(248)}🏕🏕`, `${'x'.repeat(248)}…`],
  ])('a long subject of a mail is shortened between two characters (%#)', (text, subject) => {
    expect(composeMail(site, { ...plain, subject: subjectLine(text) }).subject).toBe(subject)
  })

  it.each([
    'a@example.com, b@example.com',
    'a@example.com b@example.com',
    '"a" <a@example.com>',
    'a@b@example.com',
    'a',
  ])('a mail to the recipient %s is rejected', (to) =>
    expect(() => composeMail(site, { ...plain, to })).toThrow('not one address'),
  )

  it.each(['Zoë Ångström', 'José María O’Neill-Smith', '李小龍', 'Renée', 'Ñandú'])(
    'a mail keeps the display name %s',
    (name) => {
      expect(headerText(name, 250)).toBe(name)
    },
  )
})
