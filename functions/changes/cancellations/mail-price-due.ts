import { formatDeadline, languageOf, type Locale, localeOf } from '../../contract/date-format.ts'
import { displayMoney } from '../../contract/display-money.ts'
import type { Language } from '../../contract/field-rules.ts'
import { laterPlaceWords } from '../../contract/sentences/later-place-words.ts'
import type { DomainEvents } from '../../platform/database/outbox.ts'
import { findBranding } from '../../delivery/mail/find-branding.ts'
import type { MailBranding } from '../../delivery/mail/mail-frame.ts'
import { mailTemplate } from '../../delivery/mail/mail-template.ts'
import { findRegistrations } from '../../booking/registrations/load-registration.ts'
import { isAfterEnd, priceToKeep } from '../../booking/session-credits/places-after-end.ts'
import { type OrderPlace, orderPlaces } from '../../money/fulfilment/order-places.ts'
import { sampleOrderMail } from '../../money/fulfilment/sample-order-mail.ts'
import { placesByIds } from './later-place-rows.ts'

type DuePlace = Pick<OrderPlace, 'attendee' | 'title' | 'when' | 'where'> & {
  /** The price as its customer reads it; null if only a membership keeps the place. */
  price: string | null
  until: string
}
type PriceDue = {
  to: string
  programId: string
  branding: MailBranding
  language: Language
  reminds: boolean
  places: DuePlace[]
}

/**
 * Tells a customer which booked places their membership no longer opens, what each costs to keep, and until when. Not
 * sent for places that are paid, given up or open again.
 */
export const priceDueMail = mailTemplate<PriceDue>({
  load: async (ctx, { body }) => {
    const { registration_ids, reminds = false } = body as DomainEvents['registration.price_due']
    const [rows, places] = await ctx.db.batch([
      placesByIds(ctx.db, registration_ids),
      findRegistrations(ctx, registration_ids),
    ])
    const due = rows.filter((row) => row.price_due_at !== null && isAfterEnd(row))
    const [first] = places
    const branding = first ? await findBranding(ctx, first.program.id, first.customer.language) : null
    if (!first || !branding || due.length === 0) return null
    const { customer, program } = first
    const locale = localeOf(customer.language, program.country)
    const shown = orderPlaces(ctx, places, { locale, namesPeople: customer.is_email_verified })
    return {
      to: customer.email,
      programId: program.id,
      branding,
      language: customer.language,
      reminds,
      places: due.flatMap((row) => {
        const place = shown.find(({ id }) => id === row.id)
        return place ? [{ ...place, ...priceWords(row, { timezone: place.timezone, locale, now: ctx.now }) }] : []
      }),
    }
  },
  compose: ({ to, programId, branding, language, reminds, places }, { siteOrigin }) => {
    const words = laterPlaceWords[language]
    const count = places.length
    return {
      to,
      branding,
      language,
      because: words.because(branding.name),
      subject: (reminds ? words.reminder : words.told).subject(count),
      heading: (reminds ? words.reminder : words.told).heading(count),
      parts: [
        { type: 'paragraph', text: words.lead(count) },
        {
          type: 'rows',
          rows: places.map(({ attendee, title, when, where, price, until }) => ({
            label: [attendee, title].filter(Boolean).join(' · '),
            note: [
              [when, where].filter(Boolean).join(' · '),
              price === null ? words.noPrice(until) : words.until(until),
            ].join('\n'),
            value: price ?? '',
          })),
        },
        { type: 'paragraph', text: words.rule },
        { type: 'button', label: words.open, url: `${siteOrigin}/pg/${programId}/profile/schedule#later-places` },
      ],
    }
  },
  sample: (language) => {
    const mail = sampleOrderMail(language)
    const until = formatDeadline(Date.UTC(2027, 5, 20, 16), {
      timezone: mail.timezone,
      locale: mail.locale,
      now: Date.UTC(2027, 5, 13, 16),
    })
    return {
      ...{ to: mail.to, programId: 'pro_lakeside', branding: mail.branding, language, reminds: false },
      places: mail.places.map((place, at) => ({
        ...place,
        until,
        price: at === 0 ? displayMoney(34_500, 'CAD', language) : null,
      })),
    }
  },
})

type Row = Awaited<ReturnType<typeof placesByIds>>[number]
function priceWords(row: Row, { locale, ...at }: { timezone: string; locale: Locale; now: number }) {
  const price = priceToKeep(row)
  return {
    price: price === null ? null : displayMoney(price, row, languageOf(locale)),
    until: formatDeadline(row.price_due_at ?? row.starts_at, { ...at, locale }),
  }
}
