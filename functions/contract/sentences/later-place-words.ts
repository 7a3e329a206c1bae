import type { Language } from '../field-rules.ts'

/** Texts of the mail about booked places that a membership no longer opens. */
const en = {
  because: (program: string) => `You’re getting this email because you have a place with ${program}.`,
  told: {
    subject: (count: number): string =>
      count === 1
        ? 'Your membership no longer covers a place you booked'
        : `Your membership no longer covers ${count} places you booked`,
    heading: (count: number): string =>
      count === 1 ? 'One of your places needs a payment' : 'Some of your places need a payment',
  },
  reminder: {
    subject: (count: number): string =>
      count === 1 ? 'Reminder: pay to keep a place you booked' : `Reminder: pay to keep ${count} places you booked`,
    heading: (count: number): string =>
      count === 1 ? 'Your place is about to be released' : 'Your places are about to be released',
  },
  lead: (count: number): string =>
    count === 1
      ? 'Your membership ends before this place. Nothing changes if you keep your membership.'
      : 'Your membership ends before these places. Nothing changes if you keep your membership.',
  until: (moment: string) => `Pay the normal price by ${moment} to keep it.`,
  noPrice: (moment: string) => `Only members can have this place. Without a membership, it’s released on ${moment}.`,
  rule: 'A place that isn’t paid for by then is released, and what you paid for it is refunded.',
  open: 'See these places',
}

const fr: typeof en = {
  because: (program) => `Vous recevez ce courriel parce que vous avez une place auprès de ${program}.`,
  told: {
    subject: (count) =>
      count === 1
        ? 'Votre abonnement ne couvre plus une place réservée'
        : `Votre abonnement ne couvre plus ${count} places réservées`,
    heading: (count) => (count === 1 ? 'Une de vos places est à payer' : 'Certaines de vos places sont à payer'),
  },
  reminder: {
    subject: (count) =>
      count === 1
        ? 'Rappel\u00a0: payez pour garder une place réservée'
        : `Rappel\u00a0: payez pour garder ${count} places réservées`,
    heading: (count) => (count === 1 ? 'Votre place sera bientôt libérée' : 'Vos places seront bientôt libérées'),
  },
  lead: (count) =>
    count === 1
      ? 'Votre abonnement prend fin avant cette place. Si vous le gardez, rien ne change.'
      : 'Votre abonnement prend fin avant ces places. Si vous le gardez, rien ne change.',
  until: (moment) => `Pour la garder, payez le prix normal avant le ${moment}.`,
  noPrice: (moment) => `Cette place est réservée aux membres. Sans abonnement, elle sera libérée le ${moment}.`,
  rule: 'Une place qui n’est pas payée d’ici là est libérée, et ce que vous avez payé pour elle est remboursé.',
  open: 'Voir ces places',
}

export const laterPlaceWords: Record<Language, typeof en> = { en, fr }
