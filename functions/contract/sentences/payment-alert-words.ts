import type { Language } from '../field-rules.ts'

/** Texts of the mail to an organisation about a payment that needs attention, by reason. */
const en = {
  /** Each alert has its own subject, because mail programs group mails with the same one. */
  subject: (title: string, amount: string, order: string) => `${title}: ${amount}, order ${order}`,
  title: {
    too_little: 'Too little was paid',
    too_much: 'Too much was paid',
    not_wanted: 'A payment came that nothing was due for',
    other_part: 'An instalment came with another amount',
    other_order: 'A payment names another order',
    other_payment: 'A payment is reported as another one',
    other_currency: 'A payment came in another currency',
    refund_disputed: 'A refund met a dispute',
    refund_failed: 'A refund didn’t go through',
    refund_by_hand: 'A refund has to be made by hand',
    dispute: 'A payment is disputed',
    instalment_unpaid: 'An instalment stays unpaid',
    dispute_won: 'A dispute is won',
    dispute_lost: 'A dispute is lost',
  } as Record<string, string>,
  heading: 'A payment needs your attention',
  because: 'You’re getting this email because you run this program.',
  why: {
    too_little: 'The card provider received less than the order costs. The order stays unpaid.',
    too_much: 'The card provider received more than the order costs. The order is confirmed.',
    not_wanted: 'A payment arrived for an order that had nothing left to pay. It’s being refunded.',
    other_part:
      'The card provider received a different amount than the instalment. It’s being refunded, and the instalment stays due.',
    other_order: 'The card provider reports a different order for this payment. Nothing was confirmed.',
    other_payment: 'The card provider reports a different payment. Nothing was confirmed.',
    other_currency: 'The card provider reports a different currency for this payment. Nothing was confirmed.',
    refund_disputed:
      'A refund didn’t go through, because the cardholder disputes the payment with the bank: the bank has the money. Nothing else has to be returned unless the dispute is decided for you. We told the customer.',
    refund_failed: 'A refund didn’t go through. We told the customer that you’ll find another way.',
    refund_by_hand: 'This was paid outside the site, so it has to be refunded outside the site.',
    dispute:
      'The cardholder disputes this payment with the bank, which takes the money back for now. Answer in the card provider’s dashboard by the date shown there. Cancelling places of the order returns none of this money.',
    instalment_unpaid:
      'We tried to charge an instalment five times without success, and we won’t try again. The places are kept. The family knows and can still pay on the order’s page; talk to them about what happens next.',
    dispute_won: 'The bank decided the dispute of this payment for you. The money is yours again.',
    dispute_lost:
      'The bank decided the dispute of this payment for the cardholder. The money is gone, and cancelling places of the order returns none of it a second time.',
  } as Record<string, string>,
  order: 'Order',
  payment: 'Payment',
  amount: 'Amount',
  refund: 'Refund',
  received: 'Received',
}

const fr: typeof en = {
  subject: (title, amount, order) => `${title}\u00a0: ${amount}, commande ${order}`,
  title: {
    too_little: 'Paiement trop bas',
    too_much: 'Paiement trop élevé',
    not_wanted: 'Paiement reçu alors que rien n’était dû',
    other_part: 'Versement d’un autre montant',
    other_order: 'Paiement lié à une autre commande',
    other_payment: 'Paiement signalé comme un autre',
    other_currency: 'Paiement dans une autre devise',
    refund_disputed: 'Remboursement d’un paiement contesté',
    refund_failed: 'Remboursement non abouti',
    refund_by_hand: 'Remboursement à faire vous-même',
    dispute: 'Paiement contesté',
    instalment_unpaid: 'Versement impayé',
    dispute_won: 'Contestation gagnée',
    dispute_lost: 'Contestation perdue',
  },
  heading: 'Un paiement est à vérifier',
  because: 'Vous recevez ce courriel parce que vous gérez ce programme.',
  why: {
    too_little: 'Le service de paiement a reçu moins que le prix. La commande reste impayée.',
    too_much: 'Le service de paiement a reçu plus que le prix. La commande est confirmée.',
    not_wanted: 'Un paiement est arrivé pour une commande où il n’y avait plus rien à payer. Il est remboursé.',
    other_part:
      'Le service de paiement a reçu un autre montant que le versement. Il est remboursé, et le versement reste à payer.',
    other_order: 'Le service de paiement indique une autre commande pour ce paiement. Rien n’a été confirmé.',
    other_payment: 'Le service de paiement indique un autre paiement. Rien n’a été confirmé.',
    other_currency: 'Le service de paiement indique une autre devise pour ce paiement. Rien n’a été confirmé.',
    refund_disputed:
      'Un remboursement n’a pas fonctionné, car la personne conteste le paiement auprès de sa banque\u00a0: c’est la banque qui a l’argent. Rien d’autre n’est à rembourser, sauf si la contestation est tranchée en votre faveur. La personne le sait.',
    refund_failed: 'Un remboursement n’a pas fonctionné. La personne sait que vous trouverez un autre moyen.',
    refund_by_hand: 'Ce paiement a été fait en dehors du site; le remboursement doit l’être aussi.',
    dispute:
      'La personne conteste ce paiement auprès de sa banque, qui reprend l’argent pour l’instant. Répondez dans le tableau de bord du service de paiement avant la date indiquée. Annuler des places de la commande ne rend rien de cet argent.',
    instalment_unpaid:
      'Un versement d’une commande payée en plusieurs fois n’a pas pu être prélevé après cinq essais et ne sera plus essayé automatiquement. Les places sont gardées. La famille est avertie et peut encore payer sur la page de la commande; voyez avec elle la suite.',
    dispute_won: 'La banque a tranché la contestation en votre faveur. L’argent vous est rendu.',
    dispute_lost:
      'La banque a tranché la contestation en faveur de la personne. L’argent est perdu, et annuler des places de la commande n’en rend rien une deuxième fois.',
  },
  order: 'Commande',
  payment: 'Paiement',
  amount: 'Montant',
  refund: 'Remboursement',
  received: 'Reçu',
}

export const paymentAlertWords: Record<Language, typeof en> = { en, fr }
