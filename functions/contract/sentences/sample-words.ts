import type { Language } from '../field-rules.ts'

const en = {
  camp: {
    name: 'Sample: Otter Camp',
    summary: 'Five days on the water for ages 6 to 12',
    description: 'This is a sample. Change it into your own camp, or take the sample season out.',
  },
  class: {
    name: 'Sample: Pottery after school',
    summary: 'Four Tuesdays at the wheel',
    description: 'This is a sample. Change it into your own class, or take the sample season out.',
  },
  open: {
    name: 'Sample: Open morning',
    summary: 'Come and look around, free for everyone',
    description: 'This is a sample. Change it into your own event, or take the sample season out.',
  },
  fullDay: { name: 'Full day', description: 'Monday to Friday, 9 to 4' },
  halfDay: { name: 'Half day', description: 'Monday to Friday, 9 to noon' },
  place: { name: 'One place' },
}
const fr: typeof en = {
  camp: {
    name: 'Exemple\u00a0: Camp des loutres',
    summary: 'Cinq jours sur l’eau, de 6 à 12 ans',
    description: 'Ceci est un exemple. Faites-en votre propre camp, ou retirez la saison d’exemple.',
  },
  class: {
    name: 'Exemple\u00a0: Poterie après l’école',
    summary: 'Quatre mardis au tour',
    description: 'Ceci est un exemple. Faites-en votre propre cours, ou retirez la saison d’exemple.',
  },
  open: {
    name: 'Exemple\u00a0: Matinée portes ouvertes',
    summary: 'Venez visiter, c’est gratuit pour tous',
    description: 'Ceci est un exemple. Faites-en votre propre activité, ou retirez la saison d’exemple.',
  },
  fullDay: { name: 'Journée entière', description: 'Du lundi au vendredi, de 9 h à 16 h' },
  halfDay: { name: 'Demi-journée', description: 'Du lundi au vendredi, de 9 h à midi' },
  place: { name: 'Une place' },
}

/** Texts of the sample season by language. */
export const sampleWords = { en, fr } satisfies Record<Language, typeof en>
