import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { api } from '../api.ts'
import { describeApi } from '../api-description.ts'
import { errorNumbers } from '../contract/api-error.ts'
import type { Json } from './json-schemas.ts'

type Operation = { parameters?: { name: string }[] }
const document = JSON.parse(JSON.stringify(describeApi(api))) as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Json> }
}
const { schemas } = document.components
const words = (text: string) => text.split(/[\s,|]+/).filter(Boolean)

/** Everything bought and booked, and the organisation's side of it: calls as the specification names them. */
const calls = `
  GET /v1/profile/programs/{}/session_balance
  GET /v1/profile/programs/{}/membership_balance
  GET /v1/profile/programs/{}/membership_balance/{}
  GET /v1/profile/{}/contact_account_balances/{}/account_balance
  POST /v1/profile/programs/{}/memberships
  GET /v1/profile/programs/{}/memberships
  GET /v1/profile/programs/{}/memberships/{}
  POST /v2/profile/orders
  GET /v2/profile/orders
  GET /v2/profile/orders/{}
  PUT /v2/profile/orders/{}
  DELETE /v2/profile/orders/{}
  POST /v2/profile/orders/{}/cancel
  POST /v2/profile/orders/{}/items
  GET /v2/profile/orders/{}/items
  GET /v2/profile/orders/{}/items/{}
  PUT /v2/profile/orders/{}/items/{}
  DELETE /v2/profile/orders/{}/items/{}
  POST /v2/profile/orders/{}/discounts
  GET /v2/profile/orders/{}/discounts
  DELETE /v2/profile/orders/{}/discounts/{}
  POST /v2/profile/orders/{}/quote
  POST /v2/profile/orders/{}/payments
  GET /v2/profile/orders/{}/payments
  POST /v2/profile/orders/{}/payments/{}/confirm
  POST /v2/profile/orders/{}/refund
  POST /v1/profile/appointments
  GET /v1/profile/appointments/{}
  PUT /v1/profile/appointments/{}
  POST /v1/profile/appointments/{}/cancel
  GET /v1/profile/registrations/{}/waitlist
  POST /v1/profile/registrations/{}/claim
  POST /v1/profile/registrations/{}/decline
  POST /v1/profile/registrations
  PUT /v1/profile/registrations/{}
  POST /v1/organiser/programs/{}/invites
  POST /v1/organiser/programs/{}/orders/{}/payments
  POST /v1/organiser/programs/{}/refund_requests/{}/approve
  POST /v1/organiser/programs/{}/refund_requests/{}/decline
  POST /v1/organiser/programs/{}/registrations/{}/check_in
`
  .trim()
  .split(/\n\s*/)

/** Parameters of these calls. */
const parameters: Record<string, string> = {
  'GET /v1/profile/programs/{}/session_balance': 'attendee_profile_id',
  'GET /v1/profile/programs/{}/membership_balance': 'limit skip order sort balance_on',
  'GET /v1/profile/programs/{}/memberships': 'search contact_id attendee_id package_id status',
  'POST /v1/profile/orders/{}/quote': 'use_account_balance checkout_method currency country',
  'GET /v1/profile/registrations': 'appointment_type_id event_id order_id is_preregistration_enabled',
}

/** Fields of shapes; a dotted one stands inside another. */
const fields: Record<string, string> = {
  SessionBalance: 'available total is_unlimited next_expiry_amount next_expiry_date',
  AccountBalance: 'object contact_id program_id amount',
  Order: 'starting_balance ending_balance amount_remaining',
  Quote: 'balance_used amount_remaining',
  PayOrderRequest: 'use_account_balance',
  ProgramFeatures: 'account_balance_enabled memberships_enabled sessions_enabled appointments_enabled',
  OrderItemInput: 'type source quantity parent',
  CreateMembershipRequest:
    'default_payment_method timezone start_date customer_profile_id attendee_profile_id package_id',
  Membership:
    'status billing_cycle_anchor cancel_at cancel_at_period_end current_period_start current_period_end trial_start trial_end start_date customer_profile attendee_profile package',
  MembershipPackage:
    'name billing_period price include_fee allocated_amount allocated_period is_unlimited allocate_credits_on_period is_discontinued terms description expiry_amount expiry_period',
  ProgramAttendeeProfile: 'has_active_memberships num_registrations first_attended last_attended average_feedback',
  Coupon: 'restrictions.membership_packages applies_to.products applies_to.product_types',
  QuoteRequest: 'country currency checkout_method use_account_balance',
  ProductItemInput: 'order_id quantity parent_id product_id product_variation_id source',
  ChangeItemRequest: 'quantity product_variation_id',
  BookAppointmentRequest:
    'start_time status appointment_type_id appointment_option_id session_credit_id form_response customer_profile_id attendee_profile_id',
  ChangeAppointmentRequest: 'start_time status appointment_option_id form_response',
  AppointmentType: 'fields restrict_to_package_ids is_preregistration_enabled refund_policy',
  RefundPolicy:
    'session_cancellation_policy.free_until session_cancellation_policy.late session_cancellation_policy.late_fee session_cancellation_policy.no_show session_cancellation_policy.move_until',
  Event: 'appointment_type_id restrict_to_package_ids preregistration_enabled',
  EventOption: 'appointment_option_id sale_status',
  RegisterRequest: 'status group_key session_credit_id',
  UpdateRegistrationRequest: 'option_id attendee_profile_id status form_response',
  ProgramBilling: 'status trial_start trial_end current_period_start current_period_end products payment_provider_id',
  OrganiserProgram: 'billing',
  EventFile: 'waitlist preregistration_enabled questions',
  CouponFile: 'membership_packages',
  AppointmentTypeFile: 'questions restrict_to session_cancellation_policy',
  ProgramFile:
    'meta_pixel_id gtm_id website types preferences.camp_feedback_schedule preferences.session_feedback_schedule selling.balance_due_blocks_checkout',
}

/** Words that a field may have. */
const choices: Record<string, string> = {
  'OrderItemInput.type':
    'event_option appointment_option session_package membership_package product_variation balance_due',
  'Membership.status':
    'scheduled incomplete incomplete_expired trialing active past_due unpaid paused cancelled expired',
  'Registration.status': 'preregistered waitlisted offered pending confirmed cancelled expired attended no_show',
  'EventOption.sale_status': 'waitlist sold_out restricted on_sale',
  'RegisterRequest.status': 'pending waitlisted preregistered',
  'SessionCreditEntry.kind': 'purchase grant reserve redeem release return expire adjust revoke',
  'AccountBalanceEntry.kind': 'refund_credit gift goodwill payment order_debit order_release manual_adjustment payout',
  'ProgramBilling.status': 'trialing active past_due unpaid cancelled',
  'Field.type': 'file',
}

const errors =
  'credit_not_available balance_due coupon_membership_required slot_taken offer_expired sold_out invalid_file row_errors state_conflict has_future_registrations'

/** Pages, as files of `src/pages/pg/[program_id]`. */
const pages: Record<string, string> = {
  '/packages, /packages/session, /packages/membership': 'packages/[...kind].astro',
  '/profile/packages': 'profile/packages.astro',
  '/checkout/{order_id}': 'checkout/[order_id].astro',
  '/apt/{appointment_type_id}/register': 'apt/[appointment_type_id]/register.astro',
  '/schedule/{appointment_type_id}': 'schedule/[appointment_type_id].astro',
  '/online/{registration_id}': 'online/[registration_id].astro',
  '/offer': 'offer.astro',
  '/profile/schedule': 'profile/schedule/index.astro',
  '/desk': 'desk.astro',
  '/roster': 'roster.astro',
}

const described = new Map(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`,
      operation,
    ]),
  ),
)

/** The schemas a field may have: references followed, and every one of a choice. */
function allOf(schema: Json | undefined): Json[] {
  if (!schema) return []
  const referred = schema.$ref ? allOf(schemas[schema.$ref.replace(/^.*\//, '')]) : []
  return [schema, ...referred, ...(schema.anyOf ?? []).flatMap(allOf)]
}
const fieldOf = (shape: string, path: string): Json[] =>
  path
    .split('.')
    .reduce<Json[]>(
      (found, name) => found.flatMap(({ properties }) => allOf(properties?.[name])),
      [...allOf(schemas[shape]), ...allOf(schemas[`${shape}Input`])],
    )
const missing = (table: Record<string, string>, isThere: (key: string, name: string) => boolean) =>
  Object.entries(table).flatMap(([key, names]) =>
    words(names)
      .filter((name) => !isThere(key, name))
      .map((name) => `${key} ${name}`),
  )

describe('the names of what is bought and booked', () => {
  it('has every call', () => {
    expect(calls).toHaveLength(40)
    expect(calls.filter((call) => !described.has(call))).toEqual([])
  })

  it('has every parameter', () =>
    expect(
      missing(parameters, (call, name) => described.get(call)?.parameters?.some((each) => each.name === name) ?? false),
    ).toEqual([]))

  it('has every field', () => expect(missing(fields, (shape, path) => fieldOf(shape, path).length > 0)).toEqual([]))

  it('has every word of a choice', () =>
    expect(
      missing(choices, (path, word) => {
        const [shape = '', field = ''] = path.split('.')
        return fieldOf(shape, field).some((json) => json.enum?.includes(word))
      }),
    ).toEqual([]))

  it('has every refusal', () => expect(words(errors).filter((type) => !(type in errorNumbers))).toEqual([]))

  it('has every page', () =>
    expect(
      Object.entries(pages)
        .filter(([, file]) => !existsSync(new URL(`../../src/pages/pg/[program_id]/${file}`, import.meta.url)))
        .map(([route]) => route),
    ).toEqual([]))
})
