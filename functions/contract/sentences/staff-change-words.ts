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
  answers: {
    subject: (who: string | null, event: string) =>
      who === null ? `Answers changed, ${event}` : `Answers for ${who} changed, ${event}`,
    heading: (who: string | null) => (who === null ? 'Answers changed' : `Answers for ${who} changed`),
    leadAlone: (program: string) => `${program} changed answers of this booking.`,
    lead: (program: string) => `${program} changed these answers. Reply to this email if something is not right.`,
    change: (before: string, after: string) => `${after} (before: ${before})`,
    none: 'no answer',
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
  answers: {
    subject: (who, event) =>
      who === null ? `Réponses modifiées, ${event}` : `Réponses modifiées pour ${who}, ${event}`,
    heading: (who) => (who === null ? 'Des réponses ont changé' : `Les réponses pour ${who} ont changé`),
    leadAlone: (program) => `${program} a modifié des réponses de cette réservation.`,
    lead: (program) => `${program} a modifié ces réponses. Répondez à ce courriel si quelque chose n’est pas exact.`,
    change: (before, after) => `${after} (avant\u00a0: ${before})`,
    none: 'sans réponse',
  },
}

/** Texts about what an organisation's staff change for a family. */
export const staffChangeWords = { en, fr } satisfies Record<Language, typeof en>
