import { fullYears } from '../../contract/people/birth-date.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import type { ApiError, ErrorType } from '../../contract/api-error.ts'
import { dayMonth, formatDeadline, localeOf } from '../../contract/date-format.ts'
import { instant } from '../../contract/instant.ts'
import { money } from '../../contract/display-money.ts'
import type { MoveChoice, MovesQuery, RegistrationMoves } from '../../contract/changes/move.ts'
import { wallClock } from '../../contract/wall-clock.ts'
import { errorSentence, moveAgeSentence, moveTooLateSentence } from '../../contract/sentences/sentence.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { checkPlaceMovable, placeMoveDeadline } from '../../booking/registrations/move-rules.ts'
import { decideMove, type MoveTarget } from './decide-move.ts'
import { checkPerson } from '../../booking/registrations/eligibility.ts'
import { peopleOf } from './move-rows.ts'
import { loadMove, loadPlaceToMove, type LoadedMove } from './load-move.ts'

/**
 * The options that a place may move to, with exact amounts: other options and dates of its event first, then other
 * events of its kind.
 */
export async function listMoves(
  ctx: CustomerContext,
  input: MovesQuery & { registration_id: string },
): Promise<RegistrationMoves> {
  const moving = await loadPlaceToMove(ctx, input.registration_id)
  const { booking, registration } = moving.place
  const until = placeMoveDeadline(booking)
  const refusal = checkPlaceMovable(moving.place, ctx.now)
  if (refusal) {
    return {
      object: 'registration_moves',
      registration_id: registration.id,
      is_open: false,
      move_until: instant(until),
      sentence: closedSentence(ctx, moving.place, until),
      choices: [],
      people: [],
    }
  }
  const [loaded, people] = await Promise.all([
    loadMove(ctx, moving, { attendee_profile_id: input.attendee_profile_id }),
    peopleOf(ctx.db, { customer_id: ctx.actor.customer_id, program_id: registration.program_id }),
  ])
  return {
    object: 'registration_moves',
    registration_id: registration.id,
    is_open: true,
    move_until: instant(until),
    sentence: null,
    choices: targetsOf(loaded).map((target) => showChoice(ctx, loaded, target)),
    people: people
      .filter((person) => person.attendee_profile_id !== registration.attendee_profile_id)
      .map((person) => showPerson(ctx, loaded, person)),
  }
}

function closedSentence(ctx: CustomerContext, { booking, program }: LoadedMove['place'], until: number | null): string {
  if (until === null || ctx.now >= booking.starts_at) return errorSentence('transition_not_allowed', ctx.language)
  const locale = localeOf(ctx.language, program.country)
  return moveTooLateSentence(formatDeadline(until, { timezone: booking.timezone, locale, now: ctx.now }), ctx.language)
}

/** The candidates: for another person the same place, for the same person every other place. */
function targetsOf({ events, place, person }: LoadedMove): MoveTarget[] {
  const { booking, registration } = place
  const isSamePerson = person.profile.id === registration.attendee_profile_id
  const nameOf = events.get(booking.source_id)?.event.name ?? booking.title
  const rank = ({ event }: MoveTarget) => (event.id === booking.source_id ? 0 : event.name === nameOf ? 1 : 2)
  return [...events.values()]
    .flatMap(({ event, options }) => [...options.values()].map((option) => ({ event, option })))
    .filter(({ option }) =>
      isSamePerson
        ? option.id !== booking.option_id && option.sale_status !== 'closed'
        : option.id === booking.option_id,
    )
    .sort((a, b) => rank(a) - rank(b) || Date.parse(a.event.starts_at) - Date.parse(b.event.starts_at))
}

function showPerson(
  ctx: CustomerContext,
  { events, place }: LoadedMove,
  { attendee_profile_id, person }: Awaited<ReturnType<typeof peopleOf>>[number],
): RegistrationMoves['people'][number] {
  const { booking } = place
  const option = events.get(booking.source_id)?.options.get(booking.option_id)
  const refusal = option ? checkPerson(option, person, booking) : null
  return {
    object: 'move_person',
    attendee_profile_id,
    first_name: person.first_name,
    sentence:
      refusal && option
        ? personSentence(ctx, refusal.type, { person, option, event: booking, country: place.program.country })
        : null,
  }
}

function showChoice(ctx: CustomerContext, moving: LoadedMove, target: MoveTarget): MoveChoice {
  const outcome = decideMove(ctx, moving, target)
  const sold = { currency: moving.place.booking.currency, program: moving.place.program }
  return {
    object: 'move_choice',
    ...target,
    attendee_profile_id: moving.person.profile.id,
    result: outcome.result,
    amount_back: money(outcome.back, sold, ctx.language),
    amount_more: money(outcome.more, sold, ctx.language),
    needs_waiver: outcome.waiver !== null,
    questions: outcome.questions.map(({ id }) => id),
    sentence:
      outcome.error &&
      sentenceOf(ctx, outcome.error, { person: moving.person.attendee, ...target, country: moving.program.country }),
  }
}

type AboutAge = {
  person: { first_name: string; date_of_birth: string | null }
  option: { minimum_age: number | null; maximum_age: number | null }
  event: { starts_at: number | string; timezone: string }
  country: string
}

function personSentence(ctx: CustomerContext, type: ErrorType, { person, option, event, country }: AboutAge): string {
  const { first_name: name, date_of_birth: born } = person
  const isAge = type === 'attendee_too_young' || type === 'attendee_too_old'
  if (!isAge || born === null) return errorSentence(type, ctx.language)
  const starts = new Date(event.starts_at).getTime()
  const day = dayMonth(wallClock(starts, event.timezone), localeOf(ctx.language, country))
  const years = fullYears(born, dayInZone(starts, event.timezone))
  return moveAgeSentence({ name, years, day, minimum: option.minimum_age, maximum: option.maximum_age }, ctx.language)
}

function sentenceOf(ctx: CustomerContext, error: ApiError, about: AboutAge): string {
  return error.detail.message ?? personSentence(ctx, error.type, about)
}
