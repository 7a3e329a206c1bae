import type { Language } from '../field-rules.ts'

type Sum = { program: string; product: string; amount: string; until: string }

const en = {
  subject: (program: string, product: string) => `${program} charged you for: ${product}`,
  heading: (amount: string) => `Please pay ${amount}`,
  lead: ({ program, product, amount, until }: Sum) =>
    `${program} charged you for: ${product}. Please pay ${amount} by ${until}.`,
  note: (program: string, note: string) => `${program} wrote: ${note}`,
  pay: 'Pay by card',
  page: (program: string, product: string) => `${program} charged you for: ${product}.`,
  /** The end of the words that a customer agrees to. */
  limit: (amount: string) =>
    `At most ${amount} for each charge, and you get a receipt for each one by email. You can withdraw this at any time under “Payment methods”.`,
  noConsent: 'This customer has not agreed to charges to a stored card, or has no card that can be charged.',
  beyondLimit: (amount: string) => `The customer agreed to at most ${amount} for each charge.`,
}

const fr: typeof en = {
  subject: (program, product) => `${program} vous facture\u00a0: ${product}`,
  heading: (amount) => `Veuillez payer ${amount}`,
  lead: ({ program, product, amount, until }) =>
    `${program} vous facture\u00a0: ${product}. Veuillez payer ${amount} au plus tard le ${until}.`,
  note: (program, note) => `Message de ${program}\u00a0: ${note}`,
  pay: 'Payer par carte',
  page: (program, product) => `${program} vous facture\u00a0: ${product}.`,
  limit: (amount) =>
    `Au plus ${amount} par facture, et vous recevez un reçu par courriel chaque fois. Vous pouvez retirer cet accord en tout temps sous «\u00a0Modes de paiement\u00a0».`,
  noConsent:
    'Cette personne n’a pas accepté que sa carte enregistrée soit débitée, ou n’a pas de carte qui puisse l’être.',
  beyondLimit: (amount) => `La personne a accepté au plus ${amount} par facture.`,
}

/** Words of the mail and the page about a charge by staff. */
export const chargeWords: Record<Language, typeof en> = { en, fr }
