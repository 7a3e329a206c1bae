import type { BalanceEntryKind } from '../money/account-balance.ts'
import type { Language } from '../field-rules.ts'

const en = {
  /** The kind of an entry in the statement. */
  kinds: {
    refund_credit: 'Refund',
    gift: 'Gift',
    goodwill: 'Goodwill',
    payment: 'Payment',
    order_debit: 'Paid for an order',
    order_release: 'Returned',
    manual_adjustment: 'Correction',
    payout: 'Paid out',
  } satisfies Record<BalanceEntryKind, string>,
  /** The texts about the balance in the mails of an order. */
  order: {
    used: 'From your balance',
    paid: (amount: string) => `${amount} came from your balance.`,
  },
  refund: {
    back: (amount: string, program: string) =>
      `${amount} is on your balance with ${program}, to spend whenever you like.`,
    wanted: (program: string) => `What they approve goes on your balance with ${program}.`,
    where: 'Goes back to',
    balance: 'Their balance with you, automatically',
  },
  mail: {
    added: (amount: string, program: string) => `${amount} added to your balance at ${program}`,
    taken: (amount: string, program: string) => `${amount} taken off your balance at ${program}`,
    addedHeading: 'Your balance went up',
    takenHeading: 'Your balance went down',
    entry: 'What it is',
    amount: 'Amount',
    balance: 'Your balance now',
    owed: 'You owe now',
    spend: 'Use it when you pay for your next order.',
    owe: 'Reply to this email to settle it.',
    open: 'See your balance',
    because: 'We send this email whenever your balance changes.',
  },
}

const fr: typeof en = {
  kinds: {
    refund_credit: 'Remboursement',
    gift: 'Cadeau',
    goodwill: 'Geste commercial',
    payment: 'Paiement',
    order_debit: 'Commande payée',
    order_release: 'Montant rendu',
    manual_adjustment: 'Correction',
    payout: 'Versement',
  },
  order: {
    used: 'De votre solde',
    paid: (amount) => `Votre solde a payé ${amount}.`,
  },
  refund: {
    back: (amount, program) => `${amount} sont dans votre solde chez ${program}, à dépenser quand vous voulez.`,
    wanted: (program) => `Ce qui est accepté ira dans votre solde chez ${program}.`,
    where: 'Destination',
    balance: 'Son solde chez vous, automatiquement',
  },
  mail: {
    added: (amount, program) => `${amount} ajoutés à votre solde chez ${program}`,
    taken: (amount, program) => `${amount} retirés de votre solde chez ${program}`,
    addedHeading: 'Votre solde a augmenté',
    takenHeading: 'Votre solde a baissé',
    entry: 'Opération',
    amount: 'Montant',
    balance: 'Votre solde',
    owed: 'Vous devez',
    spend: 'Utilisez-le au paiement de votre prochaine commande.',
    owe: 'Répondez à ce courriel pour régler ce montant.',
    open: 'Voir mon solde',
    because: 'Nous envoyons ce courriel chaque fois que votre solde change.',
  },
}

/** Texts about account balances. */
export const balanceWords: Record<Language, typeof en> = { en, fr }
