import { servedPicture } from '../../contract/offering/picture-address.ts'
import { isOvernight } from '../../contract/event-times.ts'
import { factsIn } from '../../contract/event-facts.ts'
import { instant } from '../../contract/instant.ts'
import type { Event, Field } from '../../contract/offering/event.ts'
import { eventAvailability } from './event-availability.ts'
import type { EventRecord, PackageRecord, QuestionRecord, Reader } from './event-record.ts'
import { showProgramBrief } from './show-program.ts'
import { showVenue } from './show-venue.ts'
import { localize } from '../../contract/texts.ts'
import { lifecycleOf } from './sale-window.ts'

/** The page of an event. */
const eventUrl = (siteOrigin: string, event: { id: string; program_id: string }): string =>
  `${siteOrigin}/pg/${event.program_id}/evt/${event.id}`

/** Builds the event of the API, without the link of an online event. */
export function showEvent(event: EventRecord, reader: Reader): Event {
  const program = localize(event.program, reader.contentLanguage)
  const { name, title, summary, description, terms, picture_text, text_languages } = localize(
    event,
    reader.contentLanguage,
  )
  return {
    id: event.id,
    object: 'event',
    type: event.type,
    name,
    title,
    summary,
    description,
    program: showProgramBrief(program),
    venues: inOrder(event.venues).map((venue) => showVenue(venue, reader)),
    online_event: event.online_event,
    status: event.status,
    lifecycle: lifecycleOf(event, reader.now),
    url: eventUrl(reader.siteOrigin, { id: event.id, program_id: program.id }),
    starts_at: instant(event.starts_at),
    ends_at: instant(event.ends_at),
    previous_starts_at: instant(event.previous_starts_at),
    terms,
    picture: servedPicture(reader.siteOrigin, event.picture_url, {
      program_id: program.id,
      kind: 'event',
      id: event.id,
    }),
    picture_url: event.picture_url,
    picture_text,
    fields: showFields(event.questions, reader),
    tags: event.tags,
    overnight: isOvernight(event),
    ...factsIn(event),
    is_series: event.is_series,
    series_dates: event.series_dates.map(({ starts_at, ends_at }) => ({
      starts_at: instant(starts_at),
      ends_at: instant(ends_at),
    })),
    days_off: event.days_off,
    restrict_to_package_ids: event.restrict_to_package_ids,
    packages: showPackages(event.packages, reader),
    preregistration_enabled: event.preregistration_enabled,
    has_external_registration: event.external_registration_url !== null,
    external_registration_url: event.external_registration_url,
    appointment_type_id: null,
    currency: event.currency,
    timezone: event.timezone,
    ...eventAvailability(event, reader),
    refund_policy: refundPolicyOf(event),
    waiver: event.waiver && localize(event.waiver, reader.contentLanguage),
    created: instant(event.created),
    updated: instant(event.updated),
    published: instant(event.published),
    text_languages,
  }
}

/** The packages that cover an event or an appointment type. */
export const showPackages = (packages: PackageRecord[], { contentLanguage }: Pick<Reader, 'contentLanguage'>) =>
  packages.map((each) => ({ ...localize(each, contentLanguage), is_discontinued: each.is_discontinued === 1 }))

/** The questions of a form, in their order. */
export const showFields = (questions: QuestionRecord[], reader: Pick<Reader, 'contentLanguage'>): Field[] =>
  inOrder(questions).map((question) => showField(question, reader))

function showField(question: QuestionRecord, { contentLanguage }: Pick<Reader, 'contentLanguage'>): Field {
  const { id, title, type, help, choices, show_if, text_languages } = localize(question, contentLanguage)
  return {
    id,
    title,
    type,
    help,
    validations: {
      required: question.required === 1,
      max_length: question.max_length,
      min: question.minimum,
      max: question.maximum,
    },
    choices: choices.map(({ translations = {}, ...choice }) => localize({ ...choice, translations }, contentLanguage)),
    show_if,
    text_languages,
  }
}

/** The refund policy of the API. */
export function refundPolicyOf({ refund, timezone }: Pick<EventRecord, 'refund' | 'timezone'>): Event['refund_policy'] {
  const { session } = refund
  return {
    camp_refund_retention_policy: refund.retention,
    is_automated_camp_refund_allowed: refund.automatic,
    is_camp_refund_request_allowed: refund.request,
    camp_refund_policy: refund.tiers,
    is_session_cancellation_request_allowed: session?.request ?? false,
    session_cancellation_policy: session && {
      free_until: session.free_until,
      late: session.late,
      late_fee: session.late_fee,
      no_show: session.no_show,
      move_until: refund.move_until ?? session.free_until,
    },
    timezone,
  }
}

const inOrder = <Placed extends { position: number }>(these: Placed[]): Placed[] =>
  [...these].sort((one, other) => one.position - other.position)
