import type { Language } from '../field-rules.ts'

const en = {
  subject: (what: string, day: string) => `Called off on ${day}: ${what}`,
  heading: (day: string) => `Called off: ${day}`,
  lead: (program: string, what: string, day: string) =>
    `We’re sorry: ${program} has called off ${what} on ${day}. The other days take place as planned.`,
  visits: (count: number) =>
    count === 1
      ? 'You have a visit for another day instead. It is with your passes.'
      : `You have ${count} visits for other days instead. They are with your passes.`,
  calendar: 'The attached file takes this day out of your calendar.',
}
const fr: typeof en = {
  subject: (what, day) => `Annulé le ${day}\u00a0: ${what}`,
  heading: (day) => `Annulé\u00a0: ${day}`,
  lead: (program, what, day) =>
    `Nous sommes désolés\u00a0: ${program} a annulé ${what} le ${day}. Les autres jours ont lieu comme prévu.`,
  visits: (count) =>
    count === 1
      ? 'Vous avez en échange une visite pour un autre jour. Elle est avec vos forfaits.'
      : `Vous avez en échange ${count} visites pour d’autres jours. Elles sont avec vos forfaits.`,
  calendar: 'Le fichier joint retire ce jour de votre agenda.',
}

/** Texts about a day of an event that the organisation called off. */
export const dayOffWords = { en, fr } satisfies Record<Language, typeof en>
