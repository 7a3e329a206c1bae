import { emailChangedMail } from './people/accounts/mail-email-changed.ts'
import { emailCodeMail } from './people/accounts/mail-email-code.ts'
import { emailInUseMail } from './people/accounts/mail-email-in-use.ts'
import { emailRestoredMail } from './people/accounts/mail-email-restored.ts'
import { newLoginMail } from './people/accounts/mail-new-login.ts'
import { passkeyAddedMail, passkeyRemovedMail } from './people/accounts/mail-passkey.ts'
import { passwordChangedMail } from './people/accounts/mail-password-changed.ts'
import { recoveryMail, takeOverMail } from './people/accounts/mail-recovery.ts'
import { balanceChangedMail } from './money/balances/mail-balance-changed.ts'
import { campaignAnnouncementMail, campaignMail, campaignTestMail } from './contact/campaigns/mail-campaign.ts'
import { eventCancelledMail } from './changes/cancellations/mail-event-cancelled.ts'
import { customerClaimMail, customerMergedMail } from './organisation/families/mail-customer-merged.ts'
import { visitsAdjustedMail } from './booking/session-credits/mail-visits-adjusted.ts'
import { dayOffMail } from './changes/days-off/mail-day-off.ts'
import { orderChangesMail } from './changes/cancellations/mail-order-changes.ts'
import { orderCancelledMail } from './changes/cancellations/mail-order-cancelled.ts'
import { itemReturnedMail } from './changes/cancellations/mail-item-returned.ts'
import { paymentCorrectedMail } from './money/refunds/mail-payment-corrected.ts'
import { orderRefundedMail } from './changes/cancellations/mail-order-refunded.ts'
import { priceDueMail } from './changes/cancellations/mail-price-due.ts'
import { registrationCancelledMail } from './changes/cancellations/mail-registration-cancelled.ts'
import { feedbackDigestMail } from './contact/feedback/mail-feedback-digest.ts'
import { feedbackRequestMail } from './contact/feedback/mail-feedback-request.ts'
import { eventChangedMail } from './money/fulfilment/mail-event-changed.ts'
import { creditsExpiringMail } from './booking/session-credits/mail-credits-expiring.ts'
import { visitRedeemedMail, visitReturnedMail } from './booking/session-credits/mail-visit-redeemed.ts'
import { reminderOneDayMail, reminderTwoHoursMail, waiverPendingMail } from './money/fulfilment/mail-reminder.ts'
import { orderChargedMail } from './organisation/desk/mail-order-charged.ts'
import { bookingLinkMail } from './organisation/desk/mail-booking-link.ts'
import {
  bookingsNotice,
  lowPlacesNotice,
  messagesNotice,
  tasksNotice,
  waitlistNotice,
} from './organisation/notices/mail-notices.ts'
import { summaryNotice } from './organisation/notices/mail-summary.ts'
import { healthReadsMail } from './organisation/roster/mail-health-reads.ts'
import { answersChangedMail } from './organisation/roster/mail-answers-changed.ts'
import { noShowMail } from './organisation/roster/mail-no-show.ts'
import { registrationMovedMail } from './money/fulfilment/mail-registration-moved.ts'
import { orderPaidMail } from './money/fulfilment/mail-order-paid.ts'
import { receiptCopyMail } from './money/fulfilment/mail-receipt-copy.ts'
import { invitationAcceptedMail, invitationMail } from './people/invitations/mail-invitation.ts'
import { staffInvitationMail } from './people/staff/mail-staff-invitation.ts'
import { programInviteMail } from './organisation/invites/mail-program-invite.ts'
import { neverSignedUpMail, unsubscribeLinkMail } from './contact/marketing/mail-unsubscribe.ts'
import { customerMessageMail } from './contact/messages/mail-customer-message.ts'
import { mailReplyRefusedMail } from './contact/messages/mail-reply-refused.ts'
import { messageReceivedMail } from './contact/messages/mail-message-received.ts'
import type { MailTemplate } from './delivery/mail/mail-template.ts'
import { siteAlertMail } from './delivery/mail/mail-site-alert.ts'
import type { MailTemplateName } from './delivery/notifications/notification-table.ts'
import { paymentConfirmationMail } from './money/payments/mail-payment-confirmation.ts'
import { offlineExpectedMail, paymentRecordedMail, paymentReminderMail } from './money/payments/mail-promised-money.ts'
import {
  membershipEndedMail,
  membershipEndingMail,
  membershipPaymentFailedMail,
  membershipPriceChangedMail,
  membershipRenewingMail,
  membershipTrialEndingMail,
} from './money/billing/mail-membership.ts'
import { membershipChangedMail } from './money/billing/mail-membership-changed.ts'
import { instalmentFailedMail, instalmentPaidMail, instalmentUpcomingMail } from './money/payments/mail-instalment.ts'
import { cardExpiringMail } from './money/payments/mail-card-expiring.ts'
import { offlineInstructionsMail } from './money/payments/mail-offline-instructions.ts'
import { orderExpiredMail } from './money/payments/mail-order-expired.ts'
import { paymentAlertMail } from './money/payments/mail-payment-alert.ts'
import { paymentReturnedMail } from './money/payments/mail-payment-returned.ts'
import { refundFailedMail } from './money/refunds/mail-refund-failed.ts'
import { refundDecidedMail, refundWaitingMail } from './money/refunds/mail-refund-answer.ts'
import { refundRequestedMail, refundWithdrawnMail } from './money/refunds/mail-refund-requested.ts'
import { supportAnsweredMail } from './contact/support/mail-support-answered.ts'
import { supportReceivedMail } from './contact/support/mail-support-received.ts'
import { supportReportMail } from './contact/support/mail-support-report.ts'
import { deletionScheduledMail, deletionWithdrawnMail } from './records/privacy/mail-account-deletion.ts'
import { exportReadyMail } from './records/privacy/mail-export-ready.ts'
import {
  waitlistJoinedMail,
  waitlistOfferExpiredMail,
  waitlistOfferExpiringMail,
  waitlistOfferMail,
  waitlistRemovedMail,
  waitlistSaleOverMail,
  waitlistSkippedMail,
} from './booking/waitlist/mail-waitlist.ts'

/** Every mail template by name, with its preview: `npm start` shows them at /dev/mails. */
export const mailTemplates: Record<MailTemplateName, MailTemplate> = {
  email_code: emailCodeMail,
  email_in_use: emailInUseMail,
  email_changed: emailChangedMail,
  email_restored: emailRestoredMail,
  recovery: recoveryMail,
  take_over: takeOverMail,
  password_changed: passwordChangedMail,
  passkey_added: passkeyAddedMail,
  passkey_removed: passkeyRemovedMail,
  new_login: newLoginMail,
  invitation: invitationMail,
  invitation_accepted: invitationAcceptedMail,
  staff_invitation: staffInvitationMail,
  order_paid: orderPaidMail,
  receipt_copy: receiptCopyMail,
  offline_instructions: offlineInstructionsMail,
  booking_link: bookingLinkMail,
  order_charged: orderChargedMail,
  offline_expected: offlineExpectedMail,
  payment_reminder: paymentReminderMail,
  payment_recorded: paymentRecordedMail,
  payment_confirmation: paymentConfirmationMail,
  instalment_upcoming: instalmentUpcomingMail,
  instalment_failed: instalmentFailedMail,
  instalment_paid: instalmentPaidMail,
  membership_payment_failed: membershipPaymentFailedMail,
  membership_trial_ending: membershipTrialEndingMail,
  membership_renewing: membershipRenewingMail,
  membership_price_changed: membershipPriceChangedMail,
  membership_changed: membershipChangedMail,
  membership_ending: membershipEndingMail,
  membership_ended: membershipEndedMail,
  price_due: priceDueMail,
  order_expired: orderExpiredMail,
  order_cancelled: orderCancelledMail,
  event_cancelled: eventCancelledMail,
  day_off: dayOffMail,
  registration_cancelled: registrationCancelledMail,
  registration_no_show: noShowMail,
  registration_answers_changed: answersChangedMail,
  order_changes: orderChangesMail,
  item_returned: itemReturnedMail,
  order_refunded: orderRefundedMail,
  payment_corrected: paymentCorrectedMail,
  registration_moved: registrationMovedMail,
  event_changed: eventChangedMail,
  reminder_24h: reminderOneDayMail,
  reminder_2h: reminderTwoHoursMail,
  waiver_pending: waiverPendingMail,
  waitlist_joined: waitlistJoinedMail,
  waitlist_offer: waitlistOfferMail,
  waitlist_offer_expiring: waitlistOfferExpiringMail,
  waitlist_offer_expired: waitlistOfferExpiredMail,
  waitlist_sale_over: waitlistSaleOverMail,
  waitlist_removed: waitlistRemovedMail,
  waitlist_skipped: waitlistSkippedMail,
  payment_returned: paymentReturnedMail,
  refund_failed: refundFailedMail,
  refund_requested: refundRequestedMail,
  refund_decided: refundDecidedMail,
  refund_withdrawn: refundWithdrawnMail,
  refund_waiting: refundWaitingMail,
  payment_alert: paymentAlertMail,
  balance_changed: balanceChangedMail,
  card_expiring: cardExpiringMail,
  credits_expiring: creditsExpiringMail,
  visit_redeemed: visitRedeemedMail,
  visit_returned: visitReturnedMail,
  visits_adjusted: visitsAdjustedMail,
  customer_claim: customerClaimMail,
  customer_merged: customerMergedMail,
  support_report: supportReportMail,
  support_received: supportReceivedMail,
  support_answered: supportAnsweredMail,
  feedback_request: feedbackRequestMail,
  feedback_digest: feedbackDigestMail,
  health_reads: healthReadsMail,
  customer_message: customerMessageMail,
  message_received: messageReceivedMail,
  mail_reply_refused: mailReplyRefusedMail,
  export_ready: exportReadyMail,
  deletion_scheduled: deletionScheduledMail,
  deletion_withdrawn: deletionWithdrawnMail,
  campaign_news: campaignMail,
  campaign_promotion: campaignMail,
  campaign_announcement: campaignAnnouncementMail,
  campaign_test: campaignTestMail,
  program_invite: programInviteMail,
  unsubscribe_link: unsubscribeLinkMail,
  never_signed_up: neverSignedUpMail,
  site_alert: siteAlertMail,
  notice_bookings: bookingsNotice,
  notice_summary: summaryNotice,
  notice_low_places: lowPlacesNotice,
  notice_waitlist: waitlistNotice,
  notice_messages: messagesNotice,
  notice_tasks: tasksNotice,
}

export const isMailTemplate = (name: string): name is MailTemplateName => Object.hasOwn(mailTemplates, name)
