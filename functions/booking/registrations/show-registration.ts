import { returnable } from '../../contract/money/refund.ts'
import { instant } from '../../contract/instant.ts'
import { bookedTypes, showAppointment } from '../../offering/appointments/show-appointment.ts'
import { showAttendeeProfile } from '../../people/attendees/show-attendee.ts'
import { eventReads, showEvents, type ShownEvent } from '../../offering/catalogue/events-for.ts'
import { displayMoney, money, type SoldIn } from '../../contract/display-money.ts'
import type { Answer, Registration } from '../../contract/booking/registration.ts'
import { localize } from '../../contract/texts.ts'
import {
  addOnsStaySentence,
  cancellationSentence,
  lateFeeSentence,
  lostDiscountSentence,
} from '../../contract/sentences/sentence.ts'
import { keptWords } from '../../contract/sentences/kept-words.ts'
import { customerOf, type Ctx } from '../../platform/context.ts'
import type { Right } from '../../contract/people/attendee.ts'
import type { LostDiscounts } from '../../offering/pricing/lost-discounts.ts'
import { openAnswers } from './sealed-answers.ts'
import { answersSeen } from './answers-seen.ts'
import { openAnswersDeadline } from './answers-deadline.ts'
import { onlineEventUrl } from './online-access.ts'
import { showOrderBrief } from './show-order-brief.ts'
import { cancellationOutcome } from './cancellation-preview.ts'
import { restOfOrder } from './rest-of-order.ts'
import {
  type WhichRegistrations,
  eventsShown,
  shownAcceptances,
  shownRelations,
  type ShownRow,
  shownRows,
  typesShown,
  type RegistrationFilter,
} from './show-rows.ts'
import { ApiError } from '../../contract/api-error.ts'
import { returnDeadline } from '../../offering/pricing/refund-amount.ts'
import { openMoveDeadline } from './move-rules.ts'
import { isPromised } from '../spots/hold-clock.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'

/**
 * The five queries that read whole registrations, for the end of a batch: `await showRegistrations(ctx, await
 * commit(ctx, writes, ...registrationReads(ctx, { ids: [id] })))`. Callers see only their own registrations.
 */
export function registrationReads(ctx: Ctx, which: WhichRegistrations) {
  const whose: RegistrationFilter = { ...which, customer_id: customerOf(ctx)?.customer_id ?? null }
  return [
    shownRows(ctx.db, whose),
    shownRelations(ctx.db, whose),
    shownAcceptances(ctx.db, whose),
    eventReads(ctx, eventsShown(whose)),
    bookedTypes(ctx, typesShown(whose)),
  ] as const
}

type Reads = ReturnType<typeof registrationReads>
export type RegistrationResults = readonly [
  Awaited<Reads[0]>,
  Awaited<Reads[1]>,
  Awaited<Reads[2]>,
  Awaited<Reads[3]>,
  Awaited<Reads[4]>,
]

/** Builds the registrations of the API from the rows of `registrationReads`, oldest first. */
export async function showRegistrations(
  ctx: Ctx,
  [rows, relations, acceptances, events, types]: RegistrationResults,
): Promise<Registration[]> {
  const shown = showEvents(ctx, events)
  const answers = await Promise.all(
    rows.map(({ registration }) => openAnswers(ctx.env, registration.form_response.answers)),
  )
  const appointments = new Map(types.map((type) => [type.id, type]))
  return rows.flatMap((row, index) => {
    const type = appointments.get(row.booking.source_id)
    const source = type
      ? showAppointment(type, row.booking, ctx)
      : sourceOf(shown.get(row.booking.source_id), row.booking.option_id)
    if (!source) return []
    const { program } = type ?? events.find(({ id }) => id === row.booking.source_id) ?? {}
    return [
      showOne(ctx, row, {
        source,
        accepted: acceptances.filter((each) => each.registration_id === row.registration.id).at(-1),
        opened: answers[index] ?? [],
        answers_until: program?.answers_until,
        relations: relations.filter((each) => each.attendee_id === row.attendee.id),
      }),
    ]
  })
}

type Around = {
  opened: Answer[]
  answers_until: string | null | undefined
  source: Pick<Registration, 'event' | 'option'>
  accepted: RegistrationResults[2][number] | undefined
  relations: RegistrationResults[1]
}

function showOne(ctx: Ctx, row: ShownRow, around: Around): Registration {
  const { registration, booking } = row
  const { source, accepted, relations } = around
  const { fields } = source.event
  const rights = rightsOf(ctx, row, relations)
  const { answers: stored, landed_at, submitted_at } = registration.form_response
  return {
    id: registration.id,
    object: 'registration',
    status: registration.status,
    sequence: registration.sequence,
    program_id: registration.program_id,
    event_id: booking.source_id,
    option_id: booking.option_id,
    order_id: registration.order_id,
    session_credit_id: registration.session_credit_id,
    hold_expires_at:
      registrationStates.reserved.has(registration.status) && registration.hold_expires_at !== null
        ? instant(registration.hold_expires_at)
        : null,
    // Only the response for a single registration has the link; lists and responses to writes do not.
    online_event_url: null,
    order: showOrderBrief(ctx, row),
    form_response: {
      landed_at,
      submitted_at,
      answers: rights.includes('view') ? answersSeen({ stored, opened: around.opened }, { fields, rights }) : [],
    },
    answers_until: instant(
      openAnswersDeadline(
        { status: registration.status, booking, hasQuestions: fields.length > 0, rights },
        around.answers_until,
        ctx.now,
      ),
    ),
    waiver: accepted
      ? { waiver_id: accepted.waiver_id, version: accepted.version, accepted_at: instant(accepted.accepted_at) }
      : null,
    ...source,
    customer_profile: { id: registration.customer_profile_id, customer_id: registration.customer_id, ...row.user },
    attendee_profile: showAttendeeProfile({ attendee: row.attendee, relations, profile: row.profile }),
    group: rights.includes('view') ? row.group : null,
    penalty: registration.penalty > 0 ? money(registration.penalty, soldIn(row), ctx.language) : null,
    cancellation: showCancellation(ctx, row),
    move_until: instant(openMoveDeadline(row, ctx.now)),
    created: instant(registration.created),
    updated: instant(registration.updated),
  }
}

/** The reader's rights over the person. An organisation sees the answers of its program, without those about health. */
function rightsOf(ctx: Ctx, row: ShownRow, relations: Around['relations']): readonly Right[] {
  if (!row.attendee.is_seen) return []
  const reader = customerOf(ctx)
  if (!reader) return ['view']
  return relations.find(({ customer_id }) => customer_id === reader.customer_id)?.rights ?? []
}

// A registration of an event shows the event and its option as the catalogue does.
function sourceOf(shown: ShownEvent | undefined, optionId: string): Around['source'] | null {
  if (!shown) return null
  const option = shown.options.get(optionId)
  if (!option) throw new Error('a registration without its option')
  return { event: shown.event, option }
}

function showCancellation(ctx: Ctx, row: ShownRow): Registration['cancellation'] {
  const { registration, booking, order, line, around } = row
  const sold = soldIn(row)
  const outcome = cancellationOutcome({
    status: registration.status,
    booking,
    line,
    remaining: order ? returnable(order) : 0,
    open: row.open,
    around: around && restOfOrder(around, registration.id),
    isBeingPaid: order !== null && (order.hasCardUnderWay === 1 || order.amount_paid > order.amount_refunding),
    isPromised: order !== null && isPromised(order),
    isByCredit: registration.session_credit_id !== null,
    now: ctx.now,
  })
  return {
    result: outcome.result,
    amount: money(outcome.amount, sold, ctx.language),
    amount_paid: money(outcome.paid, sold, ctx.language),
    amount_kept: money(outcome.kept, sold, ctx.language),
    kept_for: outcome.keptFor && keptWords(outcome.keptFor, { currency: sold, locale: ctx.language }),
    is_in_policy: outcome.is_in_policy,
    tier_ends_at: instant(outcome.tier_ends_at),
    sentence: cancellationSentence(outcome.sentence, displayMoney(outcome.amount, sold, ctx.language), ctx.language),
    late_fee:
      outcome.late_fee === 0
        ? null
        : {
            amount: money(outcome.late_fee, sold, ctx.language),
            sentence: lateFeeSentence(displayMoney(outcome.late_fee, sold, ctx.language), ctx.language),
          },
    discount_lost: outcome.lost && showLost(ctx, outcome.lost, sold),
    add_ons: outcome.to === null ? null : addOnsStay(ctx, row),
  }
}

// Store items bought with a place are not cancelled with it: they stay, or are returned separately while there is time.
function addOnsStay(ctx: Ctx, { order, addOns }: ShownRow): string | null {
  if (addOns.length === 0) return null
  const names = addOns.map((line) => localize(line, ctx.contentLanguage ?? ctx.language).product_name)
  const isReturnable = addOns.some(
    ({ return_days }) => (returnDeadline(order?.paid_at ?? null, return_days) ?? 0) >= ctx.now,
  )
  return addOnsStaySentence({ names, isReturnable }, ctx.language)
}

const soldIn = ({ booking, program }: ShownRow): SoldIn => ({ currency: booking.currency, program })

function showLost(ctx: Ctx, { amount, coupons }: LostDiscounts, sold: SoldIn) {
  const sum = displayMoney(amount, sold, ctx.language)
  return {
    amount: money(amount, sold, ctx.language),
    sentence: lostDiscountSentence({ coupons, sum }, ctx.language),
  }
}

/** One registration of the caller, with the link of an online booking during its time. */
export async function readRegistration(ctx: Ctx, input: { registration_id: string }): Promise<Registration> {
  const results = await ctx.db.batch(registrationReads(ctx, { ids: [input.registration_id] }))
  const [registration] = await showRegistrations(ctx, results)
  const [[row]] = results
  if (!registration || !row) throw new ApiError('not_found', { param: 'registration_id' })
  return { ...registration, online_event_url: onlineEventUrl(row.booking, registration.status, ctx.now) }
}

/** One appointment of the caller; `not_found` for a place in an event. */
export async function readAppointment(ctx: Ctx, input: { registration_id: string }): Promise<Registration> {
  const registration = await readRegistration(ctx, input)
  if (registration.event.appointment_type_id === null) throw new ApiError('not_found', { param: 'registration_id' })
  return registration
}
