import { emailChangedMail } from './accounts/mail-email-changed.ts'
import { emailCodeMail } from './accounts/mail-email-code.ts'
import { emailInUseMail } from './accounts/mail-email-in-use.ts'
import { emailRestoredMail } from './accounts/mail-email-restored.ts'
import { newLoginMail } from './accounts/mail-new-login.ts'
import { passkeyAddedMail, passkeyRemovedMail } from './accounts/mail-passkey.ts'
import { passwordChangedMail } from './accounts/mail-password-changed.ts'
import { recoveryMail } from './accounts/mail-recovery.ts'
import { balanceChangedMail } from './balances/mail-balance-changed.ts'
import { campaignAnnouncementMail, campaignMail, campaignTestMail } from './campaigns/mail-campaign.ts'
import { eventCancelledMail } from './cancellations/mail-event-cancelled.ts'
import { orderChangesMail } from './cancellations/mail-order-changes.ts'
import { orderCancelledMail } from './cancellations/mail-order-cancelled.ts'
import { itemReturnedMail } from './cancellations/mail-item-returned.ts'
import { registrationCancelledMail } from './cancellations/mail-registration-cancelled.ts'
import { feedbackDigestMail } from './feedback/mail-feedback-digest.ts'
import { feedbackRequestMail } from './feedback/mail-feedback-request.ts'
import { eventChangedMail } from './fulfilment/mail-event-changed.ts'
import { creditsExpiringMail } from './session-credits/mail-credits-expiring.ts'
import { reminderOneDayMail, reminderTwoHoursMail, waiverPendingMail } from './fulfilment/mail-reminder.ts'
import { noShowMail } from './roster/mail-no-show.ts'
import { registrationMovedMail } from './fulfilment/mail-registration-moved.ts'
import { orderPaidMail } from './fulfilment/mail-order-paid.ts'
import { invitationAcceptedMail, invitationMail } from './invitations/mail-invitation.ts'
import { programInviteMail } from './invites/mail-program-invite.ts'
import { neverSignedUpMail, unsubscribeLinkMail } from './marketing/mail-unsubscribe.ts'
import { customerMessageMail } from './messages/mail-customer-message.ts'
import { mailReplyRefusedMail } from './messages/mail-reply-refused.ts'
import { messageReceivedMail } from './messages/mail-message-received.ts'
import type { MailTemplate } from './mail/mail-template.ts'
import { siteAlertMail } from './mail/mail-site-alert.ts'
import type { MailTemplateName } from './notifications/notification-table.ts'
import { paymentConfirmationMail } from './payments/mail-payment-confirmation.ts'
import { offlineExpectedMail, paymentRecordedMail, paymentReminderMail } from './payments/mail-promised-money.ts'
import {
  membershipEndedMail,
  membershipEndingMail,
  membershipPaymentFailedMail,
  membershipPriceChangedMail,
  membershipTrialEndingMail,
} from './billing/mail-membership.ts'
import { instalmentFailedMail, instalmentPaidMail, instalmentUpcomingMail } from './payments/mail-instalment.ts'
import { cardExpiringMail } from './payments/mail-card-expiring.ts'
import { offlineInstructionsMail } from './payments/mail-offline-instructions.ts'
import { orderExpiredMail } from './payments/mail-order-expired.ts'
import { paymentAlertMail } from './payments/mail-payment-alert.ts'
import { refundFailedMail } from './refunds/mail-refund-failed.ts'
import { refundDecidedMail, refundWaitingMail } from './refunds/mail-refund-answer.ts'
import { refundRequestedMail, refundWithdrawnMail } from './refunds/mail-refund-requested.ts'
import { supportAnsweredMail } from './support/mail-support-answered.ts'
import { supportReceivedMail } from './support/mail-support-received.ts'
import { supportReportMail } from './support/mail-support-report.ts'
import { deletionScheduledMail, deletionWithdrawnMail } from './privacy/mail-account-deletion.ts'
import { exportReadyMail } from './privacy/mail-export-ready.ts'
import {
  waitlistJoinedMail,
  waitlistOfferExpiredMail,
  waitlistOfferExpiringMail,
  waitlistOfferMail,
  waitlistSkippedMail,
} from './waitlist/mail-waitlist.ts'

/** Every mail of the product by its name, each with its preview: `npm start` shows them at /dev/mails. */
export const mailTemplates: Record<MailTemplateName, MailTemplate> = {
  email_code: emailCodeMail,
  email_in_use: emailInUseMail,
  email_changed: emailChangedMail,
  email_restored: emailRestoredMail,
  recovery: recoveryMail,
  password_changed: passwordChangedMail,
  passkey_added: passkeyAddedMail,
  passkey_removed: passkeyRemovedMail,
  new_login: newLoginMail,
  invitation: invitationMail,
  invitation_accepted: invitationAcceptedMail,
  order_paid: orderPaidMail,
  offline_instructions: offlineInstructionsMail,
  offline_expected: offlineExpectedMail,
  payment_reminder: paymentReminderMail,
  payment_recorded: paymentRecordedMail,
  payment_confirmation: paymentConfirmationMail,
  instalment_upcoming: instalmentUpcomingMail,
  instalment_failed: instalmentFailedMail,
  instalment_paid: instalmentPaidMail,
  membership_payment_failed: membershipPaymentFailedMail,
  membership_trial_ending: membershipTrialEndingMail,
  membership_price_changed: membershipPriceChangedMail,
  membership_ending: membershipEndingMail,
  membership_ended: membershipEndedMail,
  order_expired: orderExpiredMail,
  order_cancelled: orderCancelledMail,
  event_cancelled: eventCancelledMail,
  registration_cancelled: registrationCancelledMail,
  registration_no_show: noShowMail,
  order_changes: orderChangesMail,
  item_returned: itemReturnedMail,
  registration_moved: registrationMovedMail,
  event_changed: eventChangedMail,
  reminder_24h: reminderOneDayMail,
  reminder_2h: reminderTwoHoursMail,
  waiver_pending: waiverPendingMail,
  waitlist_joined: waitlistJoinedMail,
  waitlist_offer: waitlistOfferMail,
  waitlist_offer_expiring: waitlistOfferExpiringMail,
  waitlist_offer_expired: waitlistOfferExpiredMail,
  waitlist_skipped: waitlistSkippedMail,
  refund_failed: refundFailedMail,
  refund_requested: refundRequestedMail,
  refund_decided: refundDecidedMail,
  refund_withdrawn: refundWithdrawnMail,
  refund_waiting: refundWaitingMail,
  payment_alert: paymentAlertMail,
  balance_changed: balanceChangedMail,
  card_expiring: cardExpiringMail,
  credits_expiring: creditsExpiringMail,
  support_report: supportReportMail,
  support_received: supportReceivedMail,
  support_answered: supportAnsweredMail,
  feedback_request: feedbackRequestMail,
  feedback_digest: feedbackDigestMail,
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
}

export const isMailTemplate = (name: string): name is MailTemplateName => Object.hasOwn(mailTemplates, name)
