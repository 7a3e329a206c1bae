// Over 250 lines: every parser of text from strangers is in one list, with its grammar.
import { Hono } from 'hono'
import { campaignHtml } from '../contact/campaigns/campaign-html.ts'
import { authenticationOf } from '../contact/messages/reply-authentication.ts'
import { readReply, readSender } from '../contact/messages/read-reply.ts'
import { readReplyAddress } from '../contact/messages/reply-address.ts'
import { partsOfHtml, partsOfReply } from '../contact/messages/reply-text.ts'
import { placeOf, withoutCardNumbers } from '../contact/support/report-text.ts'
import { whatToBring } from '../contract/booking/what-to-bring.ts'
import * as rules from '../contract/field-rules.ts'
import { largestBodyBytes } from '../contract/limits.ts'
import { markdown } from '../contract/markdown-bounds.ts'
import { programsWithCart } from '../contract/money/cart-cookie.ts'
import { readCartCookie } from '../contract/money/read-cart-cookie.ts'
import { readableAddress } from '../contract/site-pages.ts'
import { markdownText } from '../delivery/mail/mail-text.ts'
import { parseHead, parseMail } from '../delivery/mail/parse-mail.ts'
import { readMailEvents, readReturnedMail } from '../delivery/mail/read-mail-events.ts'
import { signedPathsIn } from '../delivery/mail/return-path.ts'
import { readForm } from '../edge/read-form.ts'
import { checkRequest } from '../local/front-rules.ts'
import { readCookie } from '../people/accounts/cookie-identity.ts'
import { readAuthorization } from '../people/accounts/authorization-request.ts'
import { phoneNumber } from '../people/customers/phone-number.ts'
import { bodyRules } from '../platform/middleware/body-rules.ts'
import { readCsv } from '../platform/middleware/csv-file.ts'
import { errorResponse } from '../platform/middleware/error-response.ts'
import { formAsJson } from '../platform/middleware/form-as-json.ts'
import { boundaryOf, readMultipartParts } from '../platform/middleware/multipart-parts.ts'
import { preferredLanguage } from '../platform/middleware/preferred-language.ts'
import { addressForLimit } from '../platform/middleware/client-address.ts'
import { searchTerms, searchText } from '../platform/database/search-text.ts'
import { renderMarkdown } from '../platform/render-markdown.ts'
import type { Grammar } from './costly-inputs.ts'

export type Parser = { name: string; grammar: Grammar; parse: (text: string) => unknown }

const bytesOf = (text: string) => new TextEncoder().encode(text)
const json = ['{', '}', '[', ']', '"', ':', ',', '\\', '1', 'null', '{"a":', '"a":1,', '"\\u0000"', '1e9', '-', '.5']
const query = ['&', '=', '%', '%41', '+', ';', '[', ']', 'a=', '%ff', ',', '&a=b', 'status=']
const mail = [
  '\r\n',
  '\r\n\r\n',
  ': ',
  '; ',
  '=?utf-8?q?',
  '?=',
  '=20',
  '=\r\n',
  '--b',
  '--b--',
  '"',
  '(',
  ')',
  '<',
  '>',
  '@',
  'Content-Type: ',
  'multipart/mixed; boundary=b',
  'text/plain',
  'message/rfc822',
  'message/delivery-status',
  ' ',
  '\t',
]
const markdownSigns = [
  '*',
  '_',
  '`',
  '[',
  ']',
  '](',
  ')',
  '<',
  '>',
  '#',
  '- ',
  '1. ',
  '> ',
  '\n\n',
  '\\',
  '&amp;',
  '&',
  '!',
  '![',
  '~',
  '=',
  '---',
  '    ',
  '\t',
  '"',
  "'",
  '[a]: b',
  '\n[',
  '<a ',
  '<!--',
  '-->',
  'http://',
  '<http://',
  '|',
  '(',
  '\u00a0',
  '***',
  '```\n',
]
const html = [
  '<',
  '>',
  '<!--',
  '-->',
  '<div ',
  '</div>',
  '<style>',
  '</style>',
  '<blockquote>',
  '<br>',
  '&',
  '&amp;',
  '&#',
  ';',
  '"',
  '=',
]

/** An app with only the middleware that reads a body before every call. */
const reading = new Hono().onError((error, c) => errorResponse(error, c as never)) as Hono
reading.use(bodyRules as never)
reading.post('/oauth/token', formAsJson as never, async (c) => c.json(await c.req.json()))
reading.post('/v1/calls', async (c) => {
  const text = await c.req.text()
  return c.json(text.length > 0 && isJson(text))
})
function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== undefined
  } catch {
    return false
  }
}
const send = (path: string, type: string) => (text: string) =>
  reading.request(path, { method: 'POST', headers: { 'Content-Type': type }, body: text })
const readBody = async (type: string, text: string) =>
  readForm(new Request('http://site/', { method: 'POST', headers: { 'Content-Type': type }, body: text })).catch(
    () => null,
  )
const nameRules = [rules.PersonName, rules.FullName, rules.line(100), rules.lines(2000), rules.Email, rules.Phone]
const dateRules = [
  rules.Day,
  rules.Timezone,
  rules.HealthCardNumber,
  rules.Colour,
  rules.Key,
  rules.Id,
  rules.ProgramId,
]
const addressRules = [rules.WebUrl, rules.WebsiteUrl, rules.PictureUrl, rules.FramingOrigin]

/** The parsers of text from strangers, each with the largest input that it may get. */
export const parsers: readonly Parser[] = [
  {
    name: 'JSON of a call',
    grammar: { signs: json, maxLength: largestBodyBytes },
    parse: send('/v1/calls', 'application/json'),
  },
  {
    name: 'OAuth body',
    grammar: { signs: query, maxLength: largestBodyBytes },
    parse: send('/oauth/token', 'application/x-www-form-urlencoded'),
  },
  {
    name: 'form of a page',
    grammar: { signs: query, maxLength: largestBodyBytes },
    parse: (text) => readBody('application/x-www-form-urlencoded', text),
  },
  {
    name: 'form of a page in parts',
    grammar: {
      signs: ['\r\n', '--b', '--b--', '\r\n--b\r\n', 'Content-Disposition: form-data; name="a"', '"', ';', ' '],
      maxLength: largestBodyBytes,
    },
    parse: (text) => readBody('multipart/form-data; boundary=b', `--b\r\n${text}\r\n--b--\r\n`),
  },
  {
    name: 'upload in parts',
    grammar: {
      signs: [
        '\r\n',
        '--b',
        '--b--',
        '\r\n--b\r\n',
        'Content-Disposition: form-data; name="a"',
        '"',
        ';',
        ' ',
        '%22',
        'filename=',
      ],
      maxLength: 2_000_000,
    },
    parse: (text) => [
      boundaryOf(text.slice(0, 16_384)),
      readMultipartParts(bytesOf(`--b\r\n${text}\r\n--b--\r\n`), 'b'),
      readMultipartParts(bytesOf(`--b\r\nContent-Disposition: form-data; name="${text}`), 'b'),
    ],
  },
  {
    name: 'spreadsheet file',
    grammar: { signs: ['"', ',', ';', '\r\n', '\n', '""', '\r', 'email'], maxLength: largestBodyBytes },
    parse: (text) => readCsv(bytesOf(text), 501),
  },
  ...['', 'Content-Type: multipart/report; boundary=b\r\nTo: bounces@camps.example\r\n\r\n--b\r\n'].map((start) => ({
    name: start ? 'returned mail with a report' : 'returned mail',
    grammar: { signs: mail, maxLength: 1_000_000 },
    parse: async (text: string) => {
      const raw = bytesOf(start + text)
      await parseHead(raw)
      signedPathsIn(text)
      readReturnedMail((await parseMail(raw.subarray(0, 128 * 1024))) ?? { attachments: [] })
    },
  })),
  {
    name: 'delivery report',
    grammar: {
      signs: [
        '\r\n',
        '\n',
        '\n\n',
        ': ',
        ' ',
        '\t',
        'Status: 5.1.1',
        'Action: failed',
        'Final-Recipient: rfc822; ',
        '<',
        '>',
        '@',
        ';',
      ],
      maxLength: 1_000_000,
    },
    parse: (text) =>
      ['message/delivery-status', 'message/feedback-report'].map((mimeType) =>
        readReturnedMail({ attachments: [{ mimeType, content: text }] }),
      ),
  },
  {
    name: 'provider’s notice of a mail',
    grammar: { signs: [...json, '@', '"email":', '"Type":"Notification","Message":"'], maxLength: largestBodyBytes },
    parse: (text) => {
      readMailEvents({ Type: 'Notification', Message: text })
      readMailEvents({ events: [{ type: 'bounced', email: text }] })
      readMailEvents({ RecordType: 'Bounce', Email: text, Type: 'HardBounce' })
      readMailEvents({ Type: 'SubscriptionConfirmation', SubscribeURL: text })
    },
  },
  {
    name: 'reply by mail',
    grammar: {
      signs: [...mail, '>', '> ', 'On ', ' wrote:', 'From: ', '-- ', '_____', 'Le ', ' a écrit :', '<x@example.com>'],
      maxLength: 400_000,
    },
    parse: async (text) => {
      partsOfReply(text)
      readSender({
        headers: [{ key: 'content-type', originalKey: 'Content-Type', value: text }],
        from: { name: text, address: text },
        subject: text,
      })
      readReplyAddress(
        { TOKEN_SECRET: 'k1:0123456789abcdef0123456789abcdef', MAIL_REPLY: 'reply@camps.example' } as never,
        text.slice(0, 2048),
      )
      const parsed = await parseMail(bytesOf(`From: a@example.com\r\nTo: reply@camps.example\r\n\r\n${text}`))
      if (parsed) readReply(parsed)
      authenticationOf({} as never, {
        headers: [{ key: 'authentication-results', value: text }],
        sender: 'a@example.com',
      })
    },
  },
  {
    name: 'reply by mail in HTML',
    grammar: { signs: html, maxLength: 400_000 },
    parse: (text) => partsOfHtml(text),
  },
  {
    name: 'Markdown of a program file',
    grammar: { signs: markdownSigns, maxLength: 20_000 },
    parse: async (text) => {
      if (markdown(20_000).safeParse(text).success) await renderMarkdown(text)
    },
  },
  {
    name: 'Markdown that was saved before there were bounds',
    grammar: { signs: markdownSigns, maxLength: 20_000 },
    parse: async (text) => [await renderMarkdown(text), whatToBring(text)],
  },
  {
    name: 'Markdown of a campaign',
    grammar: { signs: markdownSigns, maxLength: 20_000 },
    parse: (text) => [campaignHtml(text, null as never), markdownText(text, 'fr')],
  },
  {
    name: 'text of a report',
    grammar: { signs: ['1', '-', ' ', '4242', '/', '?', '#', 'http://'], maxLength: largestBodyBytes },
    parse: (text) => [withoutCardNumbers(text), placeOf(text)],
  },
  {
    name: 'cookies',
    grammar: {
      signs: ['=', ';', '; ', '"', '%', '%41', 'cart_lakeside=', '__Host-refresh=', 'ord_', '.1', ','],
      maxLength: 16_384,
    },
    parse: (text) => {
      const request = new Request('http://site/', { headers: { Cookie: text.replaceAll(/[^\x20-\x7e]/g, 'x') } })
      readCookie(request, '__Host-refresh')
      readCartCookie(text, 'lakeside')
      programsWithCart(text)
    },
  },
  {
    name: 'address and headers',
    grammar: {
      signs: ['/', '//', '..', '%2e', '?', '&', '=', '%', '[', ';', ':', ',', 'en;q=1', '::', '%252f', '\\'],
      maxLength: 16_384,
    },
    parse: (text) => {
      const line = text.replaceAll(/[^\x21-\x7e]/g, 'x')
      checkRequest(
        {
          method: 'GET',
          target: `/${line}`,
          peer: '127.0.0.1',
          headers: [
            ['Host', 'site'],
            ['X-Forwarded-For', line],
            ['Connection', line],
            ['Accept-Encoding', line],
          ],
        },
        { protocol: 'https:', trustedProxies: ['127.0.0.1'] },
      )
      readableAddress(`http://site/pg/lakeside?${line}`)
      addressForLimit(text)
      preferredLanguage(text)
    },
  },
  {
    name: 'query of a request for access',
    grammar: { signs: query, maxLength: 16_384 },
    parse: (text) => {
      const all = new URLSearchParams(text)
      readAuthorization(Object.fromEntries([...new Set(all.keys())].map((name) => [name, all.getAll(name)])))
    },
  },
  {
    name: 'search',
    grammar: { signs: ['"', '*', ' ', 'e\u0301', '\u0301', 'AND ', '(', 'ﷺ'], maxLength: largestBodyBytes },
    parse: (text) => [searchTerms(text), searchText(text)],
  },
  {
    name: 'names, emails and phones',
    grammar: {
      signs: ['.', '@', ',', '-', "'", 'A.', 'www.', '//', ':', '\u0301', '\u202e', '😀', '\t', '+1', '(', 'x', 'ext.'],
      maxLength: largestBodyBytes,
    },
    parse: (text) => [...nameRules.map((rule) => rule.safeParse(text)), phoneNumber(text, 'CA')],
  },
  {
    name: 'days, zones and ids',
    grammar: { signs: ['-', '2027', '2027-01-01', 'T', ':', 'Z', '/', '_', '0', '#'], maxLength: largestBodyBytes },
    parse: (text) => [...dateRules.map((rule) => rule.safeParse(text)), Date.parse(text)],
  },
  {
    name: 'addresses of the web',
    grammar: {
      signs: ['https://', '.', '/', ':', '@', '?', '#', '%', 'a.', '-', '[', '..'],
      maxLength: largestBodyBytes,
    },
    parse: (text) => addressRules.map((rule) => [rule.safeParse(text), rule.safeParse(`https://${text}`)]),
  },
]
