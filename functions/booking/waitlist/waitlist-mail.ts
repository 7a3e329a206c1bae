import { distinctNameList } from '../../contract/name-list.ts'
import { eventReads, showEvents } from '../../offering/catalogue/events-for.ts'
import { showVenue } from '../../offering/catalogue/show-venue.ts'
import { formatDeadline, type Locale, localeOf } from '../../contract/date-format.ts'
import type { BookedTimes } from '../../contract/booked-times.ts'
import { eventWhenLine } from '../../contract/event-times.ts'
import { type Language, languages } from '../../contract/field-rules.ts'
import { displayMoney } from '../../contract/display-money.ts'
import type { RegistrationStatus } from '../../contract/states/registration-states.ts'
import { waitlistWords } from '../../contract/sentences/waitlist-words.ts'
import { localize } from '../../contract/texts.ts'
import type { Ctx } from '../../platform/context.ts'
import type { MailInput } from '../../delivery/mail/compose-mail.ts'
import { findBranding } from '../../delivery/mail/find-branding.ts'
import type { MailBranding, MailPart } from '../../delivery/mail/mail-frame.ts'
import { type Delivery, type MailSite, sampleBranding } from '../../delivery/mail/mail-template.ts'
import { linePrice } from '../../offering/pricing/line-price.ts'
import type { LoadedRegistration } from '../registrations/load-registration.ts'
import { loadEntry, loadLine, placesWithStatus } from './load-entry.ts'
import { offeredTogether, offerOf, offerPagesOf, sendsMailOfAll } from './offered-together.ts'
import { positionOf } from './waitlist-line.ts'
import { venueLine } from '../../contract/people/place-line.ts'

/** The content of a mail about an entry, read when the mail is sent. */
export type WaitlistMail = {
  to: string
  language: Language
  locale: Locale
  branding: MailBranding
  programId: string
  eventId: string
  title: string
  /** The people, with their names if the mail may show them, and the option they wait for. */
  people: { name: string | null; option: string }[]
  when: string
  where: string | null
  isInterest: boolean
  position: number | null
  skips: number
  /** The offer: when it ends, and the total price of its places. */
  offer: { until: number; timezone: string; total: string } | null
  /** The page of each entry's offer, with the names of its people when there are several. */
  offerPages: { url: string; names: string | null }[]
  /**
   * Options of the event that have places, with their prices; filled when the sale of the option that they waited for
   * is over.
   */
  options: { name: string; price: string }[]
}

/**
 * Reads the content of a mail about the people of an entry who have one of these statuses, or of the people with
 * these ids; null when there are no such people.
 */
export async function loadWaitlistMail(
  ctx: Ctx,
  { ref }: Delivery,
  {
    statuses,
    registrationIds = null,
    joinsOffers = false,
    listsOptions = false,
    isToOperator = false,
  }: {
    statuses: readonly RegistrationStatus[]
    registrationIds?: readonly string[] | null
    /** True for one mail about all entries that the customer was offered for the event in one run. */
    joinsOffers?: boolean
    listsOptions?: boolean
    isToOperator?: boolean
  },
): Promise<WaitlistMail | null> {
  const loaded = await loadEntry(ctx, ref)
  const own = placesWithStatus(loaded?.places ?? [], ...statuses).filter(({ registration }) =>
    registrationIds ? registrationIds.includes(registration.id) : true,
  )
  const [first] = own
  if (!loaded || !first) return null
  const entries = joinsOffers ? await offeredTogether(ctx, loaded, statuses) : [{ id: ref, places: own }]
  if (!sendsMailOfAll(ref, entries)) return null
  const places = entries.flatMap((each) => each.places)
  const { registration, customer, program } = first
  const branding = await findBranding(ctx, program.id, isToOperator ? null : customer.language)
  if (!branding || (isToOperator && branding.email === null)) return null
  const language = isToOperator ? (languages.find((each) => each === branding.language) ?? 'en') : customer.language
  const locale = localeOf(language, program.country)
  const booking = localize(first.booking, language)
  // An unconfirmed address may belong to someone else, so such a mail shows no names.
  const namesPeople = !isToOperator && customer.is_email_verified
  return {
    to: isToOperator ? (branding.email ?? '') : customer.email,
    language,
    locale,
    branding,
    programId: program.id,
    eventId: loaded.entry.event_id,
    title: booking.title,
    people: places.map(({ attendee, booking: own }) => ({
      name: namesPeople ? attendee.first_name : null,
      option: localize(own, language).option_title,
    })),
    when: whenOf(booking, locale),
    where: booking.venue ? venueLine(showVenue(booking.venue, { contentLanguage: language })) : null,
    isInterest: registration.status === 'preregistered',
    position: loaded.entry.is_waiting ? positionOf(await loadLine(ctx, loaded.entry.event_id), ref) : null,
    skips: loaded.entry.skips,
    offer: offerOf(places, language),
    offerPages: await offerPagesOf(ctx, entries, { language, namesPeople }),
    options: listsOptions ? await optionsOnSale(ctx, first, language) : [],
  }
}

const whenOf = ({ dates, timezone, overnight }: BookedTimes, locale: Locale): string =>
  eventWhenLine(
    {
      starts_at: dates[0]?.starts_at ?? 0,
      ends_at: dates.at(-1)?.ends_at ?? 0,
      timezone,
      overnight,
      is_series: dates.length > 1,
      series_dates: dates,
    },
    locale,
  )

/** The options of an event that can be booked now. */
async function optionsOnSale(
  ctx: Ctx,
  { booking, program }: LoadedRegistration,
  language: Language,
): Promise<WaitlistMail['options']> {
  const rows = await eventReads(ctx, [booking.source_id])
  const shown = showEvents({ ...ctx, language, contentLanguage: language }, rows).get(booking.source_id)
  return [...(shown?.options.values() ?? [])]
    .filter(({ sale_status }) => sale_status === 'on_sale')
    .map(({ name, cost }) => ({
      name,
      price: displayMoney(
        linePrice(cost.cost.value, program.selling).total,
        { currency: booking.currency, program },
        language,
      ),
    }))
}

/** The texts of a mail in its language. */
export const textsOf = ({ language }: WaitlistMail) => waitlistWords[language]

/** Number of places, and the names if the mail may show them. */
export function peopleOf(mail: WaitlistMail): { count: number; names: string | null } {
  const names = mail.people.map(({ name }) => name)
  return { count: names.length, names: distinctNameList(names, mail.language) }
}

/** Table of people and options, with prices if there is an offer. */
export const rowsOf = (mail: WaitlistMail): MailPart => ({
  type: 'rows',
  rows: [
    ...mail.people.map(({ name, option }) => ({
      label: [name, `${mail.title}, ${option}`].filter(Boolean).join(' · '),
      note: [mail.when, mail.where].filter(Boolean).join(' · '),
      value: '',
    })),
    ...(mail.offer ? [{ label: textsOf(mail).total, value: mail.offer.total, strong: true }] : []),
  ],
})

/** A button to the page of each entry's offer. */
export const offerButtons = (mail: WaitlistMail): MailPart[] =>
  mail.offerPages.map(({ url, names }) => ({
    type: 'button',
    label: textsOf(mail).offer.open + (names === null ? '' : ` (${names})`),
    url,
  }))

/** The parts that every waitlist mail has. */
export const frameOf = (mail: WaitlistMail): Pick<MailInput, 'to' | 'branding' | 'language' | 'because'> => ({
  to: mail.to,
  branding: mail.branding,
  language: mail.language,
  because: textsOf(mail).because(mail.branding.name),
})

/** When the offer ends, as text. */
export const offerEndOf = ({ locale, offer }: WaitlistMail, { now }: MailSite): string =>
  offer ? formatDeadline(offer.until, { timezone: offer.timezone, locale, now }) : ''
/** URL of a page of the program. */
export const pageOf = ({ programId, language }: WaitlistMail, { siteOrigin }: MailSite, path: string): string =>
  `${siteOrigin}/pg/${encodeURIComponent(programId)}${path}?lang=${language}`
export const paragraph = (text: string): MailPart => ({ type: 'paragraph', text })

/** A made-up mail for the previews. */
export function sampleOf(language: Language, parts: Partial<WaitlistMail>): WaitlistMail {
  const isFrench = language === 'fr'
  const locale = localeOf(language, 'CA')
  const dates = [{ starts_at: Date.UTC(2027, 7, 16, 13), ends_at: Date.UTC(2027, 7, 20, 20) }]
  return {
    to: 'nadia@example.com',
    language,
    locale,
    branding: sampleBranding,
    programId: 'lakeside',
    eventId: 'evt_sample',
    title: isFrench ? 'Semaine de voile' : 'Sail Week',
    people: ['Maya', 'Samuel'].map((name) => ({ name, option: isFrench ? 'Journée complète' : 'Full day' })),
    when: whenOf({ dates, timezone: 'America/Toronto', overnight: null }, locale),
    where: 'Main Beach, 48 Shore Road, Mirror Lake',
    isInterest: false,
    position: null,
    skips: 0,
    offer: {
      until: Date.UTC(2027, 6, 5, 13),
      timezone: 'America/Toronto',
      total: displayMoney(80_034, 'CAD', language),
    },
    offerPages: [{ url: 'https://muster.example/pg/lakeside/offer?token=sample', names: null }],
    options: [],
    ...parts,
  }
}
