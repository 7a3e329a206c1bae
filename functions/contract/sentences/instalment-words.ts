import type { Language } from '../field-rules.ts'

/** Words of the mails about the parts of an order. */
const en = {
  because: (program: string) => `You’re getting this email because you pay an order with ${program} in parts.`,
  part: (day: string) => `Part due ${day}`,
  states: {
    scheduled: 'Charged by itself on that day',
    charging: 'Being charged',
    paid: 'Paid',
    failed: 'Not paid yet',
    cancelled: 'Cancelled, nothing is charged',
  },
  rest: 'The other parts are charged to your card by themselves:',
  cards: 'Your cards',
  pay: 'Pay now',
  upcoming: {
    subject: (amount: string, day: string) => `We charge ${amount} on ${day}`,
    heading: 'A part of your order is due soon',
    lead: (program: string, amount: string, day: string, what: string) =>
      `On ${day} we charge ${amount} for ${program} to your stored card: the next part of ${what}. You don’t have to do anything.`,
    early: 'You can pay it earlier, or with another card, on the page of your order.',
  },
  paid: {
    subject: (amount: string) => `We received your ${amount}`,
    heading: 'A part is paid, thank you',
    lead: (program: string, amount: string, card: string) => `${program} received ${amount} from ${card}.`,
    all: 'Your order is now paid in full.',
  },
  failed: {
    subject: (amount: string) => `We couldn’t charge ${amount}`,
    heading: 'A part could not be charged',
    lead: (program: string, amount: string, what: string) =>
      `Your card was refused when we charged ${amount} for ${program}, a part of ${what}. Your place is kept.`,
    next: (day: string) => `We try again on ${day}. To be sure, pay it now, or store another card.`,
    last: (day: string) =>
      `We try one last time on ${day}. If that fails too, we ask the organiser to talk to you. Please pay it now, or store another card.`,
    over: (program: string) =>
      `We don’t try again by ourselves, and told ${program}. Your place is kept for now. Please pay this part, or reply to this email to talk about it.`,
  },
}

const fr: typeof en = {
  because: (program) =>
    `Vous recevez ce courriel parce que vous payez en plusieurs fois une commande auprès de ${program}.`,
  part: (day) => `Versement du ${day}`,
  states: {
    scheduled: 'Prélevé automatiquement ce jour-là',
    charging: 'Prélèvement en cours',
    paid: 'Payé',
    failed: 'Pas encore payé',
    cancelled: 'Annulé, rien ne sera prélevé',
  },
  rest: 'Les autres versements seront prélevés automatiquement sur votre carte\u00a0:',
  cards: 'Vos cartes',
  pay: 'Payer maintenant',
  upcoming: {
    subject: (amount, day) => `Nous prélevons ${amount} le ${day}`,
    heading: 'Un versement approche',
    lead: (program, amount, day, what) =>
      `Le ${day}, nous prélevons ${amount} pour ${program} sur votre carte enregistrée\u00a0: le prochain versement pour ${what}. Vous n’avez rien à faire.`,
    early: 'Vous pouvez le payer plus tôt, ou avec une autre carte, sur la page de votre commande.',
  },
  paid: {
    subject: (amount) => `Nous avons reçu votre versement de ${amount}`,
    heading: 'Versement payé, merci',
    lead: (program, amount, card) => `${program} a reçu ${amount} de ${card}.`,
    all: 'Votre commande est maintenant entièrement payée.',
  },
  failed: {
    subject: (amount) => `Le versement de ${amount} n’a pas pu être prélevé`,
    heading: 'Un versement n’a pas pu être prélevé',
    lead: (program, amount, what) =>
      `Votre carte a été refusée quand nous avons prélevé ${amount} pour ${program}, un versement pour ${what}. Votre place est gardée.`,
    next: (day) =>
      `Nous réessayons le ${day}. Pour être tranquille, payez-le maintenant ou enregistrez une autre carte.`,
    last: (day) =>
      `Nous réessayons une dernière fois le ${day}. Si cela échoue encore, nous demandons à l’organisation de vous parler. Payez-le maintenant ou enregistrez une autre carte.`,
    over: (program) =>
      `Nous ne réessayons plus automatiquement, et ${program} en est averti. Votre place est gardée pour l’instant. Payez ce versement, ou répondez à ce courriel pour en parler.`,
  },
}

/** The words in a language. */
export const instalmentWords: Record<Language, typeof en> = { en, fr }
