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
}

const fr: typeof en = {
  subject: (program, product) => `${program} vous facture\u00a0: ${product}`,
  heading: (amount) => `Veuillez payer ${amount}`,
  lead: ({ program, product, amount, until }) =>
    `${program} vous facture\u00a0: ${product}. Veuillez payer ${amount} au plus tard le ${until}.`,
  note: (program, note) => `Message de ${program}\u00a0: ${note}`,
  pay: 'Payer par carte',
  page: (program, product) => `${program} vous facture\u00a0: ${product}.`,
}

/** Words of the mail and the page about a charge by staff. */
export const chargeWords: Record<Language, typeof en> = { en, fr }
