import type { RedeemRequest } from '../../contract/booking/redemption.ts'
import { mayPay, type OwnCredits } from './credit-rules.ts'

type RedemptionAnswer =
  | { ok: true; attendee_profile_id: string | null }
  | {
      ok: false
      type: 'credit_not_available' | 'invalid_option' | 'already_registered' | 'not_found' | 'state_conflict'
      param: string
    }

/** The credits, and the event, appointment type and person that the organisation named. */
export type RedemptionInput = {
  credits: OwnCredits & { isOnHold: boolean }
  request: Pick<RedeemRequest, 'attendee_profile_id' | 'event_key' | 'appointment_type_key'>
  /** The named event or appointment type; null when it is not on sale. */
  opens: { package_ids: readonly string[]; hasBooking: boolean } | null
  person: { isActive: boolean; isFamily: boolean } | null
}

/**
 * Whether an organisation may use a visit at the desk now, and for whom. The rules of a customer's booking apply: the
 * credits must be valid today, for this person, and of a package that the event needs. A booking that already used a
 * visit uses no second one.
 */
export function checkRedemption({ credits, request, opens, person }: RedemptionInput, now: number): RedemptionAnswer {
  const { event_key, appointment_type_key } = request
  const named = event_key ? 'event_key' : appointment_type_key ? 'appointment_type_key' : null
  const attendee_profile_id = request.attendee_profile_id ?? credits.attendee_profile_id
  const isForOther = credits.attendee_profile_id !== null && attendee_profile_id !== credits.attendee_profile_id
  const refuse = (type: Extract<RedemptionAnswer, { ok: false }>['type'], param: string) =>
    ({ ok: false, type, param }) as const

  if (event_key && appointment_type_key) return refuse('invalid_option', 'appointment_type_key')
  if (request.attendee_profile_id && !person?.isFamily) return refuse('not_found', 'attendee_profile_id')
  if (isForOther) return refuse('invalid_option', 'attendee_profile_id')
  if (attendee_profile_id !== null && !person?.isActive) return refuse('state_conflict', 'attendee_profile_id')
  if (named && opens === null) return refuse('not_found', named)
  if (named && opens?.package_ids.includes(credits.package_id) === false) return refuse('invalid_option', named)
  if (opens?.hasBooking) return refuse('already_registered', named ?? 'event_key')

  const { program_id, package_id } = credits
  const visit = { program_id, attendee_profile_id: attendee_profile_id ?? '', package_ids: [package_id], starts: [now] }
  if (credits.isOnHold || !mayPay(credits, visit, now)) return refuse('credit_not_available', 'session_credit_id')
  return { ok: true, attendee_profile_id }
}
