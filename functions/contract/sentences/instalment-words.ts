import type { Language } from '../field-rules.ts'

/** Texts of the mails about instalments. */
const en = {
  because: (program: string) =>
    `You’re getting this email because you’re paying an order with ${program} in instalments.`,
  part: (day: string) => `Instalment due ${day}`,
  states: {
    scheduled: 'Charged automatically on that day',
    charging: 'Being charged',
    paid: 'Paid',
    failed: 'Not paid yet',
    cancelled: 'Cancelled, nothing is charged',
  },
  rest: 'The other instalments are charged to your card automatically:',
  cards: 'Your cards',
  pay: 'Pay now',
  receipt: (number: string) => `Receipt ${number}`,
  upcoming: {
    subject: (amount: string, day: string) => `We’ll charge ${amount} on ${day}`,
    heading: 'Your next instalment is due soon',
    lead: (program: string, amount: string, day: string, what: string) =>
      `On ${day} we’ll charge ${amount} for ${program} to your stored card: the next instalment for ${what}. You don’t have to do anything.`,
    early: 'You can pay it earlier, or with another card, on your order’s page.',
  },
  paid: {
    subject: (amount: string) => `We received your ${amount}`,
    heading: 'Instalment paid, thank you',
    lead: (program: string, amount: string, card: string) => `${program} received ${amount} from ${card}.`,
    all: 'Your order is now paid in full.',
  },
  failed: {
    subject: (amount: string) => `We couldn’t charge ${amount}`,
    heading: 'An instalment couldn’t be charged',
    lead: (program: string, amount: string, what: string) =>
      `Your card was declined for ${amount} to ${program}, an instalment for ${what}.`,
    otherSum: (program: string, amount: string, what: string) =>
      `We tried to charge ${amount} for ${program}, an instalment for ${what}, but the card provider received a different amount. That money goes back to your card, and the instalment is still due.`,
    noCard: (program: string, amount: string, what: string) =>
      `There’s no card left to charge ${amount} for ${program} to, an instalment for ${what}: the stored card was removed.`,
    refusedCard: (program: string, amount: string, what: string) =>
      `Your bank no longer accepts your stored card, so we couldn’t charge ${amount} for ${program}, an instalment for ${what}. We won’t charge that card again.`,
    kept: 'Your place is kept.',
    onHold: 'What you’ve booked is kept. You can book more visits with your pass once this instalment is paid.',
    next: (day: string) => `We’ll try again on ${day}. To be sure, pay it now, or store another card.`,
    last: (day: string) =>
      `We’ll try one last time on ${day}. If that fails too, we’ll ask the organiser to talk to you. Please pay it now, or store another card.`,
    otherCard: {
      next: (day: string) => `Please pay it now, or store another card. We’ll charge another stored card on ${day}.`,
      last: (day: string) =>
        `Please pay it now, or store another card. We’ll charge another stored card on ${day}. If there’s none by then, we’ll ask the organiser to talk to you.`,
    },
    over: (program: string) =>
      `We won’t try again, and we’ve told ${program}. What you’ve booked is kept for now. Please pay this instalment, or reply to this email to talk about it.`,
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
  receipt: (number) => `Reçu ${number}`,
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
      `Votre carte a été refusée quand nous avons prélevé ${amount} pour ${program}, un versement pour ${what}.`,
    otherSum: (program, amount, what) =>
      `Nous avons voulu prélever ${amount} pour ${program}, un versement pour ${what}, mais le service de paiement a reçu un autre montant. Cet argent revient sur votre carte, et le versement reste à payer.`,
    noCard: (program, amount, what) =>
      `Il n’y a plus de carte pour prélever ${amount} pour ${program}, un versement pour ${what}\u00a0: la carte enregistrée a été retirée.`,
    refusedCard: (program, amount, what) =>
      `Votre banque n’accepte plus votre carte enregistrée\u00a0: nous n’avons pas pu prélever ${amount} pour ${program}, un versement pour ${what}. Nous ne prélèverons plus rien sur cette carte.`,
    kept: 'Votre place est gardée.',
    onHold:
      'Ce que vous avez réservé est gardé. Vous pourrez réserver d’autres visites avec votre forfait dès que ce versement sera payé.',
    next: (day) =>
      `Nous réessayons le ${day}. Pour être tranquille, payez-le maintenant ou enregistrez une autre carte.`,
    last: (day) =>
      `Nous réessayons une dernière fois le ${day}. Si cela échoue encore, nous demandons à l’organisation de vous parler. Payez-le maintenant ou enregistrez une autre carte.`,
    otherCard: {
      next: (day) =>
        `Payez-le maintenant ou enregistrez une autre carte. Le ${day}, nous prélèverons une autre carte enregistrée.`,
      last: (day) =>
        `Payez-le maintenant ou enregistrez une autre carte. Le ${day}, nous prélèverons une autre carte enregistrée. S’il n’y en a pas, nous demandons à l’organisation de vous parler.`,
    },
    over: (program) =>
      `Nous ne réessayons plus automatiquement, et ${program} en est averti. Ce que vous avez réservé est gardé pour l’instant. Payez ce versement, ou répondez à ce courriel pour en parler.`,
  },
}

export const instalmentWords: Record<Language, typeof en> = { en, fr }
