import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Bindings } from '../../../platform/context.ts'
import { listMails } from '../../../local/mailbox-mails.ts'
import { openSmtpDoor } from '../../../local/smtp-door.ts'
import { type Bench, openBench } from '../../../test-bench/bench.ts'
import { openMailServer } from '../../../test-bench/mail-server.ts'
import { unique } from '../../../test-bench/people.ts'
import { composeMail, type Mail, type MailInput, type MailSender } from '../compose-mail.ts'
import { mailSender } from './choose.ts'

const now = Date.UTC(2027, 5, 1, 12, 30)
const site = { siteOrigin: 'https://book.example' }
const branding = { name: 'Camp Élan “été”', email: 'bonjour@elan.example', website: null, colours: null }
const compose = (input: Partial<MailInput> = {}): Mail => {
  const name = unique()
  return composeMail(site, {
    dedupe: `mail.test:${name}`,
    to: `${name}@example.com`,
    subject: 'Confirmé : semaine de canoë à Sainte-Anne-de-la-Pérade, du 5 au 9 juillet, pour Zoë et 李小龍 🛶',
    branding,
    language: 'fr',
    heading: 'C’est confirmé',
    parts: [
      { type: 'paragraph', text: `Une ligne très longue. ${'À bientôt sur l’eau ! '.repeat(120)}\n.\nFrom here` },
    ],
    because: 'Vous recevez ce courriel parce que vous avez réservé.',
    ...input,
  })
}
const calendar = {
  filename: 'calendrier été.ics',
  content_type: 'text/calendar; charset=utf-8; method=PUBLISH',
  content: 'BEGIN:VCALENDAR\r\nSUMMARY:Canoë\r\nEND:VCALENDAR\r\n',
}

/** A received mail, as every sender's fake shows it. `key` is what identifies a repeat as the same mail. */
type Arrived = {
  from: { name: string; address: string }
  subject: string
  text: string
  html: string
  replyTo: string | null
  key: string | null
  headers: Record<string, string>
  files: { filename: string; type: string; content: string }[]
}
type Stand = {
  sender: MailSender
  arrived: (recipient: string) => Promise<Arrived[]>
  /** Makes a recipient fail: an address without mail, a mail that is refused, and a full mailbox. */
  fails: Partial<Record<'undeliverable' | 'refused' | 'later', (recipient: string) => void>>
  close: () => Promise<void>
}

async function openMailbox(bench: Bench): Promise<Stand> {
  return {
    sender: mailSender({ ...bench.env, MAIL_PROVIDER: 'mailbox' }),
    arrived: async (to) =>
      (await listMails(bench.bareDb, { to, limit: 10 })).map((mail) => ({
        ...mail,
        from: { name: /"(.*)"/.exec(mail.from)?.[1] ?? '', address: /<(.*)>/.exec(mail.from)?.[1] ?? '' },
        replyTo: mail.headers['Reply-To'] ?? null,
        key: mail.headers['Message-ID'] ?? null,
        files: mail.attachments.map(({ content_type: type, ...file }) => ({ type, ...file })),
      })),
    fails: {},
    close: async () => {},
  }
}

async function openSmtp(bench: Bench): Promise<Stand> {
  const server = await openMailServer()
  const door = openSmtpDoor(server.url)
  const SMTP_DOOR = { fetch: (url: string, init: RequestInit) => door.fetch(new Request(url, init)) }
  return {
    sender: mailSender({ ...bench.env, MAIL_PROVIDER: 'smtp', SMTP_DOOR } as unknown as Bindings),
    arrived: async (to) =>
      server.to(to).map(({ mail }) => ({
        from: { name: mail.from?.name ?? '', address: mail.from?.address ?? '' },
        subject: mail.subject ?? '',
        text: mail.text ?? '',
        html: mail.html ?? '',
        replyTo: mail.replyTo?.[0]?.address ?? null,
        key: mail.messageId ?? null,
        headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
        files: mail.attachments.map((file) => ({
          filename: file.filename ?? '',
          type: `${file.mimeType}; charset=utf-8; method=${file.method ?? ''}`,
          content: new TextDecoder().decode(file.content as ArrayBuffer),
        })),
      })),
    fails: {
      undeliverable: (to) => server.refuse(to, { code: 550, words: '5.1.1 no such user' }),
      refused: (to) => server.refuse(to, { code: 554, words: '5.7.1 message refused' }),
      later: (to) => server.refuse(to, { code: 452, words: '4.2.2 mailbox full' }),
    },
    close: async () => {
      door.stop()
      await server.close()
    },
  }
}

// The platform's documented rules: the allowed headers, and those that it sets itself.
const platformHeaders = /^(?:auto-submitted|list-(?:id|unsubscribe|unsubscribe-post)|x-[\w-]+)$/i
async function openCloudflare(bench: Bench): Promise<Stand> {
  const taken: EmailMessageBuilder[] = []
  const failing = new Map<string, string>()
  const EMAIL = {
    send: async (message: EmailMessageBuilder) => {
      const fail = (code: string) => Promise.reject(Object.assign(new Error(code), { code }))
      for (const name of Object.keys(message.headers ?? {}))
        if (!platformHeaders.test(name)) return fail('E_HEADER_NOT_ALLOWED')
      const code = failing.get(String(message.to))
      if (code) return fail(code)
      taken.push(message)
      return { messageId: 'x' }
    },
  }
  return {
    sender: mailSender({ ...bench.env, MAIL_PROVIDER: 'cloudflare', EMAIL } as unknown as Bindings),
    arrived: async (to) =>
      taken
        .filter((message) => message.to === to)
        .map(({ from, subject, text = '', html = '', replyTo, headers = {}, attachments = [] }) => ({
          from: { name: (from as EmailAddress).name, address: (from as EmailAddress).email },
          subject,
          text,
          html,
          replyTo: (replyTo as string | undefined) ?? null,
          key: headers['X-Entity-Ref-ID'] ?? null,
          headers,
          files: attachments.map(({ filename, type, content }) => ({
            filename,
            type,
            content: new TextDecoder().decode(content as Uint8Array),
          })),
        })),
    fails: {
      undeliverable: (to) => void failing.set(to, 'E_RECIPIENT_SUPPRESSED'),
      refused: (to) => void failing.set(to, 'E_CONTENT_TOO_LARGE'),
      later: (to) => void failing.set(to, 'E_RATE_LIMIT_EXCEEDED'),
    },
    close: async () => {},
  }
}

describe.each([
  { name: 'mailbox', open: openMailbox, isOnce: true },
  { name: 'smtp', open: openSmtp, isOnce: true },
  { name: 'cloudflare', open: openCloudflare, isOnce: false },
])('the mail sender $name keeps the promises of every sender', ({ open, isOnce }) => {
  let stand: Stand
  beforeAll(async () => {
    stand = await open(await openBench())
  })
  afterAll(async () => stand.close())
  const unbroken = (text: string) => text.replaceAll('\r\n', '\n').trim()
  const lower = (headers: Record<string, string>) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const sent = async (mail: Mail): Promise<Arrived> => {
    await stand.sender.send(mail, now)
    const [arrived] = (await stand.arrived(mail.to)) as [Arrived]
    return { ...arrived, headers: lower(arrived.headers) }
  }

  it('long lines of the text and the HTML arrive unchanged', async () => {
    const mail = compose()
    const arrived = await sent(mail)
    expect(arrived.from).toEqual({ name: 'Camp Élan “été”', address: 'bookings@book.example' })
    expect(arrived.subject).toBe(mail.subject)
    expect(unbroken(arrived.text)).toBe(unbroken(mail.text))
    expect(unbroken(arrived.html)).toBe(unbroken(mail.html))
  })

  it('a reply goes to the program', async () => {
    const arrived = await sent(compose())
    expect(arrived.replyTo).toBe('bonjour@elan.example')
    expect(arrived.headers).toMatchObject({ 'auto-submitted': 'auto-generated' })
    expect((await sent(compose({ branding: null }))).replyTo).toBeNull()
  })

  it('a calendar attachment arrives unchanged', async () => {
    const { files } = await sent(compose({ attachments: [calendar] }))
    expect(files.map(({ content, ...file }) => ({ ...file, content: unbroken(content) }))).toEqual([
      { filename: calendar.filename, type: calendar.content_type, content: unbroken(calendar.content) },
    ])
  })

  it('a news mail has an unsubscribe URL', async () => {
    const list = {
      id: 'pro_elan',
      unsubscribe_url: 'https://book.example/pg/pro_elan/unsubscribe?token=abc',
      topics_url: 'https://book.example/topics',
      unsubscribe_mailto: 'mailto:bounces@book.example?subject=unsubscribe%20abc',
      reader: { program_id: 'pro_elan', customer_id: 'cus_1' },
    }
    const { from, headers } = await sent(compose({ list }))
    expect(from.address).toBe('news@book.example')
    expect(headers).toMatchObject({
      'list-id': '<pro_elan.book.example>',
      'list-unsubscribe': `<${list.unsubscribe_url}>, <${list.unsubscribe_mailto}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    })
    expect(headers).not.toHaveProperty('auto-submitted')
  })

  it('B-01: a mail that is sent twice with the same key arrives once', async () => {
    const mail = compose()
    await Promise.all([stand.sender.send(mail, now), stand.sender.send(mail, now)])
    await stand.sender.send(mail, now + 60_000)
    const keys = (await stand.arrived(mail.to)).map(({ key }) => key)
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/[0-9a-f]{32}/)
    if (isOnce) expect(keys).toHaveLength(1)
    expect((await sent(compose())).key).not.toBe(keys[0])
  })

  it.each(['undeliverable', 'refused', 'later'] as const)('a failure is reported as %s', async (kind) => {
    const fail = stand.fails[kind]
    if (!fail) return expect(stand.sender.name).toBe('mailbox')
    const mail = compose()
    fail(mail.to)
    await expect(stand.sender.send(mail, now)).rejects.toMatchObject({ name: 'DeliveryFailure', kind })
    expect(await stand.arrived(mail.to)).toEqual([])
  })
})

describe('mail by SMTP', () => {
  let server: Awaited<ReturnType<typeof openMailServer>>
  let door: ReturnType<typeof openSmtpDoor>
  beforeAll(async () => {
    server = await openMailServer()
    door = openSmtpDoor(server.url)
  })
  afterAll(async () => {
    door.stop()
    await server.close()
  })
  const hand = (mail: Mail, return_path: string | null = null) =>
    door.fetch(new Request('http://smtp/', { method: 'POST', body: JSON.stringify({ mail, return_path, now }) }))

  it('an SMTP mail is 7-bit text in lines of at most 998 bytes', async () => {
    const mail = compose({ attachments: [calendar] })
    expect((await hand(mail)).status).toBe(204)
    const [{ raw = '' } = {}] = server.to(mail.to)
    expect(Math.max(...Buffer.from(raw))).toBeLessThan(128)
    expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThan(999)
    expect(raw).toContain('Date: Tue, 01 Jun 2027 12:30:00 +0000')
    expect(raw).toContain(`Message-ID: ${mail.headers['Message-ID']}`)
    // The file has the line ends CRLF, which calendar programs require.
    expect(raw.replaceAll('\r\n', '')).toContain(Buffer.from(calendar.content).toString('base64'))
    expect(raw.match(/^Content-Type: (?:multipart\/\w+|text\/\w+)/gm)).toEqual([
      'Content-Type: multipart/mixed',
      'Content-Type: multipart/alternative',
      'Content-Type: text/plain',
      'Content-Type: text/html',
      'Content-Type: text/calendar',
    ])
  })

  it("a bounced SMTP mail returns to the site's configured address", async () => {
    const [returned, plain] = [compose(), compose()]
    await hand(returned, 'bounces+0123@book.example')
    await hand(plain)
    expect(server.to(returned.to).map(({ from }) => from)).toEqual(['bounces+0123@book.example'])
    expect(server.to(plain.to).map(({ from }) => from)).toEqual(['bookings@book.example'])
  })

  it('B-01: a delivered mail whose sender got an error is sent again with the same message id', async () => {
    const mail = compose()
    server.loseNextAnswer()
    expect((await hand(mail)).status).toBe(422)
    expect((await hand(mail)).status).toBe(204)
    expect(server.to(mail.to).map(({ mail: each }) => each.messageId)).toEqual([
      mail.headers['Message-ID'],
      mail.headers['Message-ID'],
    ])
  })
})
