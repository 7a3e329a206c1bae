import { dayMs } from '../../contract/limits.ts'
import { displayMoney } from '../../contract/display-money.ts'
import type { Language } from '../../contract/field-rules.ts'
import { noticeWords } from '../../contract/sentences/notice-words.ts'
import { localize, type Translations } from '../../contract/texts.ts'
import { listUnanswered } from '../../contact/messages/team-messages.ts'
import type { Ctx } from '../../platform/context.ts'
import type { DomainEvents } from '../../platform/database/outbox.ts'
import type { MailBranding, MailPart } from '../../delivery/mail/mail-frame.ts'
import { mailTemplate, sampleBranding } from '../../delivery/mail/mail-template.ts'
import { loadRoster } from '../roster/load-roster.ts'
import { findReader, type NoticeReader } from './notice-reader.ts'
import { maxSummaryLines, openRefundRequests, soldAmounts, soldPlaces, waitingEntries } from './summary-rows.ts'

type Line = { title: string; count: number }
type Part = { lines: Line[]; total: number }
type Waiting = 'refunds' | 'messages' | 'waitlist'
type Summary = {
  to: string
  language: Language
  branding: MailBranding
  sold: Part
  amounts: string[]
  today: Part
  waiting: [Waiting, number][]
}

type Period = { since: number; until: number }

/** Places booked in the period. The amount needs the whole right `money`. */
async function soldFor(ctx: Ctx, reader: NoticeReader, period: Period): Promise<Pick<Summary, 'sold' | 'amounts'>> {
  const { program_id, language, branding, reachOf } = reader
  const money = reachOf('money')
  const reach = reachOf('roster') ?? money
  const rows = reach ? await soldPlaces(ctx.db, { program_id, reach, ...period }) : []
  const amounts = money?.shade === 'yes' ? await soldAmounts(ctx.db, { program_id, ...period }) : []
  return {
    sold: {
      lines: rows.map(({ title, translations, places }) => ({
        title: localize({ title, translations: JSON.parse(translations) as Translations }, language).title,
        count: places,
      })),
      total: rows[0]?.total ?? 0,
    },
    amounts: amounts.map(({ amount, currency }) => displayMoney(amount, { currency, program: branding }, language)),
  }
}

/** How many people come today, by event, within the reader's events. */
async function todayFor(ctx: Ctx, { program_id, language, reachOf }: NoticeReader, day: string): Promise<Part> {
  const reach = reachOf('roster')
  if (!reach) return { lines: [], total: 0 }
  const { events } = await loadRoster({ ...ctx, reach, contentLanguage: language }, { program_id, day })
  const lines = events
    .filter(({ called_off }) => called_off === null)
    .map(({ name, entries }) => ({ title: name, count: entries.length }))
  return { lines: lines.slice(0, maxSummaryLines), total: lines.reduce((sum, { count }) => sum + count, 0) }
}

/** What waits for a person, as far as the reader may do it. */
async function waitingFor(ctx: Ctx, { program_id, reachOf }: NoticeReader): Promise<Summary['waiting']> {
  const reach = reachOf('messages')
  const counts: [Waiting, { total: number }[]][] = [
    ['refunds', reachOf('exceptions') ? await openRefundRequests(ctx.db, program_id) : []],
    ['messages', reach ? [await listUnanswered(ctx, { program_id, reach, limit: 0 })] : []],
    ['waitlist', reachOf('bookings') ? await waitingEntries(ctx.db, { program_id, now: ctx.now }) : []],
  ]
  return counts.flatMap(([what, [row]]): [Waiting, number][] => (row && row.total > 0 ? [[what, row.total]] : []))
}

const rowsOf = ({ lines, total }: Part, language: Language): MailPart => {
  const more = total - lines.reduce((sum, { count }) => sum + count, 0)
  const { summary: words } = noticeWords[language]
  return {
    type: 'rows',
    rows: [
      ...lines.map(({ title, count }) => ({ label: title, value: String(count) })),
      ...(more > 0 ? [{ label: words.others, value: String(more) }] : []),
    ],
  }
}

/** The day of a program for one member of its team: what was sold, who comes, and what waits. An empty day has no mail. */
export const summaryNotice = mailTemplate<Summary>({
  load: async (ctx, delivery) => {
    const reader = await findReader(ctx, 'summary', delivery)
    if (!reader) return null
    const { day, since } = delivery.body as DomainEvents['team.summary_due']
    const until = since + dayMs
    const [sold, today, waiting] = await Promise.all([
      soldFor(ctx, reader, { since, until }),
      todayFor(ctx, reader, day),
      waitingFor(ctx, reader),
    ])
    if (sold.sold.total + sold.amounts.length + today.total + waiting.length === 0) return null
    const { to, language, branding } = reader
    return { to, language, branding, ...sold, today, waiting }
  },
  compose: ({ to, language, branding, sold, amounts, today, waiting }) => {
    const { summary: words, because } = noticeWords[language]
    const parts: MailPart[] = []
    if (waiting.length > 0)
      parts.push(
        { type: 'section', title: words.waiting },
        { type: 'rows', rows: waiting.map(([what, count]) => ({ label: words.of[what], value: String(count) })) },
      )
    if (today.total > 0) parts.push({ type: 'section', title: words.today(today.total) }, rowsOf(today, language))
    if (sold.total > 0 || amounts.length > 0) parts.push({ type: 'section', title: words.sold(sold.total) })
    if (sold.total > 0) parts.push(rowsOf(sold, language))
    if (amounts.length > 0) parts.push({ type: 'paragraph', text: words.amount(amounts.join(' + ')) })
    return {
      to,
      language,
      branding,
      subject: words.subject(branding.name),
      heading: words.heading,
      parts,
      because: because(branding.name),
    }
  },
  sample: (language) => ({
    to: 'sam@example.com',
    language,
    branding: sampleBranding,
    sold: { lines: [{ title: 'Canoe Week', count: 4 }], total: 4 },
    amounts: [language === 'fr' ? '1\u00a0380,00\u00a0$' : '$1,380.00'],
    today: { lines: [{ title: 'Climbing Week', count: 22 }], total: 22 },
    waiting: [
      ['refunds', 1],
      ['messages', 3],
    ],
  }),
})
