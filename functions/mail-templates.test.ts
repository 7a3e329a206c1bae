import { describe, expect, it } from 'vitest'
import { priorities } from './platform/database/outbox.ts'
import { mailTemplates } from './mail-templates.ts'
import { mailTemplateNames, notificationTable } from './delivery/notifications/notification-table.ts'

const site = { siteOrigin: 'https://book.example', now: Date.UTC(2027, 0, 4, 12) }
const preview = (name: (typeof mailTemplateNames)[number]) => ({
  en: mailTemplates[name].preview('en', site),
  fr: mailTemplates[name].preview('fr', site),
})

/** The visible text of the HTML, including link addresses. */
const readable = (html: string) =>
  html
    .replaceAll(/<a [^>]*?href="([^"]*)"[^>]*>/g, ' $1 ')
    .replaceAll(/<(?:br|\/p|\/td)>/g, '\n')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')

/** The lines of the text version, without the colons that replace a table or a link. */
const linesOf = (text: string) =>
  text
    .split('\n')
    .flatMap((line) => line.split(/\u00a0?:(?:\s|$)/))
    .map((line) => line.trim())
    .filter((line) => line !== '' && line !== '--')

describe('the table of mails', () => {
  it('every event has a recipient and a template', () => {
    const entries = Object.entries(notificationTable)
    expect(entries.filter(([, notifications]) => notifications.length === 0)).toEqual([])
    const used = entries.flatMap(([, notifications]) =>
      notifications.flatMap(({ channels }) => [channels.mail ?? [], channels.together ?? []].flat()),
    )
    expect([...new Set(used)].sort()).toEqual([...mailTemplateNames].sort())
    expect(Object.keys(mailTemplates).sort()).toEqual([...mailTemplateNames].sort())
  })

  it('security mails have the first of three priorities', () => {
    expect(Object.entries(priorities).sort(([, a], [, b]) => a - b)).toEqual([
      ['security', 0],
      ['transactional', 1],
      ['bulk', 2],
    ])
  })
})

describe('the calendar file of a mail', () => {
  it.each(['order_paid', 'event_changed'] as const)('the calendar file of mail %s adds or moves entries', (name) => {
    const [file] = preview(name).en.attachments
    expect(file?.content_type).toBe('text/calendar; charset=utf-8; method=PUBLISH')
    expect(file?.content).toMatch(/METHOD:PUBLISH[\s\S]*STATUS:CONFIRMED/)
  })

  it.each(['registration_cancelled', 'order_cancelled', 'event_cancelled'] as const)(
    'the calendar file of mail %s removes entries',
    (name) => {
      const [file] = preview(name).en.attachments
      expect(file?.content_type).toBe('text/calendar; charset=utf-8; method=CANCEL')
      expect(file?.content).toMatch(/METHOD:CANCEL[\s\S]*STATUS:CANCELLED[\s\S]*SEQUENCE:[1-9]/)
      expect(file?.content).not.toContain('STATUS:CONFIRMED')
    },
  )
})

describe.each(mailTemplateNames)('the mail %s', (name) => {
  const mails = preview(name)

  it.each(['en', 'fr'] as const)('the text and the HTML of the mail are equal (%s)', (language) => {
    const { text, html, subject, to } = mails[language]
    const page = readable(html).replaceAll('\u00a0:', '')
    expect(linesOf(text).filter((line) => !page.includes(line))).toEqual([])
    for (const part of [subject, text, html]) expect(part).not.toMatch(/undefined|\bnull\b|NaN|\[object/)
    expect(html).toContain(`<html lang="${name === 'site_alert' ? 'en' : language}"`)
    expect(to).toMatch(/@/)
  })

  it('the mail has the same parts in English and French', () => {
    const { en, fr } = mails
    const shapeOf = (html: string) => [...html.matchAll(/<(h1|p|a|tr|table)\b/g)].map(([, tag]) => tag)
    const linksOf = (html: string) =>
      [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url?.replace(/lang=\w+|\?subject=.*/, ''))
    expect(shapeOf(fr.html)).toEqual(shapeOf(en.html))
    expect(linksOf(fr.html)).toEqual(linksOf(en.html))
    expect(fr.attachments.map(({ filename }) => filename)).toEqual(en.attachments.map(({ filename }) => filename))
    if (name !== 'site_alert') expect(fr.subject).not.toBe(en.subject)
  })
})
