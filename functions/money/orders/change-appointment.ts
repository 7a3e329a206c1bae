import type { OptionRecord } from '../../offering/appointments/appointment-record.ts'
import { optionOf as optionOfType } from '../../offering/appointments/find-type.ts'
import { type Availability, loadAvailability } from '../../offering/appointments/load-availability.ts'
import { moveSlot } from '../../offering/appointments/take-slot.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { ChangeAppointmentRequest } from '../../contract/booking/appointment-registration.ts'
import { formatDeadline, localeOf } from '../../contract/date-format.ts'
import type { Registration } from '../../contract/booking/registration.ts'
import { moveTooLateSentence, samePriceOnlySentence } from '../../contract/sentences/sentence.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { appointmentDay, bookableTime } from '../../booking/registrations/bookable-time.ts'
import { offeringTimes } from '../../booking/registrations/book-appointment.ts'
import { answerWrites } from '../../booking/registrations/change-registration.ts'
import { singleTime } from '../../contract/booked-times.ts'
import { requireFreeAttendee } from '../../booking/registrations/busy-attendee.ts'
import { findOwnRegistrations } from '../../booking/registrations/find-own-registrations.ts'
import { moveReads } from '../../booking/registrations/load-registration-facts.ts'
import type { LoadedRegistration } from '../../booking/registrations/load-registration.ts'
import { checkMovable, moveDeadline } from '../../booking/registrations/move-rules.ts'
import { moveAppointment } from '../../booking/registrations/registration-steps.ts'
import { releaseLapsed } from '../../booking/registrations/release-lapsed.ts'
import { registrationReads, showRegistrations } from '../../booking/registrations/show-registration.ts'
import { loadOwnOrder } from './load-order.ts'
import { changeItem as changeItemRow, type ItemRow } from './order-rows.ts'
import { productOf } from './take-places.ts'

type ChangeAppointmentInput = ChangeAppointmentRequest & { registration_id: string }

/**
 * Changes the time, the length at the same price, or the answers of an appointment. It keeps its id: one batch takes
 * the new time and frees the old one. The cancellation routes handle `status: cancelled` before this function is
 * called.
 */
export async function changeAppointment(ctx: CustomerContext, input: ChangeAppointmentInput): Promise<Registration> {
  const [loaded] = await findOwnRegistrations(ctx, [input.registration_id])
  if (loaded?.booking.kind !== 'appointment') throw new ApiError('not_found', { param: 'registration_id' })
  if (input.status !== undefined && input.status !== loaded.registration.status)
    throw new ApiError('transition_not_allowed', { param: 'status' })
  const { booking } = loaded
  const option_id = input.appointment_option_id ?? booking.option_id
  const starts_at = input.start_time === undefined ? booking.starts_at : Date.parse(input.start_time)
  const isMoved = option_id !== booking.option_id || starts_at !== booking.starts_at
  const answered = input.form_response || input.waiver ? await answerWrites(ctx, input, loaded) : { writes: [], loaded }
  const moves = isMoved ? await moveWrites(ctx, answered.loaded, { option_id, starts_at }) : []

  const results = await offeringTimes(ctx, { appointment_option_id: option_id, starts_at }, () =>
    commit(ctx, [...answered.writes, ...moves], ...registrationReads(ctx, { ids: [input.registration_id] })),
  )
  const [shown] = await showRegistrations(ctx, results)
  if (!shown) throw new ApiError('not_found', { param: 'registration_id' })
  return shown
}

async function moveWrites(
  ctx: CustomerContext,
  loaded: LoadedRegistration,
  { option_id, starts_at }: { option_id: string; starts_at: number },
): Promise<Statement[]> {
  const { registration, booking } = loaded
  const query = { appointment_type_id: booking.source_id, appointment_option_id: option_id }
  const [availability, [[program], others], order] = await Promise.all([
    loadAvailability(ctx, query, appointmentDay(starts_at)),
    ctx.db.batch(moveReads(ctx, registration)),
    registration.order_id === null ? null : loadOwnOrder(ctx, registration.order_id),
  ])
  if (!program) throw new ApiError('not_found', { param: 'registration_id' })
  requireMovable(ctx, loaded, program.country)
  const time = bookableTime(availability, starts_at, localeOf(ctx.language, program.country))
  const item = order?.items.find(({ registration_id }) => registration_id === registration.id)
  const option = optionOfType(availability.type, option_id)
  if (option_id !== booking.option_id && option.cost !== (item?.unit_amount ?? booking.cost))
    throw new ApiError('transition_not_allowed', {
      param: 'appointment_option_id',
      message: samePriceOnlySentence(ctx.language),
    })
  requireFreeAttendee(program, {
    times: singleTime(time, availability.rules.timezone),
    others: others.filter(({ id }) => id !== registration.id),
    param: 'start_time',
  })

  const slot = moveSlot(ctx, availability.type, { registration_id: registration.id, option_id, ...time })
  return [
    ...releaseLapsed(ctx, [{ kind: 'appointment', source_id: booking.source_id, option_id }]),
    ...moveAppointment(ctx, loaded, { appointment_option_id: option_id, slot }),
    ...(item && option_id !== booking.option_id ? [renamedItem(ctx, item, { availability, option })] : []),
    ...(registration.status === 'confirmed' && order
      ? [
          recordEvent(ctx, {
            kind: 'registration.moved',
            ref: registration.id,
            key: `${registration.id}:${registration.sequence + 1}`,
            body: { before: { dates: booking.dates }, sequence: registration.sequence + 1 },
          }),
        ]
      : []),
  ]
}

function requireMovable(ctx: CustomerContext, loaded: LoadedRegistration, country: string): void {
  const refusal = checkMovable(loaded, ctx.now)
  if (refusal?.type !== 'transition_not_allowed') {
    if (refusal) throw new ApiError(refusal.type, refusal)
    return
  }
  const place = { timezone: loaded.booking.timezone, locale: localeOf(ctx.language, country), now: ctx.now }
  const until = formatDeadline(moveDeadline(loaded.booking), place)
  throw new ApiError(refusal.type, { ...refusal, message: moveTooLateSentence(until, ctx.language) })
}

/** The item of an appointment with another length: its name and variation change, its price does not. */
function renamedItem(
  ctx: CustomerContext,
  item: ItemRow,
  { availability: { type }, option }: { availability: Availability; option: OptionRecord },
): Statement {
  const inLanguage = (language: 'en' | 'fr') => ({
    title: type.translations[language]?.['name'] ?? null,
    option_title: option.translations[language]?.['name'] ?? null,
  })
  const { product_name, translations, product_variation_id } = productOf({
    title: type.name,
    option_title: option.name,
    option_id: option.id,
    cost: option.cost,
    translations: {
      language: type.translations.language ?? 'en',
      en: inLanguage('en'),
      fr: inLanguage('fr'),
    },
  })
  return changeItemRow(ctx.db, item.id, { product_name, translations, product_variation_id })
}
