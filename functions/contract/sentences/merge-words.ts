import type { Language } from '../field-rules.ts'

type Clash = { from: string; into: string }
const en = {
  schedule: ({ from, into }: Clash) =>
    from === into
      ? `Both are registered for ${from}. Cancel one of the two bookings first.`
      : `${from} and ${into} overlap. Cancel one of the two bookings first.`,
  itself: 'Choose another family member. A record can’t be merged with itself.',
  alreadyMerged: 'These two have already been merged.',
  undone: 'This merge has already been undone.',
  expired: 'A merge can be undone for 30 days. That time is over.',
  changed: 'This can no longer be undone: details or bookings have been added since the merge.',
}
const fr: typeof en = {
  schedule: ({ from, into }) =>
    from === into
      ? `Les deux sont inscrits à ${from}. Annulez d’abord l’une des deux réservations.`
      : `${from} et ${into} se chevauchent. Annulez d’abord l’une des deux réservations.`,
  itself: 'Choisissez une autre personne\u00a0: une fiche ne peut pas être fusionnée avec elle-même.',
  alreadyMerged: 'Ces deux fiches sont déjà fusionnées.',
  undone: 'Cette fusion est déjà annulée.',
  expired: 'Une fusion peut être annulée pendant 30 jours. Ce délai est passé.',
  changed: 'Cette fusion ne peut plus être annulée\u00a0: des détails ou des réservations se sont ajoutés depuis.',
}

/** Texts of the calls of a merge. */
export const mergeWords = { en, fr } satisfies Record<Language, typeof en>
