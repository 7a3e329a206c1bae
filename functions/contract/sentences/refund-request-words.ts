import type { Language } from '../field-rules.ts'
import type { RefundReason } from '../booking/registration.ts'

/** Texts of the mail that informs an organisation of a refund request. */
const en = {
  subject: (amount: string, order: string) => `Refund requested: ${amount}, order ${order}`,
  heading: 'A customer requested a refund',
  lead: (who: string, amount: string) =>
    `${who} cancelled and is asking for ${amount} back. Your refund policy leaves the decision to you, and nothing has been paid back yet. The places are free again.`,
  because: 'You’re getting this email because you run this program.',
  order: 'Order',
  customer: 'Customer',
  amount: 'Refund requested',
  paid: 'Paid for the order',
  reason: 'Reason',
  reasons: {
    cannot_attend: 'Can’t attend',
    illness_or_injury: 'Illness or injury',
    schedule_conflict: 'Date or time doesn’t work',
    moved_away: 'Moved away',
    wrong_selection: 'Picked the wrong option, date or person',
    duplicate: 'Booked twice',
    event_changed: 'The event was changed',
    event_cancelled: 'The event was cancelled',
    not_as_described: 'Not as described',
    unrecognised_charge: 'Doesn’t recognize this payment',
    other: 'Other reason',
  } satisfies Record<RefundReason, string>,
}
type RefundRequestWords = Omit<typeof en, 'reasons'> & { reasons: Record<RefundReason, string> }

const fr: RefundRequestWords = {
  subject: (amount, order) => `Remboursement demandé\u00a0: ${amount}, commande ${order}`,
  heading: 'Une personne demande un remboursement',
  lead: (who, amount) =>
    `${who} a annulé et demande ${amount}. Selon votre politique de remboursement, la décision vous revient; rien n’a encore été remboursé. Les places sont de nouveau libres.`,
  because: 'Vous recevez ce courriel parce que vous gérez ce programme.',
  order: 'Commande',
  customer: 'Client',
  amount: 'Remboursement demandé',
  paid: 'Payé pour la commande',
  reason: 'Raison',
  reasons: {
    cannot_attend: 'Ne peut plus participer',
    illness_or_injury: 'Maladie ou blessure',
    schedule_conflict: 'La date ou l’heure ne convient pas',
    moved_away: 'Déménagement',
    wrong_selection: 'Mauvaise option, date ou personne',
    duplicate: 'Réservé deux fois',
    event_changed: 'L’activité a été modifiée',
    event_cancelled: 'L’activité a été annulée',
    not_as_described: 'Pas comme décrit',
    unrecognised_charge: 'Ne reconnaît pas ce paiement',
    other: 'Autre raison',
  },
}

export const refundRequestWords: Record<Language, RefundRequestWords> = { en, fr }
