import { hoursOf } from '../../contract/booked-times.ts'
import { formatMoment } from '../../contract/date-format.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Delivery, mailTemplate } from '../../delivery/mail/mail-template.ts'
import { loadOrderMail, type OrderMail, type OrderMailPlace, wordsOf } from './order-mail.ts'
import { orderButton, joinParts, orderMailFrame, placeRows } from './order-mail-parts.ts'
import { bringLines } from './bring-line.ts'
import type { CalendarPlace } from './calendar-file.ts'
import { placesWithoutWaiver } from './reminder-rows.ts'
import { sampleOrderMail } from './sample-order-mail.ts'

type Places = [OrderMailPlace, ...OrderMailPlace[]]
type Reminder = { mail: OrderMail; places: Places; startsAt: number; bring: string | null }

/** True for the start of a day of a booking that the organisation did not call off. */
const takesPlace = ({ days_off = [], ...booked }: CalendarPlace, startsAt: number): boolean =>
  hoursOf(booked).some(({ starts_at }) => starts_at === startsAt) &&
  !days_off.some(({ date }) => date === dayInZone(startsAt, booked.timezone))

/** The confirmed places of a reminder; null if they were cancelled or moved, have begun, or their day is called off. */
async function loadReminded(ctx: Ctx, { ref, body }: Delivery): Promise<Omit<Reminder, 'bring'> | null> {
  const { source_id, starts_at: startsAt } = body as { source_id: string; starts_at: number }
  if (startsAt <= ctx.now) return null
  const mail = await loadOrderMail(ctx, ref)
  const [place, ...more] = (mail?.places ?? []).filter(
    ({ status, event, calendar }) =>
      status === 'confirmed' &&
      event.id === source_id &&
      event.status !== 'cancelled' &&
      takesPlace(calendar, startsAt),
  )
  return mail && place ? { mail, places: [place, ...more], startsAt } : null
}

const momentOf = ({ mail, places, startsAt }: Omit<Reminder, 'bring'>, now: number) =>
  formatMoment(startsAt, { timezone: places[0].timezone, locale: mail.locale, now })

const reminderMail = (words: 'inOneDay' | 'inTwoHours') =>
  mailTemplate<Reminder>({
    load: async (ctx, delivery) => {
      const reminded = await loadReminded(ctx, delivery)
      if (!reminded) return null
      const { mail, places } = reminded
      const bring = await bringLines(ctx, places, mail.language)
      return { ...reminded, bring: bring.get(places[0].event.id) ?? null }
    },
    compose: (reminder, site) => {
      const { mail, places, bring } = reminder
      const { reminder: text } = wordsOf(mail)
      const { name } = places[0].event
      return {
        ...orderMailFrame(mail),
        subject: text.subject(name, momentOf(reminder, site.now)),
        heading: text.heading[words],
        parts: [
          { type: 'paragraph', text: text.lead(name, mail.branding.name) },
          placeRows(places),
          ...(bring ? [{ type: 'paragraph' as const, text: text.bring(bring) }] : []),
          ...joinParts(mail, places, 'button'),
          orderButton(mail, site),
        ],
      }
    },
    sample: (language) => {
      const mail = sampleOrderMail(language)
      const bring = language === 'fr' ? 'un maillot; une serviette; un lunch' : 'a swimsuit; a towel; lunch'
      return { mail, places: mail.places as Places, startsAt: Date.UTC(2027, 6, 5, 13), bring }
    },
  })

/** The reminder on the day before: who, where, when and what to bring. */
export const reminderOneDayMail = reminderMail('inOneDay')
/** Second reminder, shortly before the start. */
export const reminderTwoHoursMail = reminderMail('inTwoHours')

/** Reminds of a waiver that is not accepted, with its page. Not sent once it is accepted. */
export const waiverPendingMail = mailTemplate<Omit<Reminder, 'bring'>>({
  load: async (ctx, delivery) => {
    const reminded = await loadReminded(ctx, delivery)
    const waiting = reminded ? await placesWithoutWaiver(ctx.db, delivery.ref) : []
    const [place, ...more] = (reminded?.places ?? []).filter(({ id }) => waiting.includes(id))
    return reminded && place ? { ...reminded, places: [place, ...more] } : null
  },
  compose: (reminder, site) => {
    const { mail, places } = reminder
    const { waiverPending: text } = wordsOf(mail)
    const { name } = places[0].event
    return {
      ...orderMailFrame(mail),
      subject: text.subject(name),
      heading: text.heading,
      parts: [
        { type: 'paragraph', text: text.lead(mail.branding.name, name, momentOf(reminder, site.now)) },
        placeRows(places),
        {
          type: 'button',
          label: text.open,
          url: `${site.siteOrigin}/pg/${mail.order.program_id}/profile/overview`,
        },
      ],
    }
  },
  sample: (language) => {
    const mail = sampleOrderMail(language)
    return { mail, places: mail.places as Places, startsAt: Date.UTC(2027, 6, 5, 13) }
  },
})
