import type { Language } from '../field-rules.ts'

const en = {
  title: 'Add a card',
  text: 'We take you to our payment provider’s page. Nothing is charged now, and you come back here afterwards.',
  onward: 'Continue to the card page',
  back: 'Back without adding a card',
  closed: 'This card page has closed',
  closedText: 'No card was stored. You can open a new one from your payment methods.',
  toCards: 'See your payment methods',
}

const fr: typeof en = {
  title: 'Ajouter une carte',
  text: 'Nous vous conduisons à la page de notre prestataire de paiement. Rien n’est débité maintenant, et vous reviendrez ensuite ici.',
  onward: 'Continuer vers la page de la carte',
  back: 'Revenir sans ajouter de carte',
  closed: 'Cette page de carte est fermée',
  closedText: 'Aucune carte n’a été enregistrée. Vous pouvez en ouvrir une nouvelle dans vos modes de paiement.',
  toCards: 'Voir vos modes de paiement',
}

/** The words of the small page between a form and the card provider's own page. */
export const cardPageWords: Record<Language, typeof en> = { en, fr }
