import type { Language } from '../field-rules.ts'

const en = {
  refunded: {
    subject: (amount: string, program: string) => `${program} refunded ${amount}`,
    heading: (amount: string) => `Your refund of ${amount}`,
    lead: (program: string, amount: string) => `${program} refunded ${amount} of your order.`,
    stays: 'What you booked stays booked.',
  },
  corrected: {
    subject: (program: string) => `${program} corrected your payment`,
    heading: 'Your payment was corrected',
    lead: (program: string, before: string, after: string) =>
      `${program} recorded ${before} as received from you. The right amount is ${after}.`,
    before: 'Recorded before',
    after: 'Recorded now',
    due: 'Still to pay',
  },
}
const fr: typeof en = {
  refunded: {
    subject: (amount, program) => `${program} vous rembourse ${amount}`,
    heading: (amount) => `Votre remboursement de ${amount}`,
    lead: (program, amount) => `${program} a remboursé ${amount} de votre commande.`,
    stays: 'Vos réservations ne changent pas.',
  },
  corrected: {
    subject: (program) => `${program} a corrigé votre paiement`,
    heading: 'Votre paiement a été corrigé',
    lead: (program, before, after) =>
      `${program} avait inscrit un paiement de ${before}. Le bon montant est de ${after}.`,
    before: 'Montant inscrit avant',
    after: 'Montant inscrit maintenant',
    due: 'Reste à payer',
  },
}

/** Texts about what an organisation's staff change for a family. */
export const staffChangeWords = { en, fr } satisfies Record<Language, typeof en>
