import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { api } from '../api.ts'
import { describeApi } from '../api-description.ts'
import { errorNumbers } from '../contract/api-error.ts'
import { declineCodes } from '../contract/money/declines.ts'
import { sitePages } from '../contract/site-pages.ts'
import { mailTemplateNames } from '../delivery/notifications/notification-table.ts'
import type { Json } from './json-schemas.ts'

type Operation = { parameters?: { name: string }[] }
const document = JSON.parse(JSON.stringify(describeApi(api))) as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Json> }
}
const { schemas } = document.components
const words = (text: string) => text.split(/[\s,|]+/).filter(Boolean)

/**
 * Calls as the specification names them: accounts and families, bookings and purchases, communication, and the
 * organisation's side.
 */
const calls = `
  POST /v1/recovery
  GET /v1/recovery/{}
  POST /v1/recovery/{}
  POST /v1/profile/password
  POST /v1/profile/email
  DELETE /v1/profile/email
  GET /v1/profile/sessions
  DELETE /v1/profile/sessions
  GET /v1/profile/sessions/{}
  DELETE /v1/profile/sessions/{}
  POST /v1/profile/export
  DELETE /v1/profile/customer
  GET /v1/oauth/authorize
  POST /v1/oauth/token
  DELETE /v1/profile/attendees/{}
  PUT /v1/profile/attendees/{}/merge
  POST /v1/profile/attendees/{}/merge/preview
  POST /v1/profile/attendees/{}/merge/undo
  GET /v1/profile/attendees/{}/access_log
  POST /v1/profile/programs/{}/attendees/{}/disconnect
  GET /v1/profile/members
  GET /v1/profile/customer_addresses
  POST /v1/profile/customer_addresses
  GET /v1/profile/customer_addresses/{}
  PUT /v1/profile/customer_addresses/{}
  DELETE /v1/profile/customer_addresses/{}
  GET /v1/profile/invitations
  POST /v1/profile/invitations
  POST /v1/profile/invitations/{}/revoke
  GET /v1/invitations/{}/accept
  POST /v1/invitations/{}/accept
  GET /v1/invitations/{}/decline
  POST /v1/invitations/{}/decline
  POST /v1/profile/programs/{}/payment_methods/{}/attach
  POST /v1/profile/programs/{}/payment_methods/{}/detach
  POST /v1/profile/programs/{}/payment_methods/{}/set_default
  POST /v1/profile/programs/{}/payment_methods/setup
  POST /v1/profile/orders/{}/refund
  POST /v1/profile/orders/{}/refund/withdraw
  POST /v1/profile/messages
  GET /v1/profile/messages
  GET /v1/profile/messages/{}
  POST /v1/profile/messages/{}/track
  POST /v1/programs/{}/notifications/archive_all
  POST /v1/programs/{}/notifications/mark_all
  POST /v1/programs/{}/notifications/{}/archive
  POST /v1/programs/{}/notifications/{}/unarchive
  POST /v1/programs/{}/notifications/{}/mark
  POST /v1/programs/{}/notifications/{}/unmark
  GET /v1/programs/{}/notifications
  GET /v1/programs/{}/notifications/{}
  GET /v1/profile/preferences/notifications
  PUT /v1/profile/preferences/notifications
  GET /v1/profile/subscriptions/notifications/preload
  POST /v1/profile/subscriptions/notifications
  DELETE /v1/profile/subscriptions/notifications
  POST /v1/profile/subscriptions/notifications/test
  DELETE /v1/profile/subscriptions/notifications/{}
  POST /v1/profile/notifications/subscribe
  POST /v1/profile/notifications/unsubscribe
  GET /v1/profile/feedback/{}
  PUT /v1/profile/feedback/{}
  POST /insights/events
  POST /v1/files
  POST /v1/support
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
  'GET /v1/oauth/authorize': 'response_type client_id redirect_uri code_challenge code_challenge_method state',
  'GET /v1/profile/members': 'limit skip order sort program_id',
  'GET /v1/profile/messages': 'search program_id campaign_id contact_id program_attendee_id type is_open limit skip',
  'GET /v1/programs/{}/notifications': 'id topic_group is_archived is_read limit skip order sort',
  'GET /v1/profile/preferences/notifications': 'topic_group',
  'GET /v1/profile/feedback/{}': 'rating',
  'GET /v1/profile/subscriptions/notifications/preload': 'X-CSRF-Token',
  'POST /v1/profile/subscriptions/notifications': 'X-CSRF-Token',
  'GET /v1/profile/registrations': 'appointment_type_id event_id order_id is_preregistration_enabled',
}

/** Fields of schemas; a dotted name is nested. */
const fields: Record<string, string> = {
  RecoveryRequest: 'email program_id',
  ResetPasswordRequest: 'password',
  ChangePasswordRequest: 'old_password password confirm_password',
  ChangeEmailRequest: 'email password',
  TokenRequest: 'grant_type refresh_token code redirect_uri code_verifier client_id',
  Recovery: 'status program_id',
  User: 'pending_email pending_invite picture_url',
  Attendee: 'picture_url relations',
  MergeRequest: 'merge_from merge_into',
  Invitation: 'program_id customer_id attendee_ids email first_name last_name invite_code status',
  AttachSourceRequest: 'source_id is_default',
  RefundOrderRequest: 'program_id order_id metadata reason metadata.reason_other metadata.destination',
  PaymentSource: 'brand last4 exp_month exp_year funding country three_d_secure is_default status usage currency',
  Payment: 'payment_source.last4',
  CustomerProfile: 'payment_provider_id default_source sources',
  RefundRequest: 'id object status amount refunds',
  CreateMessageRequest: 'order_id registration_id program_id medium subject body new_customer_profile context',
  Message: 'type medium subject body conversation_id state sent',
  Notification: 'topic_group reason is_read is_archived',
  NotificationPreferences: 'object user_id email enabled',
  NotificationSetting: 'reason email push name topic_group',
  AddPushSubscriptionRequest: 'endpoint keys.p256dh keys.auth',
  PushPreload: 'public_key has_subscription permission_hint',
  Feedback: 'id object program_id customer_profile attendee_profile rating comments',
  UpdateFeedbackRequest: 'rating comments',
  SubscribeRequest: 'program_id',
  UnsubscribeRequest: 'reason reason_other token program_id',
  InsightRequest: 'url type props',
  UploadRequest: 'purpose access file',
  SupportRequest:
    'reporter_name reporter_email type summary description customer_id program_id program_name url app_version failure.type failure.code failure.message failure.param failure.path failure.timestamp',
  SessionBalance: 'available total is_unlimited next_expiry_amount next_expiry_date',
  AccountBalance: 'object contact_id program_id amount',
  Order: 'starting_balance ending_balance amount_remaining',
  Quote: 'balance_used amount_remaining',
  PayOrderRequest: 'use_account_balance',
  ProgramFeatures:
    'account_balance_enabled memberships_enabled sessions_enabled appointments_enabled communications_enabled feedback_enabled push_notifications_enabled meta_pixel_enabled gtm_enabled',
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

/** Allowed values of fields. */
const choices: Record<string, string> = {
  'Recovery.status': 'requested opened used expired superseded',
  'ProgramAttendeeProfile.status': 'active archived merged disconnected',
  'Invitation.status': 'pending accepted declined expired revoked',
  'RefundRequest.status': 'requested approved declined withdrawn completed',
  'RefundRequest.destination': 'account_balance original_method',
  'Message.state': 'draft scheduled queued sent delivered opened bounced failed cancelled',
  'PushSubscription.status': 'active stale',
  'MarketingSubscription.state': 'never_asked subscribed unsubscribed suppressed',
  'Feedback.status': 'issued opened submitted expired',
  'UnsubscribeRequest.reason': 'normal nosignup inappropriate spam other unspecified',
  'MarketingSubscription.reason': 'normal nosignup inappropriate spam bounced other unspecified',
  'InsightRequest.type': 'login sign_up',
  'SupportReport.status': 'received in_progress waiting_for_reporter resolved closed',
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
  'credit_not_available balance_due coupon_membership_required slot_taken offer_expired sold_out invalid_file row_errors state_conflict has_future_registrations password_incorrect password_mismatch link_expired merge_dob_conflict merge_schedule_conflict email_not_verified credit_partly_used file_too_large file_type'

/** Automatic mails. */
const mails =
  'recovery password_changed new_login invitation card_expiring reminder_24h reminder_2h waiver_pending waitlist_offer waitlist_offer_expiring membership_payment_failed membership_trial_ending membership_price_changed membership_ending membership_ended message_received feedback_request campaign_news campaign_announcement'

/** Names that exist elsewhere or not at all, each with the reason. */
const elsewhere: Record<string, string> = {
  'POST /webhooks/stripe':
    'the card provider sends there, signed: no call that anyone else makes, so not in the description',
  '/pg/{program_id}/feedback, /pg/{program_id}/unsubscribe': 'answered by the worker itself, not by a file of a page',
  'grant_type refresh_token, authorization_code':
    'taken as any text, so that another one is refused by the error that OAuth has for it',
  'PushSubscription.status removed': 'a subscription that was removed is gone: its status can be read nowhere',
  'UnsubscribeRequest.reason bounced': 'a mailbox says it, never a reader; the subscription shows it',
  setup_intent_authentication_failure:
    'a decline of the provider, answered as the type of a 402 with the other declines',
  'newsletter, promotion': 'mails of a campaign: `campaign_news`, `campaign_announcement`',
}

/** Pages, as files of `src/pages/pg/[program_id]`. */
const pages: Record<string, string> = {
  '/login': 'login.astro',
  '/forgot-password': 'forgot-password.astro',
  '/recovery/{recovery_id}': 'recovery/[recovery_id].astro',
  '/profile/change-password': 'profile/change-password.astro',
  '/profile/edit': 'profile/edit.astro',
  '/profile/account': 'profile/account.astro',
  '/profile/overview': 'profile/overview.astro',
  '/profile/family': 'profile/family/index.astro',
  '/profile/family/add': 'profile/family/add.astro',
  '/profile/family/{attendee_id}': 'profile/family/[attendee_id]/index.astro',
  '/profile/family/{attendee_id}/merge': 'profile/family/[attendee_id]/merge.astro',
  '/profile/family/{attendee_id}/edit-personal': 'profile/family/[attendee_id]/edit-personal.astro',
  '/profile/family/{attendee_id}/edit-emergency': 'profile/family/[attendee_id]/edit-emergency.astro',
  '/profile/family/{attendee_id}/connect': 'profile/family/[attendee_id]/connect.astro',
  '/profile/orders/{order_id}/refund': 'profile/orders/[order_id]/refund.astro',
  '/profile/payment-methods': 'profile/payment-methods.astro',
  '/profile/messages': 'profile/messages/index.astro',
  '/profile/messages/{message_id}': 'profile/messages/[message_id].astro',
  '/profile/preferences': 'profile/preferences.astro',
  '/profile/notifications': 'profile/notifications.astro',
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

/** The schemas of a field, with references followed and alternatives expanded. */
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

describe('the names in the specification', () => {
  it('every call of the specification exists', () => {
    expect(calls).toHaveLength(105)
    expect(calls.filter((call) => !described.has(call))).toEqual([])
  })

  it('every parameter of the specification exists', () =>
    expect(
      missing(parameters, (call, name) => described.get(call)?.parameters?.some((each) => each.name === name) ?? false),
    ).toEqual([]))

  it('every field of the specification exists', () =>
    expect(missing(fields, (shape, path) => fieldOf(shape, path).length > 0)).toEqual([]))

  it('every enum value of the specification exists', () =>
    expect(
      missing(choices, (path, word) => {
        const [shape = '', field = ''] = path.split('.')
        return fieldOf(shape, field).some((json) => json.enum?.includes(word))
      }),
    ).toEqual([]))

  it('every error of the specification exists', () =>
    expect(words(errors).filter((type) => !(type in errorNumbers))).toEqual([]))

  it('every mail of the specification exists', () =>
    expect(words(mails).filter((name) => !(mailTemplateNames as readonly string[]).includes(name))).toEqual([]))

  it('every name that differs from the specification has a reason', () => {
    expect(Object.entries(elsewhere).filter(([, reason]) => reason.length < 30)).toEqual([])
    expect(declineCodes).toContain('setup_intent_authentication_failure')
    expect(described.has('POST /webhooks/stripe')).toBe(false)
    expect(fieldOf('UnsubscribeRequest', 'reason').flatMap((json) => json.enum ?? [])).not.toContain('bounced')
    expect(fieldOf('PushSubscription', 'status').flatMap((json) => json.enum ?? [])).not.toContain('removed')
    expect(fieldOf('TokenRequest', 'grant_type').some((json) => json.enum)).toBe(false)
    for (const path of ['/pg/:program_id/feedback', '/pg/:program_id/unsubscribe'])
      expect(sitePages.find((page) => page.path === path)).toMatchObject({ isAtEdge: true })
  })

  it('every page of the specification exists', () =>
    expect(
      Object.entries(pages)
        .filter(([, file]) => !existsSync(new URL(`../../src/pages/pg/[program_id]/${file}`, import.meta.url)))
        .map(([route]) => route),
    ).toEqual([]))
})
