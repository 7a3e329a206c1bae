/** Texts for a customer about a no-show. */
const en = {
  subject: (who: string | null, what: string) => `Marked as a no-show: ${who === null ? what : `${who}, ${what}`}`,
  heading: (who: string | null) => (who === null ? 'We missed you' : `We missed ${who}`),
  lead: (program: string) => `${program} marked this booking as a no-show:`,
  fee: (amount: string) => `By the cancellation policy, a no-show fee of ${amount} is kept.`,
  kept: 'By the cancellation policy, nothing is refunded.',
  creditUsed: 'By the cancellation policy, the visit stays used.',
  creditBack: (day: string) => `The visit goes back to your pass on ${day}.`,
  returned: (amount: string, to: string, day: string) =>
    `${amount} goes back to ${to} on ${day}. It usually takes 5 to 10 days to show on your statement.`,
  byHand: (amount: string, program: string, day: string) =>
    `You’ll get ${amount} back. ${program} will get in touch after ${day} about how.`,
  wrong: (program: string) => `Were you there? Write to ${program} within 7 days, and they can correct it.`,
  correctedSubject: (who: string | null, what: string) => `Corrected: ${who === null ? what : `${who}, ${what}`}`,
  correctedHeading: (who: string | null) =>
    who === null ? 'Your booking is corrected' : `${who}’s booking is corrected`,
  corrected:
    'This booking is no longer marked as a no-show. No fee is kept for it, and nothing changes in what you paid:',
}

const fr: typeof en = {
  subject: (who, what) => `Absence notée\u00a0: ${who === null ? what : `${who}, ${what}`}`,
  heading: (who) => (who === null ? 'Vous nous avez manqué' : `${who} nous a manqué`),
  lead: (program) => `${program} a noté une absence à cette réservation\u00a0:`,
  fee: (amount) => `Selon la politique d’annulation, des frais d’absence de ${amount} sont retenus.`,
  kept: 'Selon la politique d’annulation, rien n’est remboursé.',
  creditUsed: 'Selon la politique d’annulation, la visite reste utilisée.',
  creditBack: (day) => `La visite revient à votre forfait le ${day}.`,
  returned: (amount, to, day) =>
    `${amount} vous seront remboursés sur ${to} le ${day}. Les banques prennent de 5 à 10 jours pour l’afficher.`,
  byHand: (amount, program, day) =>
    `${amount} vous seront remboursés. ${program} vous écrira après le ${day} pour dire comment.`,
  wrong: (program) => `Vous étiez là? Écrivez à ${program} d’ici 7 jours pour faire corriger la note.`,
  correctedSubject: (who, what) => `Corrigé\u00a0: ${who === null ? what : `${who}, ${what}`}`,
  correctedHeading: (who) =>
    who === null ? 'Votre réservation est corrigée' : `La réservation de ${who} est corrigée`,
  corrected:
    'L’absence n’est plus notée à cette réservation. Aucuns frais ne sont retenus, et ce que vous avez payé ne change pas\u00a0:',
}

export const noShowWords = { en, fr }
