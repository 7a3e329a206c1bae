import type { Language } from '../field-rules.ts'

/** Names of card networks. */
const brands: Record<string, string> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'eftpos',
  interac: 'Interac',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

const en = {
  card: (brand: string, last4: string) => `${brand} ending ${last4}`,
  unknownBrand: 'Card',
  expiring: {
    subject: (card: string, program: string) => `Your ${card} at ${program} expires soon`,
    heading: 'Your card expires soon',
    lead: (card: string, month: string, program: string) =>
      `${card}, which you keep with ${program}, expires at the end of ${month}.`,
    next: 'Add your new card so you don’t have to type it for your next booking. Then you can remove this one.',
    open: 'Update your cards',
    because: (program: string) => `You’re getting this email because you keep a card with ${program}.`,
  },
}

const fr: typeof en = {
  card: (brand: string, last4: string) => `${brand} se terminant par ${last4}`,
  unknownBrand: 'Carte',
  expiring: {
    subject: (card: string, program: string) => `Votre ${card} expire bientôt – ${program}`,
    heading: 'Votre carte expire bientôt',
    lead: (card: string, month: string, program: string) =>
      `La carte ${card}, enregistrée auprès de ${program}, expire à la fin de ${month}.`,
    next: 'Ajoutez votre nouvelle carte pour payer votre prochaine inscription sans rien saisir. Vous pourrez ensuite retirer celle-ci.',
    open: 'Mettre à jour vos cartes',
    because: (program: string) =>
      `Vous recevez ce courriel parce que vous avez enregistré une carte auprès de ${program}.`,
  },
}

/** Texts about stored cards. */
export const cardWords: Record<Language, typeof en> = { en, fr }

/** A card in short: its network and its last four digits. */
export function cardName(card: { brand: string | null; last4: string | null }, language: Language): string {
  const words = cardWords[language]
  const brand = brands[card.brand ?? ''] ?? words.unknownBrand
  return card.last4 === null ? brand : words.card(brand, card.last4)
}
