// Over 250 lines: one row for every call of the API, in one table.
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from './api.ts'
import { newInviteCode } from './people/invitations/invitation-code.ts'
import { type Bench, openBench } from './test-bench/bench.ts'
import { database } from './platform/database/database.ts'
import { feedback } from './platform/database/tables.ts'
import { makeNotification } from './test-bench/notifications.ts'
import { scopes } from './contract/people/oauth.ts'
import { callsWithRow, scopeFor } from './platform/identity/delegated-calls.ts'
import { delegateTo } from './test-bench/delegated.ts'
import { makeEvent } from './test-bench/programs.ts'
import { makePlace } from './test-bench/places.ts'
import { makeAttendee, makeCustomer, type Person } from './test-bench/people.ts'
import { type Family, familyWorld, type IdName, makeFamily, type World } from './test-bench/family-world.ts'
import { newPushSubscription } from './test-bench/push-browsers.ts'
import type { MemoryD1 } from './test-bench/memory-d1.ts'
import { recorded } from './test-bench/recorded-d1.ts'
import { benchSecrets } from './test-bench/stand-ins.ts'

type Row = {
  caller: 'anyone' | 'customer' | 'organiser'
  query?: string
  /** True when the URL itself is the key, so a forged URL finds nothing. */
  isSecret?: true
  /** True when the response is a redirect. */
  isRedirect?: true
  /** True when the response has no body. */
  isEmpty?: true
  body?: (world: World, family: Family) => Record<string, unknown>
}

const madeUpCredential = {
  id: 'made-up',
  rawId: 'made-up',
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'e30', signature: 'e30' },
}

/** A browser belongs to one account at a time: the one that registered it last. */
const pushSubscription = newPushSubscription()

/** Every call and who may make it. The test fails for a route without a row, and for a row without a route. */
const matrix: Record<string, Row> = {
  'GET /health': { caller: 'anyone' },
  'GET /openapi.json': { caller: 'anyone' },
  'GET /v1/explore/programs': { caller: 'anyone' },
  'GET /v1/explore/programs/:program_id': { caller: 'anyone' },
  'GET /v1/explore/programs/:program_id/features': { caller: 'anyone' },
  'GET /v1/explore/programs/:program_id/answer_readers': { caller: 'anyone' },
  'GET /v1/explore/programs/:program_id/filters': { caller: 'anyone' },
  'GET /v1/explore/programs/:program_id/promotions': { caller: 'anyone' },
  'GET /v1/explore/programs/:program_id/product_categories': { caller: 'anyone' },
  'GET /v1/explore/programs/:program_id/product_categories/:category_id': { caller: 'anyone' },
  'GET /v1/explore/programs/:program_id/products': { caller: 'anyone' },
  'GET /v1/explore/programs/:program_id/products/:product_id': { caller: 'anyone' },
  'GET /v1/explore/programs/:program_id/products/:product_id/:variation_id': { caller: 'anyone' },
  'GET /v2/explore/programs/:program_id/products': { caller: 'anyone' },
  'GET /v2/explore/programs/:program_id/products/:product_id': { caller: 'anyone' },
  'GET /v1/explore/programs/:program_id/venues': { caller: 'anyone' },
  'GET /v1/explore/programs/:program_id/event_tags': { caller: 'anyone' },
  'GET /v1/explore/venues': { caller: 'anyone' },
  'GET /v1/explore/programs/:program_id/session_packages': { caller: 'anyone' },
  'GET /v1/explore/programs/:program_id/session_packages/:session_package_id': { caller: 'anyone' },
  'GET /v1/explore/programs/:program_id/membership_packages': { caller: 'anyone' },
  'GET /v1/explore/events': { caller: 'anyone' },
  'GET /v1/explore/events/:event_id': { caller: 'anyone' },
  'GET /v1/explore/:appointment_type_id/attachments': { caller: 'anyone' },
  'GET /v1/explore/events/:event_id/attachments': { caller: 'anyone' },
  'GET /v1/explore/events/:event_id/options': { caller: 'anyone' },
  'GET /v1/explore/events/:event_id/options/:option_id': { caller: 'anyone' },
  'GET /v1/explore/appointment_types': { caller: 'anyone' },
  'GET /v1/explore/appointment_types/:appointment_type_id': { caller: 'anyone' },
  'GET /v1/explore/appointment_types/:appointment_type_id/options': { caller: 'anyone' },
  'GET /v1/explore/appointment_types/:appointment_type_id/options/:option_id': { caller: 'anyone' },
  'GET /v1/explore/availability/dates': {
    caller: 'anyone',
    query: 'month=2027-07&appointment_type_id=:appointment_type_id',
  },
  'GET /v1/explore/availability/times': {
    caller: 'anyone',
    query: 'date=2027-07-05&appointment_type_id=:appointment_type_id',
  },
  'POST /v1/signup': {
    caller: 'anyone',
    body: () => ({ first_name: 'Ada', last_name: 'Roy', email: 'not an address', password: 'x' }),
  },
  'POST /v1/login': {
    caller: 'anyone',
    body: () => ({ username: 'nobody@example.com', password: 'a wrong password' }),
  },
  'POST /v1/login/passkey/options': { caller: 'anyone' },
  'POST /v1/login/passkey': { caller: 'anyone', body: () => ({ credential: madeUpCredential }) },
  'POST /v1/logout': { caller: 'customer' },
  'POST /v1/verify': { caller: 'customer', body: () => ({ code: '000000' }) },
  'POST /v1/reverify': { caller: 'customer' },
  'POST /v1/email_changes/undo': { caller: 'anyone', body: () => ({ token: 'made-up' }) },
  'POST /v1/logins/undo': { caller: 'anyone', body: () => ({ token: 'made-up' }) },
  'POST /v1/oauth/token': { caller: 'anyone', body: () => ({ refresh_token: 'made-up' }) },
  'GET /v1/oauth/authorize': { caller: 'anyone', isRedirect: true },
  'POST /v1/oauth/authorize': { caller: 'customer', body: () => ({ client_id: 'made-up', is_allowed: true }) },
  'POST /v1/token/refresh': { caller: 'anyone', body: () => ({ refresh_token: 'made-up' }) },
  'POST /v1/oauth/revoke': { caller: 'anyone', body: () => ({ token: 'made-up' }) },
  'GET /v1/profile': { caller: 'customer' },
  'PUT /v1/profile': { caller: 'customer', body: () => ({ first_name: 'Ada' }) },
  'POST /v1/recovery': {
    caller: 'anyone',
    body: ({ program_id }) => ({ email: 'no-account@example.com', program_id }),
  },
  'GET /v1/recovery/:recovery_id': { caller: 'anyone', isSecret: true },
  'POST /v1/recovery/:recovery_id': { caller: 'anyone', body: () => ({ password: 'a quiet lake at dawn' }) },
  'POST /v1/profile/password': {
    caller: 'customer',
    body: () => ({ old_password: 'x', password: 'a quiet lake at dawn', confirm_password: 'a quiet lake at dawn' }),
  },
  'POST /v1/profile/email': { caller: 'customer', body: () => ({ email: 'ada@example.com' }) },
  'DELETE /v1/profile/email': { caller: 'customer' },
  'GET /v1/profile/sessions': { caller: 'customer' },
  'DELETE /v1/profile/sessions': { caller: 'customer' },
  'GET /v1/profile/sessions/:session_id': { caller: 'customer' },
  'DELETE /v1/profile/sessions/:session_id': { caller: 'customer' },
  'GET /v1/programs/:program_id/notifications': { caller: 'customer' },
  'GET /v1/programs/:program_id/notifications/:notification_id': { caller: 'customer' },
  'POST /v1/programs/:program_id/notifications/mark_all': { caller: 'customer', body: () => ({}) },
  'POST /v1/programs/:program_id/notifications/archive_all': { caller: 'customer', body: () => ({}) },
  'POST /v1/programs/:program_id/notifications/:notification_id/archive': { caller: 'customer' },
  'POST /v1/programs/:program_id/notifications/:notification_id/unarchive': { caller: 'customer' },
  'POST /v1/programs/:program_id/notifications/:notification_id/mark': { caller: 'customer' },
  'POST /v1/programs/:program_id/notifications/:notification_id/unmark': { caller: 'customer' },
  'GET /v1/profile/subscriptions/notifications/preload': { caller: 'customer' },
  'GET /v1/profile/subscriptions/notifications': { caller: 'customer' },
  'POST /v1/profile/subscriptions/notifications': { caller: 'customer', body: () => pushSubscription },
  'DELETE /v1/profile/subscriptions/notifications': { caller: 'customer' },
  'POST /v1/profile/subscriptions/notifications/test': { caller: 'customer', body: () => ({}) },
  'DELETE /v1/profile/subscriptions/notifications/:endpoint': { caller: 'customer' },
  'GET /v1/profile/preferences/notifications': { caller: 'customer' },
  'PUT /v1/profile/preferences/notifications': {
    caller: 'customer',
    body: () => ({ notifications: [{ reason: 'event_changed', email: false }] }),
  },
  'GET /v1/profile/passkeys': { caller: 'customer' },
  'POST /v1/profile/passkeys': { caller: 'customer', body: () => ({ credential: madeUpCredential }) },
  'POST /v1/profile/passkeys/options': { caller: 'customer', body: () => ({}) },
  'GET /v1/profile/passkeys/:passkey_id': { caller: 'customer' },
  'PUT /v1/profile/passkeys/:passkey_id': { caller: 'customer', body: () => ({ name: 'Phone' }) },
  'DELETE /v1/profile/passkeys/:passkey_id': { caller: 'customer', body: () => ({}) },
  'GET /v1/profile/customer': { caller: 'customer' },
  'POST /v1/profile/customer': { caller: 'customer', body: () => ({ timezone: 'America/Toronto' }) },
  'PUT /v1/profile/customer': { caller: 'customer', body: () => ({ timezone: 'America/Toronto' }) },
  'POST /v1/profile/customer_claims': { caller: 'customer', body: () => ({ token: 'unknown', born_on: '2016-02-19' }) },
  'GET /v1/profile/customer_addresses': { caller: 'customer' },
  'POST /v1/profile/customer_addresses': {
    caller: 'customer',
    body: () => ({ address_line_1: '1 Lake Road', city: 'Toronto', region: 'ON', postcode: 'M5V 2T6', country: 'CA' }),
  },
  'GET /v1/profile/customer_addresses/:address_id': { caller: 'customer' },
  'PUT /v1/profile/customer_addresses/:address_id': { caller: 'customer', body: () => ({ city: 'Perth' }) },
  'DELETE /v1/profile/customer_addresses/:address_id': { caller: 'customer' },
  'GET /v1/profile/programs': { caller: 'customer' },
  'GET /v1/profile/programs/:program_id': { caller: 'customer' },
  'POST /v1/profile/programs/:program_id': { caller: 'customer', body: () => ({}) },
  'POST /v1/profile/programs/:program_id/attendees': {
    caller: 'customer',
    body: ({ program_id }, { ids }) => ({
      program_id,
      attendee_id: ids.attendee_id,
      primary_contact_id: ids.customer_profile_id,
    }),
  },
  'POST /v1/profile/attendees': {
    caller: 'customer',
    body: () => ({ first_name: 'Léa', last_name: 'Roy', relations: [{ relation: 'parent' }] }),
  },
  'GET /v1/profile/attendees': { caller: 'customer' },
  'GET /v1/profile/attendees/:attendee_id': { caller: 'customer' },
  'PUT /v1/profile/attendees/:attendee_id': { caller: 'customer', body: () => ({ first_name: 'Mia' }) },
  'GET /v1/profile/members': { caller: 'customer' },
  'GET /v1/profile/:program_id/contact_account_balances/:contact_id/account_balance': { caller: 'customer' },
  'GET /v1/profile/:program_id/contact_account_balances/:contact_id/entries': { caller: 'customer' },
  'GET /v1/profile/programs/:program_id/session_balance': { caller: 'customer' },
  'GET /v1/profile/programs/:program_id/entitlements': { caller: 'customer' },
  'GET /v1/profile/programs/:program_id/later_places': { caller: 'customer' },
  'GET /v1/profile/programs/:program_id/memberships': { caller: 'customer' },
  'POST /v1/profile/programs/:program_id/memberships': {
    caller: 'customer',
    body: (world, { ids }) => ({
      package_id: world.membership_package_id,
      customer_profile_id: ids.customer_profile_id,
      default_payment_method: 'pm_card_visa',
    }),
  },
  'GET /v1/profile/programs/:program_id/memberships/:membership_id': { caller: 'customer' },
  'POST /v1/profile/programs/:program_id/memberships/:membership_id/cancel': {
    caller: 'customer',
    body: () => ({ reason: 'not_used' }),
  },
  'POST /v1/profile/programs/:program_id/memberships/:membership_id/keep': { caller: 'customer' },
  'POST /v1/profile/programs/:program_id/memberships/:membership_id/payment_method': {
    caller: 'customer',
    body: (_, { ids }) => ({ payment_source_id: ids.source_id }),
  },
  'POST /v1/profile/programs/:program_id/memberships/:membership_id/hold': { caller: 'customer', body: () => ({}) },
  'POST /v1/profile/programs/:program_id/memberships/:membership_id/hold/end': { caller: 'customer' },
  'GET /v1/profile/programs/:program_id/membership_balance': { caller: 'customer' },
  'GET /v1/profile/programs/:program_id/membership_balance/:membership_id': { caller: 'customer' },
  'GET /v1/organiser/programs/:program_id/memberships': { caller: 'organiser' },
  'PUT /v1/organiser/programs/:program_id/memberships/:membership_id': {
    caller: 'organiser',
    body: () => ({ cancel_at_period_end: true }),
  },
  'POST /v1/organiser/programs/:program_id/memberships/:membership_id/end': {
    caller: 'organiser',
    body: () => ({ refund: 'none' }),
  },
  'POST /v1/organiser/programs/:program_id/memberships/:membership_id/hold': { caller: 'organiser', body: () => ({}) },
  'POST /v1/organiser/programs/:program_id/memberships/:membership_id/hold/end': { caller: 'organiser' },
  'GET /v1/profile/programs/:program_id/session_balance/entries': { caller: 'customer' },
  'GET /v1/organiser/programs/:program_id/session_balances': { caller: 'organiser' },
  'POST /v1/organiser/programs/:program_id/session_balances/:session_credit_id/redeem': {
    caller: 'organiser',
    body: () => ({}),
  },
  'POST /v1/organiser/programs/:program_id/session_balances/:session_credit_id/adjust': {
    caller: 'organiser',
    body: () => ({ by: 1, reason: 'A lesson was called off.' }),
  },
  'POST /v1/organiser/programs/:program_id/waitlist/:waitlist_entry_id/offer': {
    caller: 'organiser',
    body: () => ({ reason: 'Their sibling has a place.' }),
  },
  'GET /v1/organiser/programs/:program_id/redemptions': { caller: 'organiser' },
  'GET /v1/organiser/programs/:program_id/redemptions/:redemption_id': { caller: 'organiser' },
  'POST /v1/organiser/programs/:program_id/redemptions/:redemption_id/return': {
    caller: 'organiser',
    body: () => ({}),
  },
  'DELETE /v1/profile/attendees/:attendee_id': { caller: 'customer' },
  'POST /v1/profile/attendees/:attendee_id/restore': { caller: 'customer' },
  'POST /v1/profile/programs/:program_id/attendees/:program_attendee_id/disconnect': { caller: 'customer' },
  'PUT /v1/profile/attendees/:attendee_id/merge': {
    caller: 'customer',
    body: (_, { ids }) => ({ merge_from: ids.attendee_id, merge_into: ids.attendee_id }),
  },
  'POST /v1/profile/attendees/:attendee_id/merge/preview': {
    caller: 'customer',
    body: (_, { ids }) => ({ merge_from: ids.attendee_id, merge_into: ids.attendee_id }),
  },
  'POST /v1/profile/attendees/:attendee_id/merge/undo': { caller: 'customer' },
  'GET /v1/profile/attendees/:attendee_id/merges': { caller: 'customer' },
  'GET /v1/profile/attendees/:attendee_id/members': { caller: 'customer' },
  'PUT /v1/profile/attendees/:attendee_id/members/:member_id': {
    caller: 'customer',
    body: () => ({ rights: ['view'] }),
  },
  'DELETE /v1/profile/attendees/:attendee_id/members/:member_id': { caller: 'customer' },
  'GET /v1/profile/attendees/:attendee_id/bookings': { caller: 'customer' },
  'GET /v1/profile/attendees/:attendee_id/access_log': { caller: 'customer' },
  'POST /v1/profile/invitations': {
    caller: 'customer',
    body: ({ program_id }, { ids }) => ({
      program_id,
      attendee_ids: [ids.attendee_id],
      email: 'daniel@example.com',
      first_name: 'Daniel',
      last_name: 'Okafor',
      relation: 'parent',
    }),
  },
  'GET /v1/profile/invitations': { caller: 'customer' },
  'POST /v1/profile/invitations/:invitation_id/revoke': { caller: 'customer' },
  'GET /v1/invitations/:invite_code/accept': { caller: 'anyone', isSecret: true },
  'GET /v1/invitations/:invite_code/decline': { caller: 'anyone', isSecret: true },
  'POST /v1/invitations/:invite_code/accept': { caller: 'anyone', isSecret: true },
  'POST /v1/invitations/:invite_code/decline': { caller: 'anyone', isSecret: true },
  'POST /v1/profile/registrations': {
    caller: 'customer',
    body: ({ event_id, option_id }, { ids }) => ({
      event_id,
      option_id,
      customer_profile_id: ids.customer_profile_id,
      attendee_profile_id: ids.attendee_profile_id,
    }),
  },
  'POST /v1/profile/bookings': {
    caller: 'customer',
    body: ({ program_id, event_id, option_id }, { ids }) => ({
      program_id,
      event_id,
      people: [{ attendee_id: ids.attendee_id, option_id }],
    }),
  },
  'GET /v1/profile/registrations': { caller: 'customer' },
  'GET /v1/profile/registrations/:registration_id': { caller: 'customer' },
  'GET /v1/profile/eligibility': { caller: 'customer', query: 'event_id=:event_id' },
  'GET /v1/profile/rebookings': { caller: 'customer', query: 'program_id=:program_id' },
  'GET /v1/profile/childcare_receipts': { caller: 'customer', query: 'program_id=:program_id' },
  'PUT /v1/profile/registrations/:registration_id': {
    caller: 'customer',
    body: () => ({ form_response: { answers: [] } }),
  },
  'GET /v1/profile/registrations/:registration_id/moves': { caller: 'customer' },
  'POST /v1/profile/registrations/:registration_id/moves': { caller: 'customer' },
  'GET /v1/profile/registrations/:registration_id/waitlist': { caller: 'customer' },
  'GET /v1/profile/registrations/:registration_id/answers': { caller: 'customer' },
  'GET /v1/profile/registrations/:registration_id/waiver': { caller: 'customer' },
  'POST /v1/profile/registrations/:registration_id/claim': { caller: 'customer' },
  'POST /v1/profile/registrations/:registration_id/decline': { caller: 'customer' },
  'GET /v1/waitlist_offers': { caller: 'anyone', query: 'program_id=lakeside&token=made-up', isSecret: true },
  'POST /v1/waitlist_offers/decline': {
    caller: 'anyone',
    body: ({ program_id }) => ({ program_id, token: 'made-up' }),
  },
  'POST /v1/profile/registrations/:registration_id/cancel': {
    caller: 'customer',
    body: () => ({ reason: 'wrong_selection' }),
  },
  'POST /v1/profile/appointments': {
    caller: 'customer',
    body: ({ appointment_type_id, appointment_option_id }, { ids }) => ({
      start_time: '2027-07-05T13:00:00.000Z',
      appointment_type_id,
      appointment_option_id,
      customer_profile_id: ids.customer_profile_id,
      attendee_profile_id: ids.attendee_profile_id,
    }),
  },
  'POST /v1/profile/appointments/series': {
    caller: 'customer',
    body: ({ appointment_type_id, appointment_option_id }, { ids }) => ({
      start_time: '2027-07-06T13:00:00.000Z',
      weeks: 2,
      appointment_type_id,
      appointment_option_id,
      customer_profile_id: ids.customer_profile_id,
      attendee_profile_id: ids.attendee_profile_id,
    }),
  },
  'GET /v1/profile/appointments/:registration_id': { caller: 'customer' },
  'PUT /v1/profile/appointments/:registration_id': {
    caller: 'customer',
    body: () => ({ form_response: { answers: [] } }),
  },
  'POST /v1/profile/appointments/:registration_id/cancel': {
    caller: 'customer',
    body: () => ({ reason: 'wrong_selection' }),
  },
  'POST /v1/profile/orders': {
    caller: 'customer',
    body: ({ program_id }, { ids }) => ({
      program_id,
      customer_profile_id: ids.customer_profile_id,
      timezone: 'America/Toronto',
      items: [{ type: 'event_option', source: ids.free_registration_id, quantity: 1 }],
    }),
  },
  'POST /v1/files': { caller: 'customer', body: () => ({ purpose: 'attachment', file: 'not multipart' }) },
  'GET /v1/files/:file_id': { caller: 'customer' },
  'GET /v1/profile/orders': { caller: 'customer' },
  'GET /v1/profile/orders/:order_id': { caller: 'customer' },
  'GET /v1/profile/calendar': { caller: 'customer' },
  'POST /v1/profile/calendar': { caller: 'customer' },
  'GET /v1/profile/orders/:order_id/calendar': { caller: 'customer' },
  'POST /v1/profile/orders/:order_id/calendar': { caller: 'customer' },
  'POST /v1/profile/orders/:order_id/mail_receipt': { caller: 'customer', body: () => ({}) },
  'PUT /v1/profile/orders/:order_id': { caller: 'customer', body: () => ({ status: 'cancelled' }) },
  'DELETE /v1/profile/orders/:order_id': { caller: 'customer' },
  'POST /v1/profile/orders/:order_id/cancel': { caller: 'customer', body: () => ({}) },
  'GET /v1/profile/orders/:order_id/refund': { caller: 'customer' },
  'POST /v1/profile/orders/:order_id/refund': {
    caller: 'customer',
    body: (_, { ids }) => ({ reason: 'cannot_attend', metadata: { registration_ids: [ids.registration_id] } }),
  },
  'GET /v1/profile/orders/:order_id/refund/:refund_request_id': { caller: 'customer' },
  'POST /v1/profile/orders/:order_id/refund/withdraw': { caller: 'customer', body: () => ({}) },
  'POST /v1/profile/orders/:order_id/hold': { caller: 'customer' },
  'POST /v1/profile/orders/:order_id/quote': {
    caller: 'customer',
    query: 'checkout_method=card&use_account_balance=false&currency=CAD&country=CA',
  },
  'GET /v1/profile/orders/:order_id/items': { caller: 'customer' },
  'POST /v1/profile/orders/:order_id/items': {
    caller: 'customer',
    body: (_, { ids }) => ({ type: 'event_option', source: ids.free_registration_id, quantity: 1 }),
  },
  'GET /v1/profile/orders/:order_id/items/:item_id': { caller: 'customer' },
  'DELETE /v1/profile/orders/:order_id/items/:item_id': { caller: 'customer' },
  'GET /v1/profile/orders/:order_id/items/:item_id/return': { caller: 'customer' },
  'POST /v1/profile/orders/:order_id/items/:item_id/return': { caller: 'customer', body: () => ({}) },
  'GET /v1/profile/orders/:order_id/discounts': { caller: 'customer' },
  'POST /v1/profile/orders/:order_id/discounts': { caller: 'customer', body: ({ code }) => ({ code }) },
  'DELETE /v1/profile/orders/:order_id/discounts/:discount_id': { caller: 'customer' },
  'GET /v1/profile/orders/:order_id/payments': { caller: 'customer' },
  'GET /v1/profile/orders/:order_id/payments/:payment_id': { caller: 'customer' },
  'POST /v1/profile/orders/:order_id/payments': {
    caller: 'customer',
    body: () => ({
      checkout_method: 'card',
      payment_source_id: 'pm_card_visa',
      use_account_balance: false,
      return_url: '/confirm-payment',
    }),
  },
  'POST /v1/profile/orders/:order_id/payments/:payment_id/confirm': { caller: 'customer' },
  'POST /v1/profile/orders/:order_id/instalments/pay': {
    caller: 'customer',
    body: (_, { ids }) => ({ payment_source_id: ids.source_id }),
  },
  'POST /v2/profile/orders': {
    caller: 'customer',
    body: ({ program_id }, { ids }) => ({
      program_id,
      customer_profile_id: ids.customer_profile_id,
      items: [{ source: ids.free_registration_id }],
    }),
  },
  'POST /v2/profile/orders/:order_id/quote': {
    caller: 'customer',
    body: () => ({ checkout_method: 'card', use_account_balance: false, currency: 'CAD', country: 'CA' }),
  },
  'POST /v2/profile/orders/:order_id/items': {
    caller: 'customer',
    body: (_, { ids }) => ({ source: ids.free_registration_id }),
  },
  'PUT /v2/profile/orders/:order_id/items/:item_id': { caller: 'customer', body: () => ({ quantity: 1 }) },
  'GET /v1/profile/programs/:program_id/payment_methods/consent': { caller: 'customer' },
  'POST /v1/profile/programs/:program_id/payment_methods/consent': {
    caller: 'customer',
    body: () => ({ version: 'b0c4f1a2d3e49586' }),
  },
  'DELETE /v1/profile/programs/:program_id/payment_methods/consent': { caller: 'customer' },
  'POST /v1/profile/programs/:program_id/payment_methods/setup': { caller: 'customer' },
  'POST /v1/profile/programs/:program_id/payment_methods/:source_id/attach': {
    caller: 'customer',
    body: () => ({ is_default: true }),
  },
  'POST /v1/profile/programs/:program_id/payment_methods/:source_id/detach': { caller: 'customer' },
  'POST /v1/profile/programs/:program_id/payment_methods/:source_id/set_default': { caller: 'customer' },
  'GET /v1/profile/privacy': { caller: 'customer' },
  'POST /v1/profile/export': { caller: 'customer', body: ({ program_id }) => ({ program_id }) },
  'DELETE /v1/profile/customer': { caller: 'customer', body: () => ({ password: 'x' }) },
  'POST /v1/profile/customer/restore': { caller: 'customer' },
  'GET /v1/profile/messages': { caller: 'customer' },
  'POST /v1/profile/messages': {
    caller: 'customer',
    body: (_, { ids }) => ({ order_id: ids.order_id, body: 'What should we bring?' }),
  },
  'GET /v1/profile/messages/:message_id': { caller: 'customer' },
  'POST /v1/profile/messages/:message_id/track': { caller: 'anyone', isEmpty: true },
  'GET /v1/organiser/programs/:program_id/today': { caller: 'organiser' },
  'PUT /v1/organiser/programs/:program_id/today/first_day': {
    caller: 'organiser',
    body: () => ({ place: 'skipped' }),
  },
  'GET /v1/organiser/programs/:program_id/team': { caller: 'organiser' },
  'POST /v1/organiser/programs/:program_id/team': {
    caller: 'organiser',
    body: () => ({ email: 'sam@example.com', first_name: 'Sam', last_name: 'Tremblay', role: 'owner' }),
  },
  'GET /v1/organiser/programs/:program_id/team/:staff_id': { caller: 'organiser' },
  'PUT /v1/organiser/programs/:program_id/team/:staff_id': { caller: 'organiser', body: () => ({ role: 'owner' }) },
  'DELETE /v1/organiser/programs/:program_id/team/:staff_id': { caller: 'organiser' },
  'POST /v1/organiser/programs/:program_id/team/:staff_id/resend': { caller: 'organiser' },
  'GET /v1/organiser/programs/:program_id/notices': { caller: 'organiser' },
  'PUT /v1/organiser/programs/:program_id/notices': { caller: 'organiser', body: () => ({ summary: false }) },
  'GET /v1/organiser/programs/:program_id/clients': { caller: 'organiser' },
  'POST /v1/organiser/programs/:program_id/clients': { caller: 'organiser', body: () => ({ name: 'Taken over' }) },
  'DELETE /v1/organiser/programs/:program_id/clients/:machine_client_id': { caller: 'organiser' },
  'POST /v1/organiser/admins': { caller: 'organiser', body: () => ({ email: 'sam@example.com' }) },
  'GET /v1/staff_invitations/:invite_code': { caller: 'anyone', isSecret: true },
  'POST /v1/staff_invitations/:invite_code/accept': { caller: 'anyone', isSecret: true },
  'POST /v1/staff_invitations/:invite_code/decline': { caller: 'anyone', isSecret: true },
  'GET /v1/organiser/programs/:program_id/messages': { caller: 'organiser' },
  'POST /v1/organiser/programs/:program_id/messages': {
    caller: 'organiser',
    body: (_, { ids }) => ({ contact_id: ids.contact_id, body: 'Taken over' }),
  },
  'GET /v1/organiser/programs/:program_id/messages/:message_id': { caller: 'organiser' },
  'POST /v1/organiser/programs/:program_id/messages/:message_id/close': { caller: 'organiser' },
  'POST /v1/organiser/programs/:program_id/messages/:message_id/assign': {
    caller: 'organiser',
    body: () => ({ staff_id: null }),
  },
  'POST /insights/events': { caller: 'anyone', body: () => ({ url: '/', type: 'purchase' }) },
  'POST /v1/support': {
    caller: 'anyone',
    body: () => ({ reporter_name: 'Ada', reporter_email: 'not an address', type: 'idea' }),
  },
  'GET /v1/profile/feedback/:feedback_id': { caller: 'anyone', query: 'rating=4', isSecret: true },
  'PUT /v1/profile/feedback/:feedback_id': { caller: 'anyone', body: () => ({ code: 'made-up', rating: 1 }) },
  'GET /v1/organiser/programs/:program_id/feedback': { caller: 'organiser' },
  'GET /v1/organiser/programs/:program_id/feedback/export': { caller: 'organiser' },
  'GET /v1/organiser/programs/:program_id': { caller: 'organiser' },
  'DELETE /v1/organiser/programs/:program_id': { caller: 'organiser', query: 'confirm=taken-over' },
  'PUT /v1/organiser/programs/:program_id': {
    caller: 'organiser',
    query: 'dry_run=true',
    body: ({ program_id }) => ({ program: program_id, name: 'Taken over' }),
  },
  'POST /v1/organiser/programs/:program_id/account_balance_entries': {
    caller: 'organiser',
    body: () => ({ email: 'ada@example.com', kind: 'gift', amount: 4000 }),
  },
  'GET /v1/organiser/programs/:program_id/account_balance_entries/:entry_id': { caller: 'organiser' },
  'GET /v1/organiser/programs/:program_id/settings': { caller: 'organiser' },
  'GET /v1/organiser/programs/:program_id/billing': { caller: 'organiser' },
  'PUT /v1/organiser/programs/:program_id/billing': { caller: 'organiser', body: () => ({ status: 'cancelled' }) },
  'PUT /v1/organiser/programs/:program_id/settings': { caller: 'organiser', body: () => ({ name: 'Taken over' }) },
  'POST /v1/organiser/programs/:program_id/events': {
    caller: 'organiser',
    body: () => ({ key: 'taken', type: 'camp', name: 'Taken over' }),
  },
  'GET /v1/organiser/programs/:program_id/events/:key': { caller: 'organiser' },
  'PUT /v1/organiser/programs/:program_id/events/:key': { caller: 'organiser', body: () => ({ name: 'Taken over' }) },
  'POST /v1/organiser/programs/:program_id/events/:key/copy': { caller: 'organiser', body: () => ({ key: 'taken' }) },
  'GET /v1/organiser/programs/:program_id/season': { caller: 'organiser' },
  'GET /v1/organiser/programs/:program_id/event_form': { caller: 'organiser' },
  'POST /v1/organiser/programs/:program_id/venues': {
    caller: 'organiser',
    body: () => ({ name: 'Taken over', address: { address_line_1: '1 Lake Rd', city: 'Toronto', country: 'CA' } }),
  },
  'POST /v1/organiser/programs/:program_id/pictures': {
    caller: 'organiser',
    body: () => ({ file: 'not multipart' }),
  },
  'POST /v1/organiser/programs/:program_id/questions': {
    caller: 'organiser',
    body: () => ({ title: 'Taken over?', type: 'yes_no' }),
  },
  'PUT /v1/organiser/programs/:program_id/questions/:key': {
    caller: 'organiser',
    body: () => ({ title: 'Taken over?', type: 'yes_no' }),
  },
  'DELETE /v1/organiser/programs/:program_id/questions/:key': { caller: 'organiser' },
  'POST /v1/organiser/programs/:program_id/season/copy': {
    caller: 'organiser',
    body: () => ({ events: ['taken'], shift: '+52w' }),
  },
  'POST /v1/organiser/programs/:program_id/season/sample': { caller: 'organiser' },
  'DELETE /v1/organiser/programs/:program_id/season/sample': { caller: 'organiser' },
  'POST /v1/organiser/programs/:program_id/events/archive': {
    caller: 'organiser',
    body: () => ({ events: ['taken'] }),
  },
  'POST /v1/organiser/programs/:program_id/events/publish': {
    caller: 'organiser',
    body: () => ({ events: ['taken'] }),
  },
  'POST /v1/organiser/programs/:program_id/events/unpublish': {
    caller: 'organiser',
    body: () => ({ events: ['taken'] }),
  },
  'POST /v1/organiser/programs/:program_id/events/:key/publish': { caller: 'organiser' },
  'POST /v1/organiser/programs/:program_id/events/:key/unpublish': { caller: 'organiser' },
  'POST /v1/organiser/programs/:program_id/events/:key/archive': { caller: 'organiser' },
  'POST /v1/profile/notifications/subscribe': {
    caller: 'anyone',
    body: ({ program_id }) => ({ program_id, token: 'made-up' }),
  },
  'POST /v1/profile/notifications/unsubscribe': {
    caller: 'anyone',
    body: ({ program_id }) => ({ program_id, token: 'made-up' }),
  },
  'GET /v1/organiser/programs/:program_id/campaigns': { caller: 'organiser' },
  'POST /v1/organiser/programs/:program_id/campaigns': {
    caller: 'organiser',
    body: () => ({ kind: 'newsletter', audience: 'subscribers', subject: 'Taken over', body: 'Hello' }),
  },
  'POST /v1/organiser/programs/:program_id/events/import': {
    caller: 'organiser',
    body: () => ({ file: 'not multipart' }),
  },
  'POST /v1/organiser/programs/:program_id/invites': {
    caller: 'organiser',
    body: () => ({ file: 'not multipart' }),
  },
  'GET /v1/organiser/programs/:program_id/campaigns/:campaign_id': { caller: 'organiser' },
  'GET /v1/organiser/programs/:program_id/campaigns/:campaign_id/preview': { caller: 'organiser' },
  'POST /v1/organiser/programs/:program_id/campaigns/:campaign_id/test': { caller: 'organiser' },
  'POST /v1/organiser/programs/:program_id/campaigns/:campaign_id/schedule': {
    caller: 'organiser',
    body: () => ({ send_at: '2030-08-05T09:00:00Z' }),
  },
  'POST /v1/organiser/programs/:program_id/campaigns/:campaign_id/send': { caller: 'organiser' },
  'POST /v1/organiser/programs/:program_id/campaigns/:campaign_id/cancel': { caller: 'organiser' },
  'GET /v1/roster': { caller: 'anyone', query: 'program_id=lakeside&token=made-up', isSecret: true },
  'POST /v1/roster': {
    caller: 'anyone',
    body: ({ program_id }) => ({ program_id, token: 'made-up', registration_id: 'reg_1', status: 'here' }),
  },
  'GET /v1/organiser/programs/:program_id/roster': { caller: 'organiser' },
  'POST /v1/organiser/programs/:program_id/roster_links': { caller: 'organiser', body: () => ({ roll: true }) },
  'POST /v1/organiser/programs/:program_id/registrations/:registration_id/check_in': {
    caller: 'organiser',
    body: () => ({ status: 'here' }),
  },
  'GET /v1/organiser/programs/:program_id/camps/:event_id': { caller: 'organiser' },
  'GET /v1/organiser/programs/:program_id/events/:key/sheet': { caller: 'organiser' },
  'GET /v1/organiser/programs/:program_id/events/:key/sheet/export': { caller: 'organiser' },
  'GET /v1/organiser/programs/:program_id/reports/sales': { caller: 'organiser' },
  'GET /v1/organiser/programs/:program_id/reports/due': { caller: 'organiser' },
  'GET /v1/organiser/programs/:program_id/reports/payouts': { caller: 'organiser' },
  'GET /v1/organiser/programs/:program_id/reports/attendance': { caller: 'organiser' },
  'GET /v1/organiser/programs/:program_id/reports/answers': { caller: 'organiser' },
  'GET /v1/organiser/programs/:program_id/events/:key/groups': { caller: 'organiser' },
  'POST /v1/organiser/programs/:program_id/events/:key/groups': {
    caller: 'organiser',
    body: () => ({ key: 'taken', name: 'Taken over' }),
  },
  'POST /v1/organiser/programs/:program_id/events/:key/groups/fill': {
    caller: 'organiser',
    body: () => ({}),
  },
  'GET /v1/organiser/programs/:program_id/events/:key/groups/:group_key': { caller: 'organiser' },
  'PUT /v1/organiser/programs/:program_id/events/:key/groups/:group_key': {
    caller: 'organiser',
    body: () => ({ name: 'Taken over' }),
  },
  'DELETE /v1/organiser/programs/:program_id/events/:key/groups/:group_key': { caller: 'organiser' },
  'PUT /v1/organiser/programs/:program_id/registrations/:registration_id/group': {
    caller: 'organiser',
    body: () => ({ group: 'taken' }),
  },
  'GET /v1/organiser/programs/:program_id/events/:key/registrations': { caller: 'organiser' },
  'GET /v1/organiser/programs/:program_id/events/:key/registrations/export': { caller: 'organiser' },
  'GET /v1/desk': { caller: 'anyone', query: 'program_id=lakeside&token=made-up', isSecret: true },
  'POST /v1/desk': {
    caller: 'anyone',
    body: ({ program_id }) => ({ program_id, token: 'made-up', decision: 'approve', decided_by: 'Eve' }),
  },
  'GET /v1/desk/conversation': { caller: 'anyone', query: 'program_id=lakeside&token=made-up', isSecret: true },
  'POST /v1/desk/conversation': {
    caller: 'anyone',
    body: ({ program_id }) => ({ program_id, token: 'made-up', body: 'Hello', sender_name: 'Eve' }),
  },
  'GET /v1/organiser/programs/:program_id/attendees': { caller: 'organiser' },
  'GET /v1/organiser/programs/:program_id/attendees/:program_attendee_id': { caller: 'organiser' },
  'POST /v1/organiser/programs/:program_id/attendees/:program_attendee_id/archive': {
    caller: 'organiser',
    body: () => ({}),
  },
  'POST /v1/organiser/programs/:program_id/attendees/:program_attendee_id/restore': { caller: 'organiser' },
  'GET /v1/organiser/programs/:program_id/events/:key/dates': { caller: 'organiser' },
  'POST /v1/organiser/programs/:program_id/events/:key/dates/:date/cancel': {
    caller: 'organiser',
    body: () => ({ text: 'The lake is closed.', return: 'none' }),
  },
  'POST /v1/organiser/programs/:program_id/events/:key/dates/:date/restore': { caller: 'organiser', body: () => ({}) },
  'GET /v1/organiser/programs/:program_id/people': { caller: 'organiser', query: 'search=tremblay' },
  'GET /v1/organiser/programs/:program_id/people/:customer_id': { caller: 'organiser' },
  'GET /v1/organiser/programs/:program_id/people/:customer_id/notes': { caller: 'organiser' },
  'POST /v1/organiser/programs/:program_id/people/:customer_id/notes': {
    caller: 'organiser',
    body: () => ({ text: 'Prefers mornings.' }),
  },
  'GET /v1/organiser/programs/:program_id/people/:customer_id/notes/:note_id': { caller: 'organiser' },
  'PUT /v1/organiser/programs/:program_id/people/:customer_id/notes/:note_id': {
    caller: 'organiser',
    body: () => ({ text: 'Prefers afternoons.' }),
  },
  'DELETE /v1/organiser/programs/:program_id/people/:customer_id/notes/:note_id': { caller: 'organiser' },
  'POST /v1/organiser/programs/:program_id/people/:customer_id/merge': {
    caller: 'organiser',
    body: () => ({ into: 'cus_unknown', dry_run: true }),
  },
  'POST /v1/organiser/programs/:program_id/people/:customer_id/merge/undo': { caller: 'organiser', body: () => ({}) },
  'GET /v1/organiser/programs/:program_id/people/:customer_id/privacy': { caller: 'organiser' },
  'POST /v1/organiser/programs/:program_id/people/:customer_id/export': {
    caller: 'organiser',
    body: () => ({ reason: 'Asked on the phone.' }),
  },
  'GET /v1/organiser/programs/:program_id/people/:customer_id/export/:export_id': { caller: 'organiser' },
  'POST /v1/organiser/programs/:program_id/people/:customer_id/erasure': {
    caller: 'organiser',
    body: () => ({ reason: 'Asked on the phone.' }),
  },
  'DELETE /v1/organiser/programs/:program_id/people/:customer_id/erasure': { caller: 'organiser' },
  'GET /v1/organiser/programs/:program_id/registrations/:registration_id/answers': { caller: 'organiser' },
  'GET /v1/organiser/programs/:program_id/registrations/:registration_id/waiver': { caller: 'organiser' },
  'GET /v1/organiser/programs/:program_id/registrations/:registration_id/history': { caller: 'organiser' },
  'GET /v1/organiser/programs/:program_id/registrations/:registration_id/health': { caller: 'organiser' },
  'GET /v1/organiser/programs/:program_id/health_reads': { caller: 'organiser' },
  'GET /v1/organiser/programs/:program_id/registrations': { caller: 'organiser' },
  'GET /v1/organiser/programs/:program_id/registrations/export': { caller: 'organiser' },
  'GET /v1/organiser/programs/:program_id/events/:key/waitlist': { caller: 'organiser' },
  'GET /v1/organiser/programs/:program_id/events/:key/waitlist/export': { caller: 'organiser' },
  'GET /v1/organiser/programs/:program_id/orders': { caller: 'organiser' },
  'GET /v1/organiser/programs/:program_id/orders/export': { caller: 'organiser' },
  'GET /v1/organiser/programs/:program_id/orders/:order_id/history': { caller: 'organiser' },
  'POST /v1/organiser/programs/:program_id/orders/:order_id/payments': {
    caller: 'organiser',
    body: () => ({ amount: 100 }),
  },
  'POST /v1/organiser/programs/:program_id/orders/:order_id/payments/:payment_id/correct': {
    caller: 'organiser',
    body: () => ({ amount: 100, reason: 'Typed the wrong amount' }),
  },
  'GET /v1/organiser/programs/:program_id/orders/:order_id/payments/:payment_id': { caller: 'organiser' },
  'POST /v1/organiser/programs/:program_id/registrations/:registration_id/cancel': {
    caller: 'organiser',
    body: () => ({}),
  },
  'POST /v1/organiser/programs/:program_id/registrations/:registration_id/undo': { caller: 'organiser' },
  'POST /v1/organiser/programs/:program_id/appointments/:registration_id/cancel': {
    caller: 'organiser',
    body: () => ({}),
  },
  'POST /v1/organiser/programs/:program_id/orders/:order_id/cancel': { caller: 'organiser', body: () => ({}) },
  'POST /v1/organiser/programs/:program_id/orders/:order_id/charges': {
    caller: 'organiser',
    body: () => ({ product: 'Late pick-up', amount: 2000, note: 'Monday', dry_run: true }),
  },
  'POST /v1/organiser/programs/:program_id/people/:customer_id/charges': {
    caller: 'organiser',
    body: () => ({ product: 'Broken canoe', amount: 2000, note: 'A hole', dry_run: true }),
  },
  'GET /v1/organiser/programs/:program_id/orders/:order_id/charge': { caller: 'organiser' },
  'POST /v1/organiser/programs/:program_id/bookings': {
    caller: 'organiser',
    body: () => ({
      ...{ customer: { id: 'cus_unknown' }, paid_by: 'cash', event_id: 'evt_unknown', dry_run: true },
      people: [{ attendee_id: 'att_unknown', option_id: 'opt_unknown' }],
    }),
  },
  'GET /v1/organiser/programs/:program_id/bookings/:order_id': { caller: 'organiser' },
  'GET /v1/organiser/programs/:program_id/bookings/:order_id/link': { caller: 'organiser' },
  'POST /v1/organiser/programs/:program_id/registrations/:registration_id/move': {
    caller: 'organiser',
    body: () => ({ dry_run: true }),
  },
  'PUT /v1/organiser/programs/:program_id/registrations/:registration_id': { caller: 'organiser', body: () => ({}) },
  'PUT /v1/organiser/programs/:program_id/registrations/:registration_id/answers': {
    caller: 'organiser',
    body: () => ({ form_response: { answers: [] } }),
  },
  'POST /v1/organiser/programs/:program_id/orders/:order_id/refund': {
    caller: 'organiser',
    body: () => ({ amount: 100, reason: 'A kind word' }),
  },
  'GET /v1/organiser/programs/:program_id/orders/:order_id/refunds/:refund_id': { caller: 'organiser' },
  'GET /v1/organiser/programs/:program_id/refund_requests': { caller: 'organiser' },
  'GET /v1/organiser/programs/:program_id/refund_requests/export': { caller: 'organiser' },
  'POST /v1/organiser/programs/:program_id/refund_requests/:refund_request_id/approve': {
    caller: 'organiser',
    body: () => ({}),
  },
  'POST /v1/organiser/programs/:program_id/refund_requests/:refund_request_id/decline': {
    caller: 'organiser',
    body: () => ({ text: 'No.' }),
  },
  'GET /v1/organiser/programs/:program_id/support_reports': { caller: 'organiser' },
  'GET /v1/organiser/programs/:program_id/support_reports/:reference': { caller: 'organiser' },
  'PUT /v1/organiser/programs/:program_id/support_reports/:reference': {
    caller: 'organiser',
    body: () => ({ status: 'closed' }),
  },
  'GET /v1/organiser/support_reports': { caller: 'organiser' },
  'GET /v1/organiser/support_reports/:reference': { caller: 'organiser' },
  'PUT /v1/organiser/support_reports/:reference': { caller: 'organiser', body: () => ({ status: 'closed' }) },
  'POST /v1/organiser/programs/:program_id/events/:key/cancel': {
    caller: 'organiser',
    body: () => ({ text: 'Taken over' }),
  },
}

const routes = [
  ...new Set(
    api.routes
      .filter(({ method, path }) => method !== 'ALL' && !path.includes('*'))
      .map(({ method, path }) => `${method} ${path}`),
  ),
]
// Routes that both versions of an order share have one row.
for (const [route, row] of Object.entries(matrix)) {
  const inVersion2 = route.replace(' /v1/profile/orders', ' /v2/profile/orders')
  if (routes.includes(inVersion2)) matrix[inVersion2] ??= row
}
const rowsBy = (caller: Row['caller']) =>
  Object.entries(matrix).filter(([route, row]) => row.caller === caller && routes.includes(route))
const owned = (route: string) =>
  [...route.matchAll(/:(\w+)/g)]
    .map(([, name]) => name as string)
    .filter((name) => !['program_id', 'event_id', 'option_id'].includes(name)) as IdName[]
const otherClient = 'neighbour:neighbour-secret-of-32-characters:another-program'

let bench: Bench
let world: World
beforeAll(async () => {
  bench = await openBench()
  world = await familyWorld(bench)
})

/** The sentence of an error is not compared, because it contains the path. */
const words: unique symbol = Symbol('said')

/** A response without the parts that may differ: time, URL and request number. */
async function seen(answer: Response) {
  const text = await answer.text()
  const body = text === '' ? null : (JSON.parse(text) as Record<string, unknown>)
  const headers = Object.fromEntries(
    [...answer.headers].filter(([name]) => !['x-request-id', 'date', 'content-length', 'etag'].includes(name)),
  )
  if (body && 'timestamp' in body) {
    body.timestamp = ''
    body.path = ''
  }
  return Object.defineProperty({ status: answer.status, headers, body }, words, { value: text }) as {
    status: number
    headers: Record<string, string>
    body: typeof body
    [words]: string
  }
}

type RoleMatrixInput = {
  ids?: Partial<Record<string, string>>
  bodyOf?: Family
  headers?: Record<string, string>
  db?: D1Database
}

/** Makes a call with path ids from `ids` and the body that the family would send. */
async function request(route: string, { ids = {}, bodyOf, headers = {}, db }: RoleMatrixInput) {
  const [method = '', path = ''] = route.split(' ')
  const row = matrix[route]
  const pathIds: Record<string, string> = {
    program_id: world.program_id,
    event_id: world.event_id,
    option_id: path.includes('appointment') ? world.appointment_option_id : world.option_id,
    appointment_type_id: world.appointment_type_id,
    session_package_id: world.session_package_id,
    ...world.store,
    ...ids,
  }
  const address = `${path}${row?.query ? `?${row.query}` : ''}`.replaceAll(
    /:([a-z]\w+)/g,
    (_, name: string) => pathIds[name] ?? `missing_${name}`,
  )
  const body = row?.body && bodyOf ? JSON.stringify(row.body(world, bodyOf)) : undefined
  const init = {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body }),
  }
  return seen(await bench.call(address, init, db))
}

/** A family in a copy of the database. Where the database cannot be copied, it is another family. */
async function asMade(family: Family): Promise<{ family: Family; db?: D1Database }> {
  if ('copy' in bench.bareDb) return { family, db: recorded((bench.bareDb as MemoryD1).copy()) }
  return { family: await makeFamily(bench, world) }
}

const missing = (route: string) =>
  Object.fromEntries(
    owned(route).map((name) => [
      name,
      `${{ address_id: 'adr', contact_id: 'cup', attendee_id: 'att', program_attendee_id: 'pap', registration_id: 'reg', order_id: 'ord', item_id: 'itm', discount_id: 'dis', payment_id: 'pay', source_id: 'pm', refund_request_id: 'rfr', session_id: 'ses', passkey_id: 'psk', endpoint: 'psb', file_id: 'file', notification_id: 'ntf', message_id: 'msg', membership_id: 'mem' }[name as string]}_00000000000000000000000000000000`,
    ]),
  )
/**
 * The ids that a call needs. Some calls take the registration of an appointment, others a registration on a waitlist.
 */
const ofWaitlist = /\/registrations\/:registration_id\/(?:waitlist|claim|decline)$/
const idsFor = (route: string, { ids }: Family) =>
  ofWaitlist.test(route)
    ? { ...ids, registration_id: ids.waiting_registration_id }
    : route.includes('/appointments/')
      ? { ...ids, registration_id: ids.appointment_registration_id }
      : ids
const only = (ids: Record<string, string>, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, ids[name] as string]))

describe('S-2: the role matrix', () => {
  it('every call has one row', () => {
    expect(Object.keys(matrix).sort()).toEqual([...routes].sort())
  })

  it.each(rowsBy('customer'))('%s: a visitor is asked to log in whether the object exists or not', async (route) => {
    const mine = await request(route, { ids: idsFor(route, world.owner), bodyOf: world.owner })
    const none = await request(route, { ids: missing(route), bodyOf: world.owner })
    expect([mine.status, mine.body?.type]).toEqual([401, 'not_authenticated'])
    expect(none).toEqual(mine)
  })

  it.each(rowsBy('customer'))('%s: an organisation’s credentials are not those of a customer', async (route) => {
    const answer = await request(route, {
      ids: world.owner.ids,
      bodyOf: world.owner,
      headers: { Authorization: `Basic ${btoa('bench:bench-secret-of-32-characters-x')}` },
    })
    expect(answer.status).toBe(401)
  })

  it.each(rowsBy('customer').filter(([route]) => owned(route).length > 0))(
    'I-01, I-02, I-03, I-04: %s: another family’s object looks exactly like a missing one',
    async (route) => {
      const { person, ids } = world.other
      const theirs = await request(route, {
        ids: only(idsFor(route, world.owner), owned(route)),
        bodyOf: world.other,
        headers: person.headers,
      })
      const none = await request(route, { ids: missing(route), bodyOf: world.other, headers: person.headers })
      expect([theirs.status, theirs.body?.type]).toEqual([404, 'not_found'])
      expect(theirs).toEqual(none)
      const [parent, child] = owned(route)
      if (!parent || !child) return
      const nested = await request(route, {
        ids: { ...only(ids, [parent]), ...only(world.owner.ids, [child]) },
        bodyOf: world.other,
        headers: person.headers,
      })
      const nestedNone = await request(route, {
        ids: { ...only(ids, [parent]), ...only(missing(route) as Record<string, string>, [child]) },
        bodyOf: world.other,
        headers: person.headers,
      })
      // For an order in payment the API reports the payment first, for any child.
      expect([404, 409]).toContain(nested.status)
      expect(nested).toEqual(nestedNone)
    },
  )

  it.each(rowsBy('customer').filter(([route, row]) => row.body !== undefined && !/\/(?:verify|logout)$/.test(route)))(
    "I-05: %s: another family's id in the body is like an unknown one",
    async (route, row) => {
      const sent = row.body?.(world, world.other) ?? {}
      const own = row.body?.(world, world.owner) ?? {}
      for (const name of Object.keys(sent).filter((each) => JSON.stringify(sent[each]) !== JSON.stringify(own[each]))) {
        const swapped = await askWith(route, { ...sent, [name]: own[name] })
        const madeUp = await askWith(route, {
          ...sent,
          [name]: JSON.parse(
            JSON.stringify(own[name]).replaceAll(/"(\w{2,4}_)\w+"/g, '"$100000000000000000000000000000000"'),
          ),
        })
        expect([400, 404, 409, 422]).toContain(swapped.status)
        expect({ route, name, ...swapped }).toEqual({ route, name, ...madeUp })
      }
    },
  )

  it.each(rowsBy('customer').filter(([route]) => route.startsWith('GET')))(
    'I-15: %s: the response has nothing of another family',
    async (route) => {
      const answer = await request(route, { ids: idsFor(route, world.other), headers: world.other.person.headers })
      const secrets = [
        ...Object.values(world.owner.ids),
        world.owner.person.email,
        ...Object.values(world.owner.person.identity),
      ]
      expect(secrets.filter((secret) => answer[words].includes(secret))).toEqual([])
    },
  )

  it.each(rowsBy('customer').filter(([route]) => route.startsWith('GET')))(
    '%s: the owner gets a response',
    async (route) => {
      const answer = await request(route, { ids: idsFor(route, world.owner), headers: world.owner.person.headers })
      expect(answer.status).toBe(200)
    },
  )

  describe('a family that has changed nothing yet', () => {
    let fresh: Family
    beforeAll(async () => {
      fresh = await makeFamily(bench, world)
    })

    it.each(
      rowsBy('customer').filter(([route]) => !route.startsWith('GET') && !/\/(?:verify|logout|reverify)$/.test(route)),
    )('%s: its owner is not sent away', async (route) => {
      const { family, db } = await asMade(fresh)
      const input = { ids: idsFor(route, family), bodyOf: family, headers: family.person.headers }
      const answer = await request(route, { ...input, ...(db ? { db } : {}) })
      expect([401, 403, 404, 405, 500, 503]).not.toContain(answer.status)
    })
  })

  it.each(rowsBy('anyone'))('%s: a public call reveals nothing about a family', async (route, row) => {
    const answer = await request(route, { bodyOf: world.owner })
    const signedIn = await request(route, { bodyOf: world.owner, headers: world.owner.person.headers })
    if (!row.body) expect(answer.status).toBe(row.isSecret ? 404 : row.isRedirect ? 303 : row.isEmpty ? 204 : 200)
    expect(answer.status).toBeLessThan(500)
    expect(
      [...Object.values(world.owner.ids), world.owner.person.email].filter(
        (secret) => answer[words].includes(secret) || signedIn[words].includes(secret),
      ),
    ).toEqual([])
  })

  it.each(rowsBy('anyone').filter(([route]) => /:(?:recovery_id|invite_code)/.test(route)))(
    'A-10: %s: a nearly correct key looks exactly like a forged one',
    async (route) => {
      const { person, ids } = world.owner
      await bench.call('/v1/recovery', person.json({ email: person.email, program_id: world.program_id }))
      const [recovery] = (
        await bench.bareDb
          .prepare('SELECT id FROM recoveries WHERE user_id = ?')
          .bind(person.identity.user_id)
          .all<{ id: string }>()
      ).results
      const code = newInviteCode(bench.env, ids.invitation_id)
      const keysOf = (end: string) => ({
        recovery_id: `${recovery?.id}${'A'.repeat(42)}${end}`,
        invite_code: `${code.slice(0, -1)}${end}`,
      })
      const madeUp = { recovery_id: `rec_${'0'.repeat(32)}${'A'.repeat(43)}`, invite_code: 'A'.repeat(43) }
      const none = await request(route, { ids: madeUp, bodyOf: world.owner })
      expect([none.status, none.body?.type]).toEqual([404, 'not_found'])
      for (const end of ['-', '_'])
        expect(await request(route, { ids: keysOf(end), bodyOf: world.owner })).toEqual(none)
      const byId = { recovery_id: recovery?.id ?? '', invite_code: ids.invitation_id }
      expect(await request(route, { ids: byId, bodyOf: world.owner })).toEqual(none)
    },
  )

  it.each(rowsBy('organiser'))(
    'I-13: %s: a visitor, a customer and another organisation learn nothing',
    async (route) => {
      bench.env.ORGANISER_CLIENTS = `${benchSecrets.ORGANISER_CLIENTS},${otherClient}`
      const basic = (client: string) => ({ Authorization: `Basic ${btoa(client)}` })
      expect((await request(route, { bodyOf: world.owner })).status).toBe(401)
      expect((await request(route, { bodyOf: world.owner, headers: world.owner.person.headers })).status).toBe(404)
      expect(
        (await request(route, { bodyOf: world.owner, headers: basic('neighbour:a-wrong-secret-of-32-characters') }))
          .status,
      ).toBe(401)
      const theirs = await request(route, {
        bodyOf: world.owner,
        headers: basic(otherClient.split(':').slice(0, 2).join(':')),
      })
      const none = await request(route, {
        ids: { program_id: 'no-such-program' },
        bodyOf: world.owner,
        headers: basic(otherClient.split(':').slice(0, 2).join(':')),
      })
      expect(theirs.status).toBe(404)
      expect(theirs).toEqual(none)
    },
  )
})

describe('B5: a client that acts for a customer in one program', () => {
  /** One person has every object in two programs, and allowed a client the first program. */
  let person: Person
  let here: Family
  let there: Family
  let elsewhere: World
  let client: { session_id: string; headers: Record<string, string> }
  beforeAll(async () => {
    elsewhere = await familyWorld(bench)
    person = await makeCustomer(bench, { programIds: [world.program_id, elsewhere.program_id] })
    here = await makeFamily(bench, world, person)
    there = await makeFamily(bench, elsewhere, person)
    client = await delegateTo(bench, person, { program_id: world.program_id, scopes: [...scopes] })
    // The family's child is registered in both programs, in different weeks.
    const later = await makeEvent(bench, { programId: elsewhere.program_id, startsAt: bench.now() + 60 * 86_400_000 })
    const path = `/v1/profile/programs/${elsewhere.program_id}/attendees`
    const joined = await bench.call(path, person.json({ attendee_id: here.ids.attendee_id }))
    const booked = await bench.call(
      '/v1/profile/registrations',
      person.json({
        event_id: later.event_id,
        option_id: later.option_ids[0],
        customer_profile_id: there.ids.customer_profile_id,
        attendee_profile_id: ((await joined.json()) as { id: string }).id,
      }),
    )
    expect([joined.status, booked.status]).toEqual([201, 201])
  })
  /** The account has these objects once, for all programs. */
  const ofAccount = ['address_id', 'invitation_id', 'member_id', 'session_id', 'passkey_id', 'endpoint', 'file_id']
  const idsOfProgram = (family: Family) =>
    Object.fromEntries(Object.entries(idsOf(family)).filter(([name]) => !ofAccount.includes(name)))
  const idsOf = (family: Family): Record<string, string> => family.ids
  const mayBeAllowed = (route: string) => !['never', null].includes(scopeFor(route))
  const customerRows = rowsBy('customer')
  const allowed = customerRows.filter(([route]) => mayBeAllowed(route))
  const refusedScope = [403, 'insufficient_scope']
  const typeOf = ({ status, body }: Awaited<ReturnType<typeof request>>) => [status, body?.type]

  it('every call of a customer has a row in the table of scopes, and every row a call', () => {
    expect(customerRows.map(([route]) => route).filter((route) => scopeFor(route) === null)).toEqual([])
    expect(callsWithRow.filter((route) => !routes.includes(route))).toEqual([])
  })

  it.each(allowed.filter(([route]) => route.startsWith('GET')))(
    '%s responds to the client with nothing of another program',
    async (route) => {
      const answer = await request(route, { ids: idsFor(route, here), headers: client.headers })
      expect(answer.status, answer[words]).toBe(200)
      const secrets = [...Object.values(idsOfProgram(there)), elsewhere.program_id, elsewhere.event_id]
      expect(secrets.filter((secret) => answer[words].includes(secret))).toEqual([])
    },
  )

  it.each(customerRows)('%s needs its scope, and is the customer’s own without one', async (route) => {
    const needed = scopeFor(route)
    const others = scopes.filter((scope) => scope !== needed)
    if (needed === 'any') return
    const { headers } = await delegateTo(bench, person, { program_id: world.program_id, scopes: others })
    const answer = await request(route, { ids: idsFor(route, here), bodyOf: here, headers })
    expect(typeOf(answer)).toEqual(refusedScope)
    expect(answer.headers['www-authenticate']).toBe(
      `Bearer error="insufficient_scope"${needed === 'never' ? '' : `, scope="${needed}"`}`,
    )
  })

  it.each(allowed.filter(([route]) => owned(route).some((name) => !ofAccount.includes(name))))(
    '%s: an object of the customer in another program looks exactly like a missing one',
    async (route) => {
      const { headers } = client
      const theirs = await request(route, { ids: idsFor(route, there), bodyOf: here, headers })
      const none = await request(route, { ids: missing(route), bodyOf: here, headers })
      expect(typeOf(theirs)).toEqual([404, 'not_found'])
      expect(theirs).toEqual(none)
    },
  )

  it.each(allowed.filter(([route]) => route.includes(':program_id')))(
    '%s: the other program looks like a missing one',
    async (route) => {
      const ids = { ...idsFor(route, there), program_id: elsewhere.program_id }
      expect(typeOf(await request(route, { ids, bodyOf: there, headers: client.headers }))).toEqual([404, 'not_found'])
    },
  )

  it.each(allowed.filter(([, row]) => row.body !== undefined))(
    '%s: an id of another program in the body is not found',
    async (route, row) => {
      const own = row.body?.(world, here) ?? {}
      const foreign = row.body?.(elsewhere, there) ?? {}
      const names = Object.keys(own).filter((name) => JSON.stringify(own[name]) !== JSON.stringify(foreign[name]))
      for (const name of names.filter((each) => each !== 'code')) {
        const [method = ''] = route.split(' ')
        const ids: Record<string, string> = { program_id: world.program_id, ...idsFor(route, here) }
        const answer = await bench.call(
          (route.split(' ')[1] ?? '').replaceAll(/:([a-z]\w+)/g, (_, each: string) => ids[each] ?? ''),
          {
            method,
            headers: { ...client.headers, 'Content-Type': 'application/json' },
            body: JSON.stringify({ ...own, [name]: foreign[name] }),
          },
        )
        expect({ name, status: answer.status }).toEqual({ name, status: 404 })
      }
    },
  )

  it.each(['GET /v1/profile/orders', 'GET /v1/profile/registrations', 'GET /v1/profile/messages'])(
    '%s: the client’s list of another program is not found',
    async (route) => {
      const path = `${route.split(' ')[1]}?program_id=${elsewhere.program_id}`
      expect((await bench.call(path, { headers: client.headers })).status).toBe(404)
      const own = await bench.call(path.replace(elsewhere.program_id, world.program_id), { headers: client.headers })
      expect(((await own.json()) as { total: number }).total).toBeGreaterThan(0)
    },
  )

  it('a person whom the customer archived, or who left the program, is not found', async () => {
    const [archived, left] = [
      await makeAttendee(bench, person, { programId: world.program_id }),
      await makeAttendee(bench, person, { programId: world.program_id }),
    ]
    await bench.bareDb
      .prepare('UPDATE relations SET archived_at = 1 WHERE attendee_id = ?')
      .bind(archived.attendee_id)
      .run()
    await bench.bareDb
      .prepare("UPDATE attendee_profiles SET status = 'disconnected', step = step + 1 WHERE attendee_id = ?")
      .bind(left.attendee_id)
      .run()
    for (const id of [archived.attendee_id, left.attendee_id]) {
      const one = await bench.call(`/v1/profile/attendees/${id}`, { headers: client.headers })
      const list = await bench.call('/v1/profile/attendees?limit=100', { headers: client.headers })
      const hidden = await bench.call('/v1/profile/attendees?limit=100&is_archived=true', { headers: client.headers })
      expect([one.status, (await list.text()).includes(id), (await hidden.text()).includes(id)]).toEqual([
        404,
        false,
        false,
      ])
    }
  })

  it('a person whom the client adds belongs to the program of the client', async () => {
    const made = await bench.call('/v1/profile/attendees', {
      method: 'POST',
      headers: { ...client.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ first_name: 'Ines', last_name: 'Roy', relations: [{ relation: 'parent' }] }),
    })
    expect(made.status, await made.clone().text()).toBe(201)
    const { profiles } = (await made.json()) as { profiles: { program_id: string }[] }
    expect(profiles.map(({ program_id }) => program_id)).toEqual([world.program_id])
  })

  it('a client that may not pay sees no cards', async () => {
    const { headers } = await delegateTo(bench, person, { program_id: world.program_id, scopes: ['profile'] })
    const path = `/v1/profile/programs/${world.program_id}`
    const cards = async (by: Record<string, string>) =>
      ((await (await bench.call(path, { headers: by })).json()) as { sources: unknown[] }).sources.length
    expect([await cards(headers), await cards(client.headers)]).toEqual([0, expect.toSatisfy((n) => n > 0)])
  })

  it.each(customerRows)('%s: a client whose session the customer ended is signed out', async (route) => {
    const ended = await delegateTo(bench, person, { program_id: world.program_id, scopes: [...scopes] })
    await bench.bareDb.prepare('UPDATE sessions SET ended_at = 1 WHERE id = ?').bind(ended.session_id).run()
    const answer = await request(route, { ids: idsFor(route, here), bodyOf: here, headers: ended.headers })
    expect(typeOf(answer)).toEqual([401, 'not_authenticated'])
  })

  it('a client that was removed from the site or from this program is signed out', async () => {
    const read = () => bench.call('/v1/profile', { headers: client.headers })
    const before = bench.env.ORGANISER_CLIENTS
    expect((await read()).status).toBe(200)
    for (const clients of ['', before.replace(/(bench:[^:]*):\*/, `$1:${elsewhere.program_id}`)]) {
      bench.env.ORGANISER_CLIENTS = clients
      expect((await read()).status).toBe(401)
    }
    bench.env.ORGANISER_CLIENTS = before
    expect((await read()).status).toBe(200)
  })
})

describe('B1, B2: a reader without access to a child', () => {
  /** Values that the mother wrote after the other adult was removed, or after the child left the program. */
  const secrets = [
    'Zephyrine',
    'Quillfeather',
    '4165550777',
    'zeph@example.com',
    'Wilhelmina',
    '4165550778',
    'wil@example.com',
    // The last characters of the card. The ids in a response are hexadecimal, so digits could be in one by chance.
    'QXWZ',
    '2016-02-03',
  ]
  const changed = {
    first_name: 'Zephyrine',
    last_name: 'Quillfeather',
    phone: '+14165550777',
    email: 'zeph@example.com',
    date_of_birth: '2016-02-03',
    parent_name: 'Wilhelmina',
    emergency_contact_phone: '+14165550778',
    emergency_contact_email: 'wil@example.com',
    health_card_number: '123456QXWZ',
    medical_history: 'Bees: Zephyrine',
  }
  let removed: Family
  let mother: Person
  let invited: Person
  let children: string[]
  const put = async (person: Person, path: string, body: unknown) => {
    const answer = await bench.call(path, { ...person.json(body), method: 'PUT' })
    expect(answer.status, await answer.clone().text()).toBe(200)
  }
  beforeAll(async () => {
    removed = await makeFamily(bench, world)
    await moreOfChild(removed)
    mother = await makeCustomer(bench, { programIds: [world.program_id] })
    invited = await makeCustomer(bench)
    const { results } = await bench.bareDb
      .prepare("SELECT attendee_id FROM relations WHERE customer_id = ? AND relation <> 'self'")
      .bind(removed.person.identity.customer_id)
      .all<{ attendee_id: string }>()
    children = results.map(({ attendee_id }) => attendee_id)
    for (const id of children) {
      await bench.bareDb
        .prepare(
          `INSERT INTO relations (customer_id, attendee_id, relation, rights, created) VALUES (?, ?, 'parent', '["view","register","pay","medical","pickup","manage"]', 1)`,
        )
        .bind(mother.identity.customer_id, id)
        .run()
      const path = `/v1/profile/attendees/${id}`
      const gone = await bench.call(`${path}/members/${removed.person.identity.customer_id}`, {
        ...mother.json({}),
        method: 'DELETE',
      })
      expect(gone.status, await gone.clone().text()).toBe(200)
      await put(mother, path, changed)
    }
    const sent = await bench.call(
      '/v1/profile/invitations',
      mother.json({
        program_id: world.program_id,
        attendee_ids: children,
        email: invited.email,
        first_name: 'Daniel',
        last_name: 'Okafor',
        relation: 'parent',
      }),
    )
    expect(sent.status).toBe(201)
  })
  /** Other objects that show the name of a child: a membership, feedback and a notification. */
  async function moreOfChild({ person, ids }: Family) {
    const bought = await bench.call(
      `/v1/profile/programs/${world.program_id}/memberships`,
      person.json({
        package_id: world.membership_package_id,
        customer_profile_id: ids.customer_profile_id,
        attendee_profile_id: ids.attendee_profile_id,
        default_payment_method: 'pm_card_visa',
      }),
    )
    expect(bought.status, await bought.clone().text()).toBe(201)
    const at = bench.now()
    await database(bench.env.DB)
      .insert(feedback)
      .values({
        ...{ id: `fbk_${ids.registration_id}`, program_id: world.program_id, registration_id: ids.registration_id },
        ...{ customer_id: person.identity.customer_id, occasion: 'end', occasion_starts_at: at, occasion_ends_at: at },
        ...{
          code_hash: ids.registration_id.padEnd(64, 'x'),
          status: 'issued' as const,
          expires_at: at + 86_400_000,
          created: at,
          updated: at,
        },
      })
    await makeNotification(bench, person, {
      ...{ program_id: world.program_id, order_id: ids.order_id, reason: 'registration_confirmed' },
    })
  }
  const told = (text: string) => secrets.filter((secret) => text.includes(secret))

  it.each(rowsBy('customer').filter(([route]) => route.startsWith('GET')))(
    '%s shows a removed adult no later change',
    async (route) => {
      const answer = await request(route, { ids: idsFor(route, removed), headers: removed.person.headers })
      expect([200, 403, 404]).toContain(answer.status)
      expect(told(answer[words])).toEqual([])
    },
  )

  it.each([
    'registrations/:registration_id',
    'appointments/:registration_id',
    'registrations',
    'programs/:program_id/memberships',
  ])('GET %s shows a removed adult the names as at booking', async (path) => {
    const answer = await request(`GET /v1/profile/${path}`, {
      ids: idsFor(`/${path}`, removed),
      headers: removed.person.headers,
    })
    expect(answer.status).toBe(200)
    expect(answer[words]).toContain(path.includes('appointments') ? '"Léo"' : '"Maya"')
    if (path !== 'feedback') expect(answer[words]).toContain('"last_name":"Roy"')
  })

  it.each(
    rowsBy('customer').filter(
      ([route]) => !route.startsWith('GET') && !/\/(?:logout|verify|reverify|password|email|sessions\S*)$/.test(route),
    ),
  )('%s shows a removed adult no later change', async (route) => {
    const answer = await request(route, {
      ids: idsFor(route, removed),
      bodyOf: removed,
      headers: removed.person.headers,
    })
    expect(answer.status).toBeLessThan(500)
    expect(told(answer[words])).toEqual([])
  })

  it.each(rowsBy('customer').filter(([route]) => route.startsWith('GET')))(
    '%s shows nothing of the child to an invited adult who has not accepted',
    async (route) => {
      const answer = await request(route, { ids: idsFor(route, removed), headers: invited.headers })
      // An error repeats the path of its request.
      const ids = answer.status === 200 ? children.filter((id) => answer[words].includes(id)) : []
      // The former adult's own invitation is still open, and has the ids of the invited children.
      expect([told(answer[words]), ids]).toEqual([[], route === 'GET /v1/profile' ? children : []])
    },
  )

  it.each(rowsBy('organiser').filter(([route]) => route.startsWith('GET')))(
    '%s shows nothing to a client whose credentials have ended',
    async (route) => {
      const ended = { Authorization: `Basic ${btoa('ended:ended-secret-of-32-characters-xxxx')}` }
      bench.env.ORGANISER_CLIENTS = `${benchSecrets.ORGANISER_CLIENTS},ended:ended-secret-of-32-characters-xxxx`
      expect((await request(route, { headers: ended })).status).not.toBe(401)
      bench.env.ORGANISER_CLIENTS = benchSecrets.ORGANISER_CLIENTS
      const answer = await request(route, { headers: ended })
      expect([answer.status, told(answer[words])]).toEqual([401, []])
    },
  )

  describe('a client of a program that the child has left', () => {
    let family: Family
    let client: { headers: Record<string, string> }
    beforeAll(async () => {
      family = await makeFamily(bench, world)
      await moreOfChild(family)
      client = await delegateTo(bench, family.person, { program_id: world.program_id, scopes: [...scopes] })
      const { results } = await bench.bareDb
        .prepare("SELECT attendee_id FROM relations WHERE customer_id = ? AND relation <> 'self'")
        .bind(family.person.identity.customer_id)
        .all<{ attendee_id: string }>()
      expect(results.length).toBeGreaterThan(0)
      for (const { attendee_id } of results) {
        await bench.bareDb
          .prepare("UPDATE attendee_profiles SET status = 'disconnected', step = step + 1 WHERE attendee_id = ?")
          .bind(attendee_id)
          .run()
        await put(family.person, `/v1/profile/attendees/${attendee_id}`, changed)
      }
    })

    it.each(rowsBy('customer').filter(([route]) => !['never', null].includes(scopeFor(route))))(
      '%s shows the client no later change',
      async (route) => {
        // The client may end its session only at the end.
        if (route.endsWith('/logout')) return
        const answer = await request(route, {
          ids: idsFor(route, family),
          bodyOf: family,
          headers: client.headers,
        })
        expect(answer.status).toBeLessThan(500)
        expect(told(answer[words])).toEqual([])
      },
    )

    it.each(['registrations/:registration_id', 'registrations', 'programs/:program_id/memberships'])(
      'GET %s shows the client the names of the day of leaving, and the family the current ones',
      async (path) => {
        const read = (headers: Record<string, string>) =>
          request(`GET /v1/profile/${path}`, { ids: idsFor(`/${path}`, family), headers })
        const [seenByClient, seenByFamily] = [await read(client.headers), await read(family.person.headers)]
        expect([seenByClient.status, seenByFamily.status]).toEqual([200, 200])
        expect(seenByClient[words]).toContain('"Maya"')
        expect(told(seenByFamily[words])).toContain('Zephyrine')
      },
    )
  })

  describe('an organisation whose program the child has left', () => {
    const staff = { Authorization: `Basic ${btoa('bench:bench-secret-of-32-characters-x')}` }
    let profile: string
    let key: string
    beforeAll(async () => {
      const { event_id, option_ids } = await makeEvent(bench, { programId: world.program_id })
      const child = await makeAttendee(bench, mother, {
        programId: world.program_id,
        firstName: 'Ida',
        bornOn: '2015-04-05',
      })
      profile = child.attendee_profile_id
      await makePlace(bench, mother, {
        programId: world.program_id,
        event_id,
        option_id: option_ids[0],
        ...child,
        status: 'attended',
      })
      await bench.bareDb
        .prepare('UPDATE events SET starts_at = ?1, ends_at = ?1 + 3600000 WHERE id = ?2')
        .bind(bench.now() - 20 * 3_600_000, event_id)
        .run()
      const [event] = (
        await bench.bareDb.prepare('SELECT key FROM events WHERE id = ?').bind(event_id).all<{ key: string }>()
      ).results
      key = event?.key ?? ''
      const left = await bench.call(
        `/v1/profile/programs/${world.program_id}/attendees/${profile}/disconnect`,
        mother.json({}),
      )
      expect(left.status, await left.clone().text()).toBe(200)
      await put(mother, `/v1/profile/attendees/${child.attendee_id}`, changed)
      await put(mother, `/v1/profile/attendees/${children[0]}`, { ...changed, first_name: 'Maya', last_name: 'Roy' })
    })
    const day = () => new Date(bench.now() - 20 * 3_600_000).toISOString().slice(0, 10)

    it.each([
      'attendees?status=disconnected&limit=100',
      'attendees/:profile',
      'registrations?all=true&attendee_profile_id=:profile',
      'registrations/export?all=true&attendee_profile_id=:profile',
      'events/:key/registrations?all=true',
      'events/:key/registrations/export?all=true',
      'events/:key/sheet?columns=age,phones,answers,health',
      'events/:key/sheet/export?columns=age,phones,answers,health',
      'roster?day=:day',
    ])('GET organiser %s shows only the names of the day on which the child left', async (path) => {
      const address = path.replace(':profile', profile).replace(':key', key).replace(':day', day())
      const answer = await bench.call(`/v1/organiser/programs/${world.program_id}/${address}`, { headers: staff })
      const text = await answer.text()
      expect(answer.status, text).toBe(200)
      expect(text).toContain('Ida')
      for (const secret of [...secrets, '2015-04-05', '4165550199']) {
        const about = path.startsWith('roster')
          ? (JSON.parse(text) as { events: { entries: { attendee_profile: { first_name: string } }[] }[] }).events
              .flatMap(({ entries }) => entries)
              .filter(({ attendee_profile }) => attendee_profile.first_name === 'Ida')
          : text
        expect(JSON.stringify(about)).not.toContain(secret)
      }
    })
  })
})

async function askWith(route: string, body: Record<string, unknown>) {
  const [method = '', path = ''] = route.split(' ')
  const ids: Record<string, string> = { ...world.other.ids, program_id: world.program_id }
  const address = path.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? 'missing')
  return seen(await bench.call(address, { ...world.other.person.json(body), method }))
}
