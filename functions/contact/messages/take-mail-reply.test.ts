// Over 250 lines: this file tests every format of a mailed reply and its outcome.
import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Message, MessageThread } from '../../contract/contact/message.ts'
import type { Worker } from '../../platform/context.ts'
import { mailEvents } from '../../edge/mail-events.ts'
import { mailEventsPath } from '../../delivery/mail/take-mail-events.ts'
import { takeReturnedMessage } from '../../returned-message.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { type Person, unique } from '../../test-bench/people.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { mailOfParts, receivedMail } from '../../test-bench/received-mail.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'
import { mailsTo } from '../../test-bench/sign-ups.ts'
import { readReplyAddress, replyAddress, withoutReplyTokens } from './reply-address.ts'
import { mayReply } from './reply-sender.ts'

let bench: Bench
let shop: Shop
let path: string
const domain = `camp${unique()}.example`
const organisation = `hello@${domain}`
const app = new Hono<Worker>().route('/webhooks/mail', mailEvents)
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop({ program: { features: { communications: true } } }))
  await bench.env.DB.prepare('UPDATE programs SET email = ? WHERE id = ?').bind(organisation, shop.programId).run()
  bench.env.MAIL_REPLY_AUTHSERV_ID = 'mx.example'
  path = await mailEventsPath(bench.env)
})

/** Delivers a mail as a mail server does, and waits until everything that it causes is done. */
async function bring(raw: string): Promise<number> {
  const waiting: Promise<unknown>[] = []
  const context = {
    waitUntil: (work: Promise<unknown>) => void waiting.push(work),
    passThroughOnException: () => {},
    props: {},
  }
  const request = { method: 'POST', body: raw, headers: { 'Content-Type': 'message/rfc822' } }
  const answer = await app.request(
    `${bench.env.SITE_ORIGIN}${path}`,
    request,
    bench.env,
    context as unknown as ExecutionContext,
  )
  await Promise.all(waiting)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { taken: number }).taken
}

/** A conversation that a customer started, with the reply address of each side. */
async function conversation(more: Parameters<Shop['customer']>[0] = {}) {
  const person = await shop.customer(more)
  const answer = await bench.call(
    '/v1/profile/messages',
    person.json({ program_id: shop.programId, body: 'May we bring a dog?' }),
  )
  const message = (await answer.json()) as Message
  const { conversation_id } = message
  const to = (side: 'customer' | 'organiser') =>
    replyAddress(bench.env, { conversation_id, side, now: bench.now() }) ?? ''
  return { person, message, organiser: to('organiser'), customer: to('customer') }
}
const bodiesOf = async (person: Person, message: Message) =>
  (await shop.read<MessageThread>(person, `/v1/profile/messages/${message.id}`)).messages.map(({ body }) => body)

type Shape = { name: string; raw: (to: string) => string; text?: string; refused?: RegExp; unverified?: true }
const from = `Jo Tremblay <jo@${domain}>`
const verified = { 'Authentication-Results': `mx.example; dmarc=pass header.from=${domain}` }
const plain =
  (text: string, more: Record<string, string | null> = {}) =>
  (to: string) =>
    receivedMail({ From: from, To: to, ...verified, ...more }, text)
const html = (text: string) => (to: string) =>
  receivedMail({ From: from, To: to, ...verified }, text, 'text/html; charset=utf-8')
const yes = 'Yes, on a leash.'
const refusedSubject = 'Your reply wasn’t delivered'

/**
 * Mails as mail programs and phones write them, each with the message or the refusal that it must cause; some cause
 * neither.
 */
const shapes: Shape[] = [
  { name: 'plain text', raw: plain(yes), text: yes },
  { name: 'several paragraphs', raw: plain('Hello Nadia,\n\nYes.\n\n\n\nJo'), text: 'Hello Nadia,\n\nYes.\n\nJo' },
  {
    name: 'our own line above what is quoted',
    raw: plain(`${yes}\n\n— Write your reply above this line —\n\nMay we?`),
    text: yes,
  },
  {
    name: 'our own line in French',
    raw: plain(`${yes}\n\n> — Écrivez votre réponse au-dessus de cette ligne —`),
    text: yes,
  },
  {
    name: 'Gmail',
    raw: plain(`${yes}\n\nOn Tue, Jul 6, 2027 at 8:40 AM Lakeside <bookings@x.example> wrote:\n\n> Nadia`),
    text: yes,
  },
  {
    name: 'Gmail with a broken line',
    raw: plain(`${yes}\n\nOn Tue, Jul 6, 2027 at 8:40 AM Lakeside Camps <\nbookings@x.example> wrote:\n\n> Nadia`),
    text: yes,
  },
  {
    name: 'Gmail in French',
    raw: plain(`${yes}\n\nLe mar. 6 juill. 2027 à 08:40, Lakeside <b@x.example> a écrit :\n\n> Nadia`),
    text: yes,
  },
  {
    name: 'Apple Mail',
    raw: plain(`${yes}\n\n> On Jul 6, 2027, at 8:40 AM, Lakeside <b@x.example> wrote:\n> \n> Nadia`),
    text: yes,
  },
  { name: 'a phone with its footer', raw: plain(`${yes}\n\nSent from my iPhone`), text: yes },
  { name: 'a phone in French', raw: plain(`${yes}\n\nEnvoyé de mon iPhone`), text: yes },
  {
    name: 'Outlook with its headers',
    raw: plain(`${yes}\n\nFrom: Lakeside <b@x.example>\nSent: Tuesday\nTo: Jo\nSubject: Dog\n\nMay we?`),
    text: yes,
  },
  {
    name: 'Outlook in French',
    raw: plain(`${yes}\n\nDe : Lakeside\nEnvoyé : mardi\nÀ : Jo\nObjet : Chien`),
    text: yes,
  },
  { name: 'Outlook of old', raw: plain(`${yes}\n\n-----Original Message-----\nMay we?`), text: yes },
  { name: 'Thunderbird in German', raw: plain(`${yes}\n\nAm 06.07.27 um 08:40 schrieb Lakeside:\n> Nadia`), text: yes },
  {
    name: 'a sentence with a day that ends like the first line of a quote',
    raw: plain('On July 6 my husband wrote:\npeanuts, severe.\nSam'),
    text: 'On July 6 my husband wrote:\npeanuts, severe.\nSam',
  },
  {
    name: 'a sentence like the first line of a quote above a real one',
    raw: plain(
      `On the form my husband wrote:\npeanuts, severe.\nSam\n\nOn Tue, Jul 6, 2027 at 8:40 AM Lakeside wrote:\n> Dog?`,
    ),
    text: 'On the form my husband wrote:\npeanuts, severe.\nSam',
  },
  ...(
    JSON.parse(readFileSync('functions/test-bench/inputs/replies.json', 'utf8')) as { what: string; text: string }[]
  ).map(({ what, text }) => ({ name: `${what}, as received`, raw: plain(text), text })),
  ...[
    ['German', 'Von: Lakeside', 'Gesendet: Dienstag', 'An: Jo', 'Betreff: Hund'],
    ['Spanish', 'De: Lakeside', 'Enviado: martes', 'Para: Jo', 'Asunto: Perro'],
    ['Italian', 'Da: Lakeside', 'Inviato: martedì', 'A: Jo', 'Oggetto: Cane'],
    ['Portuguese', 'De: Lakeside', 'Enviado: terça-feira', 'Para: Jo', 'Assunto: Cão'],
    ['Dutch', 'Van: Lakeside', 'Verzonden: dinsdag', 'Aan: Jo', 'Onderwerp: Hond'],
    ['Polish', 'Od: Lakeside', 'Wysłano: wtorek', 'Do: Jo', 'Temat: Pies'],
  ].map(([name = '', ...headers]) => ({
    name: `Outlook in ${name}`,
    raw: plain(`${yes}\n\n${headers.join('\n')}\n\nMay we?`),
    text: yes,
  })),
  { name: 'a signature', raw: plain(`${yes}\n-- \nJo Tremblay\nDirector`), text: yes },
  {
    name: 'answers between quoted lines',
    raw: plain('> May we bring a dog?\nYes.\n> And a cat?\nNo.'),
    text: 'Yes.\nNo.',
  },
  { name: 'HTML alone', raw: html('<p>Yes,<br>on a <b>leash</b>.</p>'), text: 'Yes,\non a leash.' },
  {
    name: 'HTML of Gmail',
    raw: html(`<div dir="ltr">${yes}</div><br><div class="gmail_quote">On Tue<blockquote>Dog?</blockquote></div>`),
    text: yes,
  },
  {
    name: 'HTML of Outlook',
    raw: html(
      `<html><head><style>p{}</style></head><body><p>${yes}</p><div id="divRplyFwdMsg">From: x</div></body></html>`,
    ),
    text: yes,
  },
  {
    name: 'HTML with entities and script',
    raw: html('<script>alert(1)</script><p>Caf&eacute; &amp; th&#233; &lt;b&gt;</p>'),
    text: 'Café & thé <b>',
  },
  {
    name: 'both parts',
    raw: (to) =>
      mailOfParts({ From: from, To: to, ...verified }, [
        ['text/plain', yes],
        ['text/html', '<p>Other</p>'],
      ]),
    text: yes,
  },
  {
    name: 'an empty text part',
    raw: (to) =>
      mailOfParts({ From: from, To: to, ...verified }, [
        ['text/plain', ' '],
        ['text/html', `<p>${yes}</p>`],
      ]),
    text: yes,
  },
  {
    name: 'another character set',
    raw: (to) =>
      receivedMail(
        { From: from, To: to, ...verified, 'Content-Transfer-Encoding': 'quoted-printable' },
        'Oui, c=E0 et l=E0.',
        'text/plain; charset=iso-8859-1',
      ),
    text: 'Oui, cà et là.',
  },
  {
    name: 'base64',
    raw: (to) =>
      receivedMail(
        { From: from, To: to, ...verified, 'Content-Transfer-Encoding': 'base64' },
        Buffer.from(yes).toString('base64'),
      ),
    text: yes,
  },
  { name: 'an address in capitals', raw: (to) => plain(yes)(to.toUpperCase()), text: yes },
  {
    name: 'forwarded by a mailbox of theirs',
    raw: plain(yes, { To: 'Muster <reply@elsewhere.example>', 'X-Forwarded-To': 'TO' }),
    text: yes,
  },
  {
    name: 'forwarded text below an answer',
    raw: plain(`${yes}\n\n---------- Forwarded message ---------\nSecret`),
    text: yes,
  },
  { name: 'a card number', raw: plain('Pay with 4242 4242 4242 4242.'), text: 'Pay with •••• 4242.' },
  {
    name: 'a calendar invitation with text',
    raw: (to) =>
      mailOfParts({ From: from, To: to, ...verified }, [
        ['text/plain', yes],
        ['text/calendar; method=REQUEST', 'BEGIN:VCALENDAR\nMETHOD:REQUEST\nEND:VCALENDAR'],
      ]),
    text: yes,
  },
  {
    name: 'a calendar reply',
    raw: (to) =>
      mailOfParts({ From: from, To: to, ...verified }, [
        ['text/plain', 'Jo accepted'],
        ['text/calendar; method=REPLY', 'BEGIN:VCALENDAR\nMETHOD:REPLY\nEND:VCALENDAR'],
      ]),
  },
  { name: 'away, by RFC 3834', raw: plain('I am away.', { 'Auto-Submitted': 'auto-replied' }) },
  { name: 'away, by Precedence', raw: plain('I am away.', { Precedence: 'auto_reply' }) },
  { name: 'away, by X-Autoreply', raw: plain('I am away.', { 'X-Autoreply': 'yes' }) },
  { name: 'away, by its subject only', raw: plain('Je suis absente.', { Subject: 'Réponse automatique : Chien' }) },
  {
    name: 'our own mail come back',
    raw: plain('May we?', { From: 'Lakeside <bookings@localhost>', 'Auto-Submitted': 'auto-generated' }),
  },
  {
    name: 'returned mail',
    raw: (to) =>
      mailOfParts(
        { From: 'MAILER-DAEMON@x.example', To: to, 'Return-Path': '<>' },
        [
          ['text/plain', 'No such user'],
          ['message/delivery-status', 'Action: failed\nStatus: 5.1.1'],
        ],
        'multipart/report; report-type=delivery-status',
      ),
  },
  {
    name: 'a read receipt',
    raw: (to) =>
      mailOfParts(
        { From: from, To: to, ...verified },
        [
          ['text/plain', 'Read'],
          ['message/disposition-notification', 'Disposition: manual-action; displayed'],
        ],
        'multipart/report; report-type=disposition-notification',
      ),
  },
  { name: 'a mailing list', raw: plain('News', { 'List-Id': '<news.camp.example>' }) },
  { name: 'no sender', raw: plain(yes, { From: null }) },
  {
    name: 'a sender that their mail server does not vouch for',
    raw: plain(yes, { 'Authentication-Results': 'mx.example; dmarc=fail header.from=camp' }),
  },
  {
    name: 'only what is quoted',
    raw: plain('On Tue, Jul 6, 2027 at 8:40 AM Lakeside <b@x.example> wrote:\n> Nadia'),
    refused: /We found no text/,
  },
  {
    name: 'a picture and no text',
    raw: (to) => mailOfParts({ From: from, To: to, ...verified }, [['image/png', 'x']], 'multipart/mixed'),
    refused: /We found no text/,
  },
  { name: 'a text that is too long', raw: plain('x'.repeat(20_001)), refused: /too long/ },
  { name: 'huge', raw: (to) => plain(yes)(to) + 'x'.repeat(12_000_001), refused: /too large/ },
  { name: 'a stranger', raw: plain(yes, { From: 'Eve <eve@stranger.example>' }) },
  {
    name: 'a file and a text',
    raw: (to) =>
      mailOfParts(
        { From: from, To: to, ...verified },
        [
          ['text/plain', yes],
          ['application/pdf; name="../secret/care plan.pdf"', 'x'],
        ],
        'multipart/mixed',
      ),
    text: `${yes}\n\n[1 file was not taken over: care plan.pdf]`,
  },
  {
    name: 'the organisation, without a mail server that confirms it',
    raw: plain(yes, { 'Authentication-Results': null }),
    unverified: true,
  },
  { name: 'endless headers', raw: plain(yes, { 'X-Long': 'x'.repeat(1_000_000) }) },
  {
    name: 'parts within parts',
    raw: (to) =>
      receivedMail(
        { From: from, To: to, ...verified },
        Array.from({ length: 300 }, (_, at) => `--b${at}\nContent-Type: multipart/mixed; boundary=b${at + 1}\n\n`).join(
          '',
        ),
        'multipart/mixed; boundary=b0',
      ),
  },
]

describe('the files of a mailed reply', () => {
  const withFiles = (to: string, files: [type: string, body: string][]) =>
    mailOfParts({ From: from, To: to, ...verified }, [['text/plain', yes], ...files], 'multipart/mixed')
  const document = (name: string) => [`application/pdf; name="${name}"`, '%PDF-1.7\nplan\n%%EOF'] as [string, string]

  it("the organisation opens a customer's mailed files from its link", async () => {
    const { person, message, organiser } = await conversation()
    expect(await bring(withFiles(organiser, [document('care plan.pdf'), ['text/x-sh; name="run.sh"', 'rm -rf']]))).toBe(
      1,
    )
    const { messages } = await shop.read<MessageThread>(person, `/v1/profile/messages/${message.id}`)
    const [file] = messages.at(-1)?.attachments ?? []
    expect(messages.at(-1)).toMatchObject({
      body: `${yes}\n\n[1 file was not taken over: run.sh]`,
      attachments: [{ name: 'care plan.pdf', content_type: 'application/pdf' }],
    })
    expect((await shop.read<{ url: string }>(person, `/v1/files/${file?.id}`)).url).toMatch(/^\/uploads\//)
    const mail = (await mailsTo(bench, person.email)).find(({ text }) => text.includes(yes))
    expect(mail?.text).toContain('1 file came with it')
    const other = await shop.customer()
    expect((await bench.call(`/v1/files/${file?.id}`, { headers: other.headers })).status).toBe(404)
  })

  it('a mailed reply keeps at most five files', async () => {
    const { person, message, organiser } = await conversation()
    const raw = withFiles(
      organiser,
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => document(`${name}.pdf`)),
    )
    await bring(raw)
    await bring(raw)
    const { messages } = await shop.read<MessageThread>(person, `/v1/profile/messages/${message.id}`)
    expect(messages).toHaveLength(2)
    expect(messages[1]?.attachments.map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf', 'e.pdf'])
    expect(messages[1]?.body).toContain('[1 file was not taken over: f.pdf]')
  })
})

describe('a mailed reply', () => {
  it('the test cases cover more than forty mail formats', () => expect(shapes.length).toBeGreaterThanOrEqual(40))

  it.each(shapes)(
    'a reply in the mail format $name has the expected outcome',
    async ({ raw, text, refused, unverified }) => {
      const { person, message, organiser } = await conversation()
      const mail = raw(organiser).replace('X-Forwarded-To: TO', `X-Forwarded-To: ${organiser}`)
      const sender = /^From: .*?([^\s<]+@[^\s>]+)/m.exec(mail)?.[1] ?? 'nobody@example.com'
      const toProgram = async () =>
        (await mailsTo(bench, organisation)).filter((each) => each.text.includes('couldn’t confirm')).length
      const unverifiedBefore = await toProgram()
      const mailsBefore = (await mailsTo(bench, sender)).length
      const taken = await bring(mail)
      const again = await bring(mail)
      expect(await bodiesOf(person, message)).toEqual(
        text === undefined ? ['May we bring a dog?'] : ['May we bring a dog?', text],
      )
      // A refusal is mailed once; an automatic mail is not answered.
      const refusals = (await mailsTo(bench, sender)).slice(0, (await mailsTo(bench, sender)).length - mailsBefore)
      expect(refusals.map((each) => each.text)).toEqual(refused ? [expect.stringMatching(refused)] : [])
      expect((await toProgram()) - unverifiedBefore).toBe(unverified ? 1 : 0)
      expect([taken, again]).toEqual([1, 1])
    },
  )

  it("the organisation's reply is mailed to the customer, who can reply again", async () => {
    const { person, message, organiser, customer } = await conversation()
    await bring(plain(yes)(organiser))
    const [mail] = await mailsTo(bench, person.email)
    expect(mail?.subject).toBe('Message from Lakeside Camps: General question')
    expect(mail?.text).toContain(yes)
    expect(mail?.headers['Reply-To']).toBe(customer)
    // Messages within ten minutes after the first would share a mail.
    bench.pass(600_000)
    await person.renew()
    await bring(receivedMail({ From: person.email, To: customer }, 'Thank you!'))
    const { messages } = await shop.read<MessageThread>(person, `/v1/profile/messages/${message.id}`)
    expect(messages.map(({ sender, sender_name, body }) => [sender, sender_name, body])).toEqual([
      ['customer', 'Nadia Roy', 'May we bring a dog?'],
      ['organiser', 'Jo Tremblay', yes],
      ['customer', 'Nadia Roy', 'Thank you!'],
    ])
    const toProgram = (await mailsTo(bench, organisation)).find(({ text }) => text.includes('Thank you!'))
    expect(toProgram?.headers['Reply-To']).toBe(organiser)
  })

  it('what was cut from a mailed reply is kept for both sides, without card numbers', async () => {
    const { person, message, organiser } = await conversation()
    await bring(plain(`${yes}\n-- \nJo, 613 555 0101\n4242 4242 4242 4242`)(organiser))
    const shown = [{ quoted_text: null }, { body: yes, quoted_text: 'Jo, 613 555 0101\n•••• 4242' }]
    const { messages } = await shop.read<MessageThread>(person, `/v1/profile/messages/${message.id}`)
    expect(messages).toMatchObject(shown)
    const path = `/v1/organiser/programs/${shop.programId}/messages/${message.id}`
    const ofProgram = (await (await bench.call(path, { headers: organiserHeaders })).json()) as MessageThread
    expect(ofProgram.messages).toMatchObject(shown)
  })

  it('the author of a reply is the side that owns its reply address', async () => {
    const one = await conversation()
    const other = await conversation()
    await bring(receivedMail({ From: other.person.email, To: one.customer }, 'Let me in'))
    await bring(receivedMail({ From: one.person.email, To: one.organiser }, 'I am the camp'))
    expect((await mailsTo(bench, one.person.email)).map(({ subject }) => subject)).not.toContain(refusedSubject)
    const pass = `mx.example; dmarc=pass header.from=${one.person.email.split('@')[1]}`
    const shown = { From: one.person.email, To: one.organiser, 'Authentication-Results': pass }
    await bring(receivedMail(shown, 'I am the camp'))
    await bring(plain('I am the customer')(one.customer))
    expect(await bodiesOf(one.person, one.message)).toHaveLength(1)
    // Only an authenticated participant of the conversation gets an answer.
    expect((await mailsTo(bench, other.person.email)).map(({ subject }) => subject)).not.toContain(refusedSubject)
    expect((await mailsTo(bench, one.person.email)).map(({ subject }) => subject)).toContain(refusedSubject)
  })

  it('a conversation sends at most three refusal mails a day', async () => {
    const { organiser } = await conversation()
    const people = [1, 2, 3, 4, 5].map((number) => `p${number}${unique()}@${domain}`)
    for (const person of people) await bring(plain('> Only a quote', { From: person })(organiser))
    const refusals = await Promise.all(people.map(async (person) => (await mailsTo(bench, person)).length))
    expect(refusals).toEqual([1, 1, 1, 0, 0])
  })

  it('a reply to a mail that is half a year old is refused', async () => {
    const { person, message } = await conversation()
    const { conversation_id } = message
    const address = (days: number) =>
      replyAddress(bench.env, { conversation_id, side: 'customer', now: bench.now() - days * 86_400_000 }) ?? ''
    await bring(receivedMail({ From: person.email, To: address(179) }, 'In time'))
    await bring(receivedMail({ From: person.email, To: address(182) }, 'Too late'))
    expect(await bodiesOf(person, message)).toEqual(['May we bring a dog?', 'In time'])
    expect((await mailsTo(bench, person.email))[0]?.text).toContain('more than 180 days old')
  })

  it('a conversation stops after fifty messages of one side in a day', async () => {
    const { person, message, organiser } = await conversation()
    for (let count = 0; count < 52; count += 1) await bring(plain(`Answer ${count}`)(organiser))
    expect(await bodiesOf(person, message)).toHaveLength(51)
    const refusals = (await mailsTo(bench, `jo@${domain}`)).filter(({ text }) => text.includes('too many messages'))
    expect(refusals).toHaveLength(1)
  })

  it('a mail that is received twice in parallel becomes one message', async () => {
    const { person, message, organiser } = await conversation()
    const mail = plain(yes)(organiser)
    await Promise.all([bring(mail), bring(mail), bring(mail)])
    expect(await bodiesOf(person, message)).toEqual(['May we bring a dog?', yes])
  })
})

describe('the reply address', () => {
  it('the secret part of a reply address is removed from a quoted text', async () => {
    const { organiser } = await conversation()
    expect(withoutReplyTokens(`Write to ${organiser}, please`)).toMatch(/^Write to reply@[\w.-]+, please$/)
  })

  it('a reply address cannot be forged', async () => {
    const { organiser, message } = await conversation()
    const { conversation_id } = message
    expect(organiser.split('@')[0]?.length).toBeLessThanOrEqual(64)
    expect(readReplyAddress(bench.env, organiser.toUpperCase())).toMatchObject({ conversation_id, side: 'organiser' })
    const [, token = ''] = /\+(\w+)@/.exec(organiser) ?? []
    const last = token.endsWith('0') ? '1' : '0'
    const fakes = [token.slice(0, -1) + last, `c${token.slice(1)}`, token.slice(1), `${token}0`, '']
    for (const fake of fakes) expect(readReplyAddress(bench.env, organiser.replace(token, fake))).toBeNull()
    expect(await bring(plain(yes)(organiser.replace(token, token.slice(0, -1) + last)))).toBe(0)
    const rolled = { ...bench.env, TOKEN_SECRET: `new:another-secret-of-32-characters-xx,${bench.env.TOKEN_SECRET}` }
    expect(readReplyAddress(rolled, organiser)).toMatchObject({ conversation_id, side: 'organiser' })
    expect(
      replyAddress(
        { ...bench.env, MAIL_PROVIDER: 'smtp' as never, MAIL_REPLY: '' },
        { conversation_id, side: 'customer', now: bench.now() },
      ),
    ).toBeNull()
  })

  it('mail to an unknown conversation is rejected', async () => {
    const { organiser, person, message } = await conversation()
    const rejected: string[] = []
    const deliver = (to: string, raw: string) =>
      takeReturnedMessage(
        {
          to,
          raw: new Response(raw).body as ReadableStream,
          setReject: (reason: string) => void rejected.push(reason),
        },
        bench.env,
      )
    await deliver('reply+o123@localhost', plain(yes)('reply+o123@localhost'))
    expect(rejected).toHaveLength(1)
    await deliver(organiser, plain(yes)('someone@elsewhere.example'))
    expect(rejected).toHaveLength(1)
    expect(await bodiesOf(person, message)).toEqual(['May we bring a dog?', yes])
  })

  it.each([
    ['customer', 'Nadia@Example.com', true],
    ['customer', 'daniel@example.com', false],
    ['customer', 'hello@lakeside.example', false],
    ['organiser', 'hello@lakeside.example', true],
    ['organiser', 'JO@lakeside.example', true],
    ['organiser', 'jo@evil-lakeside.example', false],
    ['organiser', 'jo@lakeside.example.evil.example', false],
    ['organiser', 'nadia@example.com', false],
  ] as const)('the reply address of the %s accepts a mail from %s: %s', (side, sender, isTaken) =>
    expect(mayReply(side, sender, { customer: 'nadia@example.com', program: 'hello@lakeside.example' })).toBe(isTaken),
  )

  it('only the exact address may reply from a public mail provider', () => {
    const sides = { customer: 'nadia@example.com', program: 'lakeside@gmail.com' }
    expect(mayReply('organiser', 'lakeside@gmail.com', sides)).toBe(true)
    expect(mayReply('organiser', 'someone@gmail.com', sides)).toBe(false)
    expect(mayReply('organiser', 'someone@gmail.com', { ...sides, program: null })).toBe(false)
  })
})
