// Over 250 lines: every table with personal data, erased in one batch.
import { pick } from '../../contract/pick.ts'
import { unknownCard } from '../../contract/card.ts'
import { and, eq, sql } from 'drizzle-orm'
import { rights } from '../../contract/people/attendee.ts'
import { columnOf, fieldNames, personFields } from '../../contract/people/attendee-fields.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { toStore } from '../../platform/database/attendee-visibility.ts'
import {
  accountBalanceEntries,
  answerChanges,
  authorizationCodes,
  attendeeMerges,
  attendees,
  cardChargeConsents,
  confirmedDevices,
  customerMerges,
  customerNotes,
  customerProfiles,
  customers,
  dataExports,
  deskDecisions,
  emailChanges,
  emailCodes,
  feedback,
  fileUses,
  groupPlaces,
  healthReads,
  invitations,
  mailbox,
  mailReplyRefusals,
  mailSuppressions,
  memberships,
  messageAttachments,
  messages,
  notificationSettings,
  notifications,
  orderItems,
  passkeyChallenges,
  passkeys,
  payments,
  paymentSources,
  pushSubscriptions,
  pushTests,
  cardSetups,
  conversations,
  recoveries,
  redemptions,
  refreshTokens,
  refundRequests,
  registrations,
  relations,
  sessionCreditEntries,
  sessions,
  statusHistory,
  staffMembers,
  supportReports,
  users,
  waitlistEntries,
  waiverAcceptances,
} from '../../platform/database/tables.ts'
import { erasedStaffEmail } from '../../platform/database/history.ts'
import { erasedName, eraseFormerNames } from './former-names-rows.ts'
import { releaseErasedAnswers } from '../../people/uploads/use-files.ts'

type Person = { user_id: string; customer_id: string }

const erasedFields = Object.fromEntries(fieldNames.map((name) => [columnOf(name), personFields[name].erased]))

/** The records without a log-in that were merged into a customer, also those that were merged into them before. */
export const recordsMergedInto = (ctx: Ctx, customer_id: string) =>
  ctx.db
    .select({ user_id: customers.user_id, customer_id: customers.id })
    .from(customers)
    .where(
      sql`${customers.id} IN (WITH RECURSIVE merged (id) AS (
        SELECT m.merge_from FROM customer_merges AS m WHERE m.merge_into = ${customer_id} AND m.undone_at IS NULL
        UNION SELECT m.merge_from FROM merged JOIN customer_merges AS m ON m.merge_into = merged.id WHERE m.undone_at IS NULL
      ) SELECT id FROM merged)`,
    )

/**
 * Erases a person from every table, in one batch. Orders, payments, registrations and accepted waivers remain, because
 * the law requires them, without personal data.
 */
export function erasePerson(ctx: Ctx, { user_id, customer_id }: Person): Statement[] {
  const { db, now } = ctx
  // An erased adult no longer looks after anyone, although the relation remains.
  const isErased = (whose: string) =>
    sql`EXISTS (SELECT 1 FROM account_deletions AS gone WHERE gone.customer_id = ${sql.raw(whose)} AND gone.withdrawn_at IS NULL AND gone.completed_at IS NOT NULL)`
  // The customer's own attendee is erased with the customer, even if others see it. A child's own attendee that a
  // parent added stays with the parent.
  const isOwnPerson = sql`r.relation = 'self' AND NOT EXISTS (SELECT 1 FROM relations AS adder JOIN attendees AS a ON a.id = adder.attendee_id
    WHERE adder.attendee_id = r.attendee_id AND adder.customer_id <> ${customer_id} AND adder.created <= a.created)`
  // A merged record has no relations, so it is erased with the record that remained.
  const own = sql`(WITH RECURSIVE mine (id) AS (
    SELECT r.attendee_id FROM relations AS r WHERE r.customer_id = ${customer_id}
      AND (NOT EXISTS (SELECT 1 FROM relations AS other WHERE other.attendee_id = r.attendee_id
        AND other.customer_id <> ${customer_id} AND NOT ${isErased('other.customer_id')}) OR ${isOwnPerson})
    UNION SELECT m.id FROM attendees AS m JOIN mine ON m.merged_into = mine.id) SELECT id FROM mine)`
  const ownSessions = sql`(SELECT s.id FROM sessions AS s WHERE s.user_id = ${user_id})`
  const ownOrders = sql`(SELECT o.id FROM orders AS o WHERE o.customer_id = ${customer_id})`
  const ownCredits = sql`(SELECT c.id FROM session_credits AS c WHERE c.customer_id = ${customer_id})`
  const ownConversations = sql`(SELECT c.id FROM conversations AS c WHERE c.customer_id = ${customer_id})`
  const email = sql`(SELECT u.email FROM users AS u WHERE u.id = ${user_id})`
  return [
    db
      .delete(mailbox)
      .where(
        sql`${mailbox.recipient} IN (SELECT u.email FROM users AS u WHERE u.id = ${user_id} UNION SELECT u.email_key FROM users AS u WHERE u.id = ${user_id})`,
      ),
    // Deletes only the copy in the mailbox of this site. The organisation keeps the mail that it received.
    db
      .delete(mailbox)
      .where(
        sql`${mailbox.dedupe} IN (SELECT 'mail.customer_message:' || m.id FROM messages AS m WHERE m.conversation_id IN ${ownConversations})`,
      ),
    db
      .delete(supportReports)
      .where(
        sql`${supportReports.customer_id} = ${customer_id} OR (${supportReports.email_key} = (SELECT u.email_key FROM users AS u WHERE u.id = ${user_id} AND u.is_email_verified = 1))`,
      ),
    db
      .delete(messageAttachments)
      .where(
        sql`${messageAttachments.message_id} IN (SELECT m.id FROM messages AS m WHERE m.conversation_id IN ${ownConversations})`,
      ),
    db.delete(mailReplyRefusals).where(sql`${mailReplyRefusals.conversation_id} IN ${ownConversations}`),
    db.delete(customerNotes).where(eq(customerNotes.customer_id, customer_id)),
    db.delete(messages).where(sql`${messages.conversation_id} IN ${ownConversations}`),
    db.delete(conversations).where(eq(conversations.customer_id, customer_id)),
    db.delete(invitations).where(
      sql`${invitations.customer_id} = ${customer_id} OR ${invitations.answered_by} = ${customer_id}
          OR ${invitations.email_key} = (SELECT u.email_key FROM users AS u WHERE u.id = ${user_id} AND u.is_email_verified = 1)`,
    ),
    // The team's history keeps what the member did, without their name.
    db
      .update(staffMembers)
      .set({
        ...{ user_id: null, first_name: erasedName, last_name: erasedName, title: null, updated: now },
        notices: {},
        ...{ email: erasedStaffEmail, email_key: erasedStaffEmail },
        status: sql`iif(${staffMembers.status} = 'active', 'ended', iif(${staffMembers.status} = 'invited', 'revoked', ${staffMembers.status}))`,
        ended_at: sql`coalesce(${staffMembers.ended_at}, ${now})`,
      })
      .where(
        sql`${staffMembers.user_id} = ${user_id}
          OR ${staffMembers.email_key} = (SELECT u.email_key FROM users AS u WHERE u.id = ${user_id} AND u.is_email_verified = 1)`,
      ),
    db
      .delete(mailSuppressions)
      .where(sql`${mailSuppressions.email_key} = (SELECT u.email_key FROM users AS u WHERE u.id = ${user_id})`),
    // The ids that a merge moved stay, and can no longer be moved back.
    db
      .update(customerMerges)
      .set({ undo_until: 0 })
      .where(sql`${customerMerges.merge_into} = ${customer_id} OR ${customerMerges.merge_from} = ${customer_id}`),
    db.delete(feedback).where(eq(feedback.customer_id, customer_id)),
    db.delete(emailChanges).where(eq(emailChanges.user_id, user_id)),
    db.delete(emailCodes).where(eq(emailCodes.user_id, user_id)),
    db.delete(recoveries).where(sql`${recoveries.user_id} = ${user_id} OR ${recoveries.email} = ${email}`),
    db.delete(authorizationCodes).where(eq(authorizationCodes.user_id, user_id)),
    db.delete(passkeyChallenges).where(eq(passkeyChallenges.user_id, user_id)),
    db.delete(passkeys).where(eq(passkeys.user_id, user_id)),
    db.delete(confirmedDevices).where(eq(confirmedDevices.user_id, user_id)),
    db.delete(pushSubscriptions).where(eq(pushSubscriptions.user_id, user_id)),
    db.delete(pushTests).where(eq(pushTests.user_id, user_id)),
    db.delete(notifications).where(eq(notifications.user_id, user_id)),
    db.delete(notificationSettings).where(eq(notificationSettings.user_id, user_id)),
    db.delete(refreshTokens).where(sql`${refreshTokens.session_id} IN ${ownSessions}`),
    db.delete(sessions).where(eq(sessions.user_id, user_id)),

    // Erases the people whom the customer added. A child that someone else looks after stays with that adult, who
    // becomes its manager.
    db
      .update(registrations)
      .set({ form_response: sql`json_object('landed_at', NULL, 'submitted_at', NULL, 'answers', json('[]'))` })
      .where(sql`${registrations.attendee_id} IN ${own} OR ${registrations.customer_id} = ${customer_id}`),
    db
      .delete(answerChanges)
      .where(
        sql`${answerChanges.registration_id} IN (SELECT g.id FROM registrations AS g WHERE g.attendee_id IN ${own} OR g.customer_id = ${customer_id})`,
      ),
    db
      .delete(groupPlaces)
      .where(
        sql`${groupPlaces.registration_id} IN (SELECT g.id FROM registrations AS g WHERE g.attendee_id IN ${own} OR g.customer_id = ${customer_id})`,
      ),
    ...eraseFormerNames(ctx, { own, customer_id }),
    db.update(redemptions).set({ note: null }).where(sql`${redemptions.session_credit_id} IN ${ownCredits}`),
    db
      .update(sessionCreditEntries)
      .set({ note: null })
      .where(
        sql`${sessionCreditEntries.session_credit_id} IN ${ownCredits} AND ${sessionCreditEntries.note} IS NOT NULL`,
      ),
    db.update(memberships).set({ cancel_reason_other: null }).where(eq(memberships.customer_id, customer_id)),
    db.update(waitlistEntries).set({ group_key: null }).where(eq(waitlistEntries.customer_id, customer_id)),
    releaseErasedAnswers(ctx, { attendee_ids: own }),
    db.delete(fileUses).where(sql`${fileUses.kind} = 'attendee' AND ${fileUses.owner_id} IN ${own}`),
    db
      .update(waiverAcceptances)
      .set({ ip_prefix: null })
      .where(eq(waiverAcceptances.accepted_by_customer_id, customer_id)),
    // The merge of a remaining record is kept, because it has the date on which the other record's notes are due.
    db.delete(attendeeMerges).where(sql`${attendeeMerges.merge_into} IN ${own}`),
    db.delete(healthReads).where(sql`${healthReads.attendee_id} IN ${own}`),
    db
      .update(attendees)
      .set(toStore({ ...erasedFields, first_name: erasedName }))
      .where(sql`${attendees.id} IN ${own}`),
    // Gives the customer's own relation all rights, so that the attendee has a manager when the relations of other
    // customers are deleted.
    db
      .update(relations)
      .set({ rights: [...rights] })
      .where(and(eq(relations.customer_id, customer_id), eq(relations.relation, 'self'))),
    db
      .delete(relations)
      .where(
        sql`${relations.customer_id} <> ${customer_id} AND ${relations.attendee_id} IN (SELECT r.attendee_id FROM relations AS r WHERE r.customer_id = ${customer_id} AND ${isOwnPerson})`,
      ),
    db
      .update(relations)
      .set({
        rights: sql`(SELECT json_group_array(DISTINCT value) FROM (SELECT value FROM json_each(relations.rights) UNION SELECT 'view' UNION SELECT 'manage'))`,
      })
      .where(
        sql`${relations.customer_id} <> ${customer_id} AND NOT ${isErased('relations.customer_id')} AND ${relations.attendee_id} IN (
          SELECT mine.attendee_id FROM relations AS mine WHERE mine.customer_id = ${customer_id})
          AND NOT EXISTS (SELECT 1 FROM relations AS third, json_each(third.rights) AS granted
            WHERE third.attendee_id = ${relations.attendee_id} AND third.customer_id <> ${customer_id}
              AND NOT ${isErased('third.customer_id')} AND granted.value = 'manage')`,
      ),
    db.update(relations).set({ archived_at: now }).where(eq(relations.customer_id, customer_id)),

    db
      .update(orderItems)
      .set({ attendee_name: null, price_reason: null })
      .where(sql`${orderItems.order_id} IN ${ownOrders}`),
    db
      .update(payments)
      .set({ card: null, client_secret: null, next_action_url: null, return_url: null })
      .where(sql`${payments.order_id} IN ${ownOrders}`),
    db
      .update(accountBalanceEntries)
      .set({ note: null })
      .where(
        sql`${accountBalanceEntries.customer_profile_id} IN (SELECT p.id FROM customer_profiles AS p WHERE p.customer_id = ${customer_id})`,
      ),
    db
      .update(refundRequests)
      .set({ reason_other: null, comment: null, decision_text: null })
      .where(sql`${refundRequests.order_id} IN ${ownOrders}`),
    db
      .update(statusHistory)
      .set({ note: null })
      .where(
        sql`${statusHistory.note} IS NOT NULL AND ((${statusHistory.object} = 'order' AND ${statusHistory.object_id} IN ${ownOrders})
          OR (${statusHistory.object} = 'registration' AND ${statusHistory.object_id} IN (SELECT r.id FROM registrations AS r WHERE r.customer_id = ${customer_id} OR r.attendee_id IN ${own}))
          OR (${statusHistory.object} = 'refund' AND ${statusHistory.object_id} IN (SELECT f.id FROM refunds AS f WHERE f.order_id IN ${ownOrders}))
          OR (${statusHistory.object} = 'data_export' AND ${statusHistory.object_id} IN (SELECT x.id FROM data_exports AS x WHERE x.customer_id = ${customer_id}))
          OR (${statusHistory.object} = 'account_deletion' AND ${statusHistory.object_id} IN (SELECT d.id FROM account_deletions AS d WHERE d.customer_id = ${customer_id}))
          OR (${statusHistory.object} = 'session_credit_entry' AND ${statusHistory.object_id} IN (SELECT e.id FROM session_credit_entries AS e WHERE e.session_credit_id IN ${ownCredits}))
          OR (${statusHistory.object} = 'payment' AND ${statusHistory.object_id} IN (SELECT p.id FROM payments AS p WHERE p.order_id IN ${ownOrders})))`,
      ),
    db.delete(dataExports).where(eq(dataExports.customer_id, customer_id)),
    // The task of an alert begins with its kind and payment.
    db
      .update(deskDecisions)
      .set({ note: null })
      .where(
        sql`${deskDecisions.task} IN (SELECT d.task FROM payments AS p CROSS JOIN desk_decisions AS d
          ON d.task >= 'payment_alert.' || p.id || '.' AND d.task < 'payment_alert.' || p.id || '/' WHERE p.order_id IN ${ownOrders})`,
      ),
    // The scheduler deletes the cards at the provider.
    db
      .update(paymentSources)
      .set({
        detached_at: sql`coalesce(${paymentSources.detached_at}, ${now})`,
        is_default: false,
        form_source: null,
        ...pick(unknownCard, ['brand', 'last4', 'exp_month', 'exp_year', 'funding', 'country']),
      })
      .where(eq(paymentSources.customer_id, customer_id)),
    db.delete(cardSetups).where(eq(cardSetups.customer_id, customer_id)),
    // The words that were agreed to prove the charges that remain; they name no one.
    db
      .update(cardChargeConsents)
      .set({ withdrawn_at: sql`coalesce(${cardChargeConsents.withdrawn_at}, ${now})` })
      .where(eq(cardChargeConsents.customer_id, customer_id)),

    db
      .update(customerProfiles)
      .set({
        is_subscribed: false,
        unsubscribe_reason_other: null,
        payment_provider_id: null,
        updated: now,
      })
      .where(eq(customerProfiles.customer_id, customer_id)),
    db
      .update(customers)
      .set({ addresses: [], phones: [], timezone: 'UTC', updated: now })
      .where(eq(customers.id, customer_id)),
    db
      .update(users)
      .set({
        first_name: erasedName,
        last_name: '',
        email: `${user_id}@erased.invalid`,
        email_key: `${user_id}@erased.invalid`,
        pending_email: null,
        phone: null,
        picture_url: null,
        password_hash: 'none',
        is_active: false,
        is_email_verified: false,
        timezone: 'UTC',
        last_login: null,
        updated: now,
      })
      .where(and(eq(users.id, user_id))),
  ]
}
