import type { Language } from '../field-rules.ts'

/** The places of an entry in a sentence: their number, and the names if the mail may show them. */
type Who = { count: number; names: string | null }

const en = {
  joined: {
    subject: (title: string) => `You’re on the waitlist for ${title}`,
    heading: (title: string) => `You’re on the waitlist for ${title}`,
    lead: ({ count, names }: Who) =>
      count === 1
        ? `When a place opens${names ? ` for ${names}` : ''}, we email you. You pay only when you say yes.`
        : `When ${count} places open at once${names ? ` for ${names}` : ''}, we email you. You pay only when you say yes.`,
    position: (position: number) => (position === 1 ? 'You’re next in line.' : `You’re number ${position} in line.`),
    show: 'See or leave the waitlist',
  },
  interested: {
    subject: (title: string) => `You’re on the list for ${title}`,
    lead: ({ names }: Who) =>
      `When registration opens, we offer places in the order people joined${names ? `, and email you about ${names}` : ', and email you'}.`,
  },
  offer: {
    subject: ({ count, names }: Who, title: string) =>
      count === 1
        ? `A place opened${names ? ` for ${names}` : ''}: ${title}`
        : `${count} places opened${names ? ` for ${names}` : ''}: ${title}`,
    heading: ({ count, names }: Who) =>
      count === 1
        ? `A place opened${names ? ` for ${names}` : ''}`
        : `${count} places opened${names ? ` for ${names}` : ''}`,
    until: (until: string, count: number) => `${count === 1 ? 'It’s' : 'They’re'} yours until ${until}.`,
    paid: 'You pay only when you say yes.',
    open: 'See the offer',
    opening: 'Opening the page changes nothing. If you decline there, the place goes to the next family.',
  },
  expiring: {
    subject: (title: string, until: string) => `Your place in ${title} is held until ${until}`,
    heading: 'Your offer ends soon',
    lead: (until: string) => `After ${until} it goes to the next family.`,
  },
  expired: {
    subject: (title: string) => `Your offer for ${title} has ended`,
    heading: 'This offer has ended',
    lead: 'The place has gone to the next family. You weren’t charged.',
    again: 'See the event',
  },
  saleOver: {
    subject: (title: string) => `No longer sold: what you waited for at ${title}`,
    heading: 'Your wait has ended',
    lead: ({ count, names }: Who) =>
      `No place became free${names ? ` for ${names}` : ''} while ${count === 1 ? 'this was' : 'these were'} on sale. You weren’t charged.`,
    others: (title: string) => `${title} still has places:`,
    see: 'See what has places',
    explore: (program: string) => `See what ${program} offers`,
  },
  removed: {
    subject: (title: string) => `You’re no longer on the waitlist: ${title}`,
    heading: 'You’re no longer on the waitlist',
    lead: (program: string, { names }: Who) =>
      `${program} took ${names ?? 'you'} off the waitlist. You weren’t charged.`,
  },
  skipped: {
    subject: (title: string) => `A family keeps being passed over: ${title}`,
    heading: 'A family keeps being passed over',
    lead: (count: number, skips: number) =>
      `A family waits for ${count} places together. ${skips} times others behind them were offered a place, because not all of theirs were free. They keep their position.`,
    hint: 'If you can add a place, raise the number of places of the option: the offer is made automatically.',
    because: 'You’re getting this email because your program keeps a waitlist.',
  },
  total: 'In total',
  because: (program: string) => `You’re getting this email because you joined a waitlist at ${program}.`,
}

const fr: typeof en = {
  joined: {
    subject: (title) => `Vous êtes sur la liste d’attente\u00a0: ${title}`,
    heading: (title) => `Vous êtes sur la liste d’attente\u00a0: ${title}`,
    lead: ({ count, names }) =>
      count === 1
        ? `Dès qu’une place se libère${names ? ` pour ${names}` : ''}, nous vous écrivons. Vous ne payez que si vous acceptez.`
        : `Dès que ${count} places se libèrent en même temps${names ? ` pour ${names}` : ''}, nous vous écrivons. Vous ne payez que si vous acceptez.`,
    position: (position) =>
      position === 1 ? 'Vous êtes en tête de liste.' : `Vous êtes au rang ${position} de la liste.`,
    show: 'Voir ou quitter la liste d’attente',
  },
  interested: {
    subject: (title) => `Vous êtes sur la liste\u00a0: ${title}`,
    lead: ({ names }) =>
      `À l’ouverture des inscriptions, nous offrons les places dans l’ordre d’arrivée${names ? ` et vous écrivons pour ${names}` : ' et vous écrivons'}.`,
  },
  offer: {
    subject: ({ count, names }, title) =>
      count === 1
        ? `Une place s’est libérée${names ? ` pour ${names}` : ''}\u00a0: ${title}`
        : `${count} places se sont libérées${names ? ` pour ${names}` : ''}\u00a0: ${title}`,
    heading: ({ count, names }) =>
      count === 1
        ? `Une place s’est libérée${names ? ` pour ${names}` : ''}`
        : `${count} places se sont libérées${names ? ` pour ${names}` : ''}`,
    until: (until, count) => `${count === 1 ? 'Elle est à vous' : 'Elles sont à vous'} jusqu’au ${until}.`,
    paid: 'Vous ne payez que si vous acceptez.',
    open: 'Voir l’offre',
    opening: 'Ouvrir la page ne change rien. Si vous refusez, la place va à la famille suivante.',
  },
  expiring: {
    subject: (title, until) => `Votre place pour ${title} est réservée jusqu’au ${until}`,
    heading: 'Votre offre prend bientôt fin',
    lead: (until) => `Après le ${until}, elle ira à la famille suivante.`,
  },
  expired: {
    subject: (title) => `Votre offre pour ${title} a pris fin`,
    heading: 'Cette offre a pris fin',
    lead: 'La place est allée à la famille suivante. Rien ne vous a été facturé.',
    again: 'Voir l’activité',
  },
  saleOver: {
    subject: (title) => `Plus en vente\u00a0: votre attente pour ${title}`,
    heading: 'Votre attente a pris fin',
    lead: ({ count, names }) =>
      `Aucune place ne s’est libérée${names ? ` pour ${names}` : ''} avant la fin de ${count === 1 ? 'cette vente' : 'ces ventes'}. Rien ne vous a été facturé.`,
    others: (title) => `Il reste des places pour ${title}\u00a0:`,
    see: 'Voir les places libres',
    explore: (program) => `Voir les activités de ${program}`,
  },
  removed: {
    subject: (title) => `Retrait de la liste d’attente\u00a0: ${title}`,
    heading: 'Vous n’êtes plus sur la liste d’attente',
    lead: (program, { names }) =>
      `${program} a retiré ${names ?? 'votre demande'} de la liste d’attente. Rien ne vous a été facturé.`,
  },
  skipped: {
    subject: (title) => `Une famille est sans cesse dépassée\u00a0: ${title}`,
    heading: 'Une famille est sans cesse dépassée',
    lead: (count, skips) =>
      `Une famille attend ${count} places ensemble. ${skips} fois, une place a été offerte à d’autres derrière elle, parce que toutes les siennes n’étaient pas libres. Elle garde son rang.`,
    hint: 'Si vous pouvez ajouter une place, augmentez le nombre de places de l’option\u00a0: l’offre se fait automatiquement.',
    because: 'Vous recevez ce courriel parce que votre programme tient une liste d’attente.',
  },
  total: 'En tout',
  because: (program) =>
    `Vous recevez ce courriel parce que vous vous êtes inscrit à une liste d’attente de ${program}.`,
}

/** Texts of the mails about a waitlist. */
export const waitlistWords: Record<Language, typeof en> = { en, fr }
export type WaitlistWords = typeof en
