import { itemReturnsV1 } from './changes/cancellations/routes-returns-v1.ts'
import { Hono } from 'hono'
import { appointmentTypesV1, availabilityV1 } from './offering/appointments/routes-v1.ts'
import { membershipBillingV1, organiserMembershipsV1 } from './money/billing/routes-v1.ts'
import { membershipBalanceV1, membershipsV1, programMembershipsV1 } from './booking/memberships/routes-v1.ts'
import { organiserCreditsV1 } from './booking/session-credits/routes-organiser-v1.ts'
import { entitlementsV1, sessionCreditsV1 } from './booking/session-credits/routes-v1.ts'
import { attendeesV1, membersV1, programAttendeesV1 } from './people/attendees/routes-v1.ts'
import { customerClaimsV1, organiserMergesV1 } from './organisation/families/routes-merge-v1.ts'
import { organiserPeopleV1 } from './organisation/families/routes-v1.ts'
import { organiserAttendeesV1 } from './people/attendees/routes-organiser-v1.ts'
import { passkeysV1 } from './people/accounts/routes-passkeys-v1.ts'
import { profileV1 } from './people/accounts/routes-profile-v1.ts'
import { recoveryV1 } from './people/accounts/routes-recovery-v1.ts'
import { authorizeV1 } from './people/accounts/routes-authorize-v1.ts'
import { accountsV1 } from './people/accounts/routes-v1.ts'
import {
  appointmentCancellationsV1,
  orderCancellationsV1,
  orderRefundsV1,
  registrationCancellationsV1,
} from './changes/cancellations/routes-v1.ts'
import { invitesV1 } from './organisation/invites/routes-v1.ts'
import { campaignsV1 } from './contact/campaigns/routes-v1.ts'
import { organiserHistoryV1 } from './organisation/desk/routes-history-v1.ts'
import { deskV1, organiserMoneyV1 } from './organisation/desk/routes-v1.ts'
import { organiserChargesV1 } from './organisation/desk/routes-charges-v1.ts'
import { organiserBookingsV1 } from './organisation/desk/routes-bookings-v1.ts'
import { organiserDaysV1 } from './changes/days-off/routes-v1.ts'
import { organiserMovesV1 } from './changes/moves/routes-organiser-v1.ts'
import { organiserCancellationsV1 } from './changes/cancellations/routes-organiser-v1.ts'
import { accountBalancesV1, organiserBalancesV1 } from './money/balances/routes-v1.ts'
import { exploreV1 } from './offering/catalogue/routes-v1.ts'
import { storeV1 } from './offering/catalogue/routes-store-v1.ts'
import { storeV2 } from './offering/catalogue/routes-store-v2.ts'
import type { Worker } from './platform/context.ts'
import { familyBookingsV1 } from './money/family-bookings/routes-v1.ts'
import { promotionsV1 } from './money/discounts/routes-v1.ts'
import { attendeeMergesV1 } from './people/family-merge/routes-v1.ts'
import { customerAddressesV1, customerProgramsV1, customerV1 } from './people/customers/routes-v1.ts'
import { deskConversationV1, messagesV1, organiserMessagesV1 } from './contact/messages/routes-v1.ts'
import { attendeeMembersV1, invitationsV1, receivedInvitationsV1 } from './people/invitations/routes-v1.ts'
import { notificationPreferencesV1, notificationsV1 } from './delivery/notifications/routes-v1.ts'
import { familyCalendarV1, orderFulfilmentV1, receiptMailsV1 } from './money/fulfilment/routes-v1.ts'
import { feedbackV1, organiserFeedbackV1 } from './contact/feedback/routes-v1.ts'
import { health } from './platform/health/health.ts'
import { marketingV1 } from './contact/marketing/routes-v1.ts'
import { bodyRules } from './platform/middleware/body-rules.ts'
import { crossOrigin } from './platform/middleware/cross-origin.ts'
import { taggedAnswer } from './platform/middleware/entity-tag.ts'
import { errorResponse } from './platform/middleware/error-response.ts'
import { rejectUnknownInput } from './platform/middleware/reject-unknown-input.ts'
import { noSuchCall } from './platform/middleware/no-such-call.ts'
import { oauthErrors } from './platform/middleware/oauth-errors.ts'
import { requestContext } from './platform/middleware/request-context.ts'
import { organiserPicturesV1 } from './organisation/organiser/routes-pictures-v1.ts'
import { organiserQuestionsV1 } from './organisation/organiser/routes-questions-v1.ts'
import { organiserSeasonV1 } from './organisation/organiser/routes-season-v1.ts'
import { organiserV1 } from './organisation/organiser/routes-v1.ts'
import { organiserAnswersV1 } from './organisation/roster/routes-answers-v1.ts'
import { organiserTodayV1 } from './organisation/today/routes-v1.ts'
import { organiserReportsV1 } from './organisation/reports/routes-v1.ts'
import { organiserGroupsV1 } from './organisation/roster/routes-groups-v1.ts'
import { organiserRosterV1, rosterV1 } from './organisation/roster/routes-v1.ts'
import { childcareReceiptsV1 } from './money/orders/routes-childcare-v1.ts'
import { ordersOfBothVersions } from './money/orders/routes-both-versions.ts'
import { chargeConsentV1 } from './money/payments/routes-consent-v1.ts'
import { orderInstalmentsV1, orderPaymentsV1, paymentMethodsV1 } from './money/payments/routes-v1.ts'
import { appointmentChangesV1, ordersV1 } from './money/orders/routes-v1.ts'
import { ordersV2 } from './money/orders/routes-v2.ts'
import { insights } from './records/insights/routes-v1.ts'
import { organiserPrivacyV1 } from './records/privacy/routes-organiser-v1.ts'
import { privacyV1 } from './records/privacy/routes-v1.ts'
import { pushSubscriptionsV1 } from './delivery/push/routes-v1.ts'
import { supportReportsV1, supportV1 } from './contact/support/routes-v1.ts'
import { laterPlacesV1 } from './changes/cancellations/routes-later-places-v1.ts'
import { movesV1 } from './changes/moves/routes-v1.ts'
import { eligibilityV1, rebookingsV1 } from './booking/registrations/routes-rebookings-v1.ts'
import { appointmentsV1, registrationsV1 } from './booking/registrations/routes-v1.ts'
import { organiserWaitlistV1, waitlistOffersV1, waitlistV1 } from './booking/waitlist/routes-v1.ts'
import { noticesV1 } from './organisation/notices/routes-v1.ts'
import { machineClientsV1, siteAdminsV1, staffInvitationsV1, teamV1 } from './people/staff/routes-v1.ts'
import { filesV1 } from './people/uploads/routes-v1.ts'

/**
 * Table of contents of the API: every path prefix and its room, in one chain. It has no error handler, because the app
 * that mounts it has one, and a second would wrap each handler once more.
 */
export const calls = new Hono<Worker>()
  .use(requestContext)
  .use(async (c, next) => {
    c.set('callAgain', async (request) => api.fetch(request, c.env, c.executionCtx))
    await next()
  })
  // Mounted before the rules of request bodies, so that their refusals have the fields of OAuth 2, too.
  .use('/v1/oauth/token', oauthErrors)
  .use('/v1/oauth/revoke', oauthErrors)
  .use('/v1/token/refresh', oauthErrors)
  .use(crossOrigin)
  .use(bodyRules)
  .use(rejectUnknownInput)
  .route('/health', health)
  // Rooms are mounted here, one line each.
  .route('/v1/explore', exploreV1)
  .route('/v1/explore/programs/:program_id/promotions', promotionsV1)
  .route('/v1/explore/programs/:program_id', storeV1)
  .route('/v2/explore/programs/:program_id/products', storeV2)
  .route('/v1/explore/appointment_types', appointmentTypesV1)
  .route('/v1/explore/availability', availabilityV1)
  .route('/v1/organiser', organiserV1)
  .route('/v1/organiser', organiserMoneyV1)
  .route('/v1/organiser', supportReportsV1)
  .route('/v1/desk', deskV1)
  .route('/v1/desk/conversation', deskConversationV1)
  .route('/v1/organiser/programs/:program_id', organiserSeasonV1)
  .route('/v1/organiser/programs/:program_id/pictures', organiserPicturesV1)
  .route('/v1/organiser/programs/:program_id/questions', organiserQuestionsV1)
  .route('/v1/organiser/programs/:program_id', organiserRosterV1)
  .route('/v1/organiser/programs/:program_id', organiserGroupsV1)
  .route('/v1/organiser/programs/:program_id', organiserReportsV1)
  .route('/v1/organiser/programs/:program_id', organiserAnswersV1)
  .route('/v1/organiser/programs/:program_id', organiserHistoryV1)
  .route('/v1/organiser/programs/:program_id', organiserWaitlistV1)
  .route('/v1/organiser/programs/:program_id', organiserCancellationsV1)
  .route('/v1/organiser/programs/:program_id', organiserChargesV1)
  .route('/v1/organiser/programs/:program_id', organiserMovesV1)
  .route('/v1/organiser/programs/:program_id', organiserDaysV1)
  .route('/v1/organiser/programs/:program_id', organiserCreditsV1)
  .route('/v1/organiser/programs/:program_id/attendees', organiserAttendeesV1)
  .route('/v1/organiser/programs/:program_id/people', organiserPeopleV1)
  .route('/v1/organiser/programs/:program_id/people', organiserMergesV1)
  .route('/v1/organiser/programs/:program_id/people', organiserPrivacyV1)
  .route('/v1/organiser/programs/:program_id/today', organiserTodayV1)
  .route('/v1/roster', rosterV1)
  .route('/v1/organiser/programs/:program_id/bookings', organiserBookingsV1)
  .route('/v1/organiser/programs/:program_id/campaigns', campaignsV1)
  .route('/v1/organiser/programs/:program_id/invites', invitesV1)
  .route('/v1/organiser/programs/:program_id/account_balance_entries', organiserBalancesV1)
  .route('/v1/organiser/programs/:program_id/messages', organiserMessagesV1)
  .route('/v1/organiser/programs/:program_id/team', teamV1)
  .route('/v1/organiser/programs/:program_id/notices', noticesV1)
  .route('/v1/organiser/programs/:program_id/clients', machineClientsV1)
  .route('/v1/organiser/admins', siteAdminsV1)
  .route('/v1/staff_invitations', staffInvitationsV1)
  .route('/v1/profile/messages', messagesV1)
  .route('/v1/profile/:program_id/contact_account_balances', accountBalancesV1)
  .route('/v1/profile/programs/:program_id/session_balance', sessionCreditsV1)
  .route('/v1/profile/programs/:program_id/entitlements', entitlementsV1)
  .route('/v1/profile/programs/:program_id/later_places', laterPlacesV1)
  .route('/v1/profile/programs/:program_id/memberships', membershipsV1)
  .route('/v1/profile/programs/:program_id/memberships', membershipBillingV1)
  .route('/v1/profile/programs/:program_id/membership_balance', membershipBalanceV1)
  .route('/v1/organiser/programs/:program_id/memberships', programMembershipsV1)
  .route('/v1/organiser/programs/:program_id/memberships', organiserMembershipsV1)
  .route('/v1/organiser/programs/:program_id/feedback', organiserFeedbackV1)
  .route('/v1/profile/feedback', feedbackV1)
  .route('/v1/profile/customer', customerV1)
  .route('/v1/profile/calendar', familyCalendarV1)
  .route('/v1/profile/customer_addresses', customerAddressesV1)
  .route('/v1/profile/programs', customerProgramsV1)
  .route('/v1/profile', profileV1)
  .route('/v1/profile/passkeys', passkeysV1)
  .route('/v1/profile/preferences/notifications', notificationPreferencesV1)
  .route('/v1/profile/subscriptions/notifications', pushSubscriptionsV1)
  .route('/v1', accountsV1)
  .route('/v1/oauth/authorize', authorizeV1)
  .route('/v1/recovery', recoveryV1)
  .route('/v1/files', filesV1)
  .route('/v1/profile/notifications', marketingV1)
  .route('/v1/profile/attendees', attendeesV1)
  .route('/v1/profile/attendees', attendeeMergesV1)
  .route('/v1/profile/customer_claims', customerClaimsV1)
  .route('/v1/profile/members', membersV1)
  .route('/v1/profile/attendees', attendeeMembersV1)
  .route('/v1/profile/invitations', invitationsV1)
  .route('/v1/invitations', receivedInvitationsV1)
  .route('/v1/profile/programs/:program_id/attendees', programAttendeesV1)
  .route('/v1/profile/programs/:program_id/payment_methods/consent', chargeConsentV1)
  .route('/v1/profile/programs/:program_id/payment_methods', paymentMethodsV1)
  .route('/v1/profile/registrations', registrationCancellationsV1)
  .route('/v1/profile/registrations', movesV1)
  .route('/v1/profile/registrations', waitlistV1)
  .route('/v1/profile/registrations', registrationsV1)
  .route('/v1/profile/bookings', familyBookingsV1)
  .route('/v1/profile/rebookings', rebookingsV1)
  .route('/v1/profile/childcare_receipts', childcareReceiptsV1)
  .route('/v1/profile/eligibility', eligibilityV1)
  .route('/v1/profile/appointments', appointmentCancellationsV1)
  .route('/v1/profile/appointments', appointmentChangesV1)
  .route('/v1/profile/appointments', appointmentsV1)
  .route('/v1/waitlist_offers', waitlistOffersV1)
  .route('/v1/profile/orders', ordersV1)
  .route('/v1/profile/orders', ordersOfBothVersions)
  .route('/v1/profile/orders', orderCancellationsV1)
  .route('/v1/profile/orders', orderRefundsV1)
  .route('/v1/profile/orders', itemReturnsV1)
  .route('/v1/profile/orders', orderFulfilmentV1)
  .route('/v1/profile/orders', receiptMailsV1)
  .route('/v1/profile/orders/:order_id/payments', orderPaymentsV1)
  .route('/v1/profile/orders/:order_id/instalments', orderInstalmentsV1)
  .route('/v2/profile/orders', ordersV2)
  .route('/v2/profile/orders', ordersOfBothVersions)
  .route('/v2/profile/orders', orderCancellationsV1)
  .route('/v2/profile/orders', orderRefundsV1)
  .route('/v2/profile/orders/:order_id/payments', orderPaymentsV1)
  .route('/v2/profile/orders/:order_id/instalments', orderInstalmentsV1)
  .route('/v1/profile', privacyV1)
  .route('/v1/programs/:program_id/notifications', notificationsV1)
  .route('/v1/support', supportV1)
  .route('/insights', insights)

calls.get('/openapi.json', taggedAnswer, async (c) => {
  const { describeApi } = await import('./api-description.ts')
  return c.json(await describeApi(api))
})
// Hono never calls a mounted app's notFound; without this line an unknown call would get a page.
calls.all('/*', (c) => noSuchCall(c, calls.routes))

/** The API by itself, as it is called in process. */
export const api = new Hono<Worker>().onError(errorResponse).route('/', calls)

export type ExploreV1 = typeof exploreV1
export type PromotionsV1 = typeof promotionsV1
export type StoreV1 = typeof storeV1
export type StoreV2 = typeof storeV2
