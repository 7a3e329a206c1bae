import { ApiError } from '../../contract/api-error.ts'
import type { Redemption, RedeemRequest, ReturnVisitRequest } from '../../contract/booking/redemption.ts'
import { visitUsedAgainSentence } from '../../contract/sentences/sentence.ts'
import { mayTransition } from '../../contract/states/redemption-states.ts'
import type { OrganiserContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { creationRow, transitionRow } from '../../platform/database/history.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { guardThat } from '../../platform/database/guard.ts'
import { minuteMs } from '../../contract/limits.ts'
import { creditGone } from './spend-credit.ts'
import { checkRedemption } from './redemption-rules.ts'
import {
  appointmentTypeOfVisit,
  creditOfProgram,
  eventOfVisit,
  insertRedemption,
  notUsedSince,
  personOfVisit,
  redemptionById,
  setReturned,
} from './redemption-rows.ts'
import { showRedemption } from './list-redemptions.ts'

/** Time in which a second visit for the same person and event is taken for a double tap, in ms. */
const doubleTapMs = minuteMs

type RedeemInput = RedeemRequest & { program_id: string; session_credit_id: string }

/**
 * Uses one visit of a customer, with or without an event or appointment type, and mails them. Triggers take the visit
 * in the same batch, so that the last one is used once. The same visit again within a minute is refused, unless the
 * request has a key or says `again`.
 */
export async function redeemVisit(ctx: OrganiserContext, input: RedeemInput): Promise<Redemption> {
  const { program_id, session_credit_id, note, notify } = input
  const whose = { program_id, session_credit_id, attendee_profile_id: input.attendee_profile_id ?? null }
  const [[found], [person], [event], [appointmentType]] = await ctx.db.batch([
    creditOfProgram(ctx.db, whose),
    personOfVisit(ctx.db, whose),
    eventOfVisit(ctx.db, { ...whose, key: input.event_key ?? '' }),
    appointmentTypeOfVisit(ctx.db, { program_id, key: input.appointment_type_key ?? '' }),
  ])
  if (!found) throw new ApiError('not_found', { param: 'session_credit_id' })
  const opens = event ?? (appointmentType && { ...appointmentType, hasBooking: 0 })
  const answer = checkRedemption(
    {
      credits: { ...found.credit, membership: found.membership, isOnHold: found.isOnHold === 1 },
      request: input,
      opens: opens ? { package_ids: opens.package_ids, hasBooking: opens.hasBooking === 1 } : null,
      person: person ? { isActive: person.isActive === 1, isFamily: person.isFamily === 1 } : null,
    },
    ctx.now,
  )
  if (!answer.ok) throw new ApiError(answer.type, { param: answer.param })

  const id = ctx.newId('rdm')
  ctx.request.setCreatedLocation(`/v1/organiser/programs/${program_id}/redemptions/${id}`)
  const used = {
    ...{ session_credit_id, attendee_profile_id: answer.attendee_profile_id },
    ...{ event_id: event?.id ?? null, appointment_type_id: appointmentType?.id ?? null },
  }
  const [[row]] = await commit(
    ctx,
    [
      ...(input.again || ctx.request.idempotency
        ? []
        : [guardThat(ctx.db, notUsedSince(used, ctx.now - doubleTapMs), 'visit_used_again')]),
      insertRedemption(ctx.db, {
        ...{ id, program_id, ...used, note: note || null },
        ...{ created: ctx.now, updated: ctx.now },
      }),
      creationRow(ctx, { object: 'redemption', id, to: 'redeemed' }, { actor: ctx.actor }),
      ...(notify ? [recordEvent(ctx, { kind: 'session_credit.redeemed', ref: id, body: {} })] : []),
    ],
    redemptionById(ctx.db, { program_id, redemption_id: id }),
  ).catch(visitRefused(ctx))
  if (!row) throw new ApiError('internal_error')
  return showRedemption(ctx, row)
}

const visitRefused =
  ({ language }: OrganiserContext) =>
  (error: unknown): never => {
    if (error instanceof ApiError && /visit_used_again/.test(error.detail.constraint ?? ''))
      throw new ApiError('state_conflict', { param: 'again', message: visitUsedAgainSentence(language) })
    return creditGone(error)
  }

type ReturnInput = ReturnVisitRequest & { program_id: string; redemption_id: string }

/** Returns a used visit with its old expiry, and mails the customer. A visit that was returned before stays as it is. */
export const returnRedeemedVisit = (ctx: OrganiserContext, input: ReturnInput): Promise<Redemption> =>
  retryOnConflict(() => returnOnce(ctx, input))

async function returnOnce(ctx: OrganiserContext, input: ReturnInput): Promise<Redemption> {
  const [found] = await redemptionById(ctx.db, input)
  if (!found) throw new ApiError('not_found', { param: 'redemption_id' })
  const { redemption } = found
  if (!mayTransition(redemption.status, 'returned')) return showRedemption(ctx, found)

  const [[row]] = await commit(
    ctx,
    [
      transitionRow(ctx, 'redemption', redemption, 'returned', { actor: ctx.actor }),
      setReturned(ctx.db, redemption, ctx.now),
      ...(input.notify ? [recordEvent(ctx, { kind: 'session_credit.returned', ref: redemption.id, body: {} })] : []),
    ],
    redemptionById(ctx.db, input),
  )
  if (!row) throw new ApiError('internal_error')
  return showRedemption(ctx, row)
}
