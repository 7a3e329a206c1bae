import type { Language } from '../field-rules.ts'

/** Texts of the mails about memberships. */
const en = {
  because: (program: string) => `You’re getting this email because you have a membership with ${program}.`,
  membership: 'Membership',
  person: 'For',
  price: 'Price',
  open: 'Pay now',
  choose: 'Choose a card',
  cards: 'Your cards',
  account: 'See your membership',
  end: 'End this membership',
  failed: {
    subject: (name: string) => `We couldn’t charge your ${name}`,
    heading: 'Your card was declined',
    noCard: (name: string, amount: string, program: string) =>
      `There’s no card left to charge ${amount} to for ${name} with ${program}: the stored card was removed.`,
    refusedCard: (name: string, amount: string, program: string) =>
      `We couldn’t charge ${amount} for your ${name} with ${program}: your bank no longer accepts your stored card. We won’t charge that card again, so please store another one.`,
    lead: (name: string, amount: string, program: string) =>
      `We couldn’t charge ${amount} for your ${name} with ${program}.`,
    next: (day: string) =>
      `You can keep using it for now, and we’ll try again on ${day}. To be sure, pay it now or store another card.`,
    closed: (day: string) =>
      `You can’t use it until it’s paid, and we’ll try again on ${day}. To keep using it, pay now or choose another card.`,
    stopped: 'You won’t be charged again. To continue, add a card: your membership restarts that day.',
  },
  trial: {
    subject: (name: string, day: string) => `Your ${name} trial ends on ${day}`,
    heading: 'Your trial ends soon',
    lead: (name: string, day: string, amount: string) =>
      `Your free trial of ${name} ends on ${day}. That day we charge ${amount} to your stored card.`,
    noCard: (name: string, day: string, amount: string) =>
      `Your free trial of ${name} ends on ${day}. To continue, choose a card by then. You’ll pay ${amount} that day.`,
    after: (price: string) => `Each period after that costs ${price}.`,
    stop: 'If you’d rather not continue, cancel before that day and you pay nothing.',
  },
  renewing: {
    subject: (name: string, day: string) => `Your ${name} renews on ${day}`,
    heading: 'Your membership renews soon',
    lead: (name: string, day: string, amount: string) =>
      `Your ${name} renews on ${day}. That day we charge ${amount} to your stored card.`,
    noCard: (name: string, day: string, amount: string) =>
      `Your ${name} renews on ${day} and costs ${amount}. You have no stored card that still works, so please store one by then.`,
    stop: (day: string) =>
      `You don’t need to do anything to keep it. If you’d rather not continue, end it before ${day}. You can use it until then, and you won’t be charged again.`,
    day: 'Renews on',
    amount: 'Amount',
  },
  price_changed: {
    subject: (name: string) => `A new price for your ${name}`,
    heading: 'The price changes',
    lead: (name: string, before: string, after: string, day: string) =>
      `Your ${name} costs ${after} instead of ${before} for periods that begin on ${day} or later. What you’ve already paid doesn’t change.`,
    stop: 'If that doesn’t work for you, you can cancel any time before then.',
  },
  changed: {
    subject: (name: string) => `Your ${name} has changed`,
    heading: 'Your membership has changed',
    lead: (program: string, name: string) =>
      `${program} changed your ${name}. Reply to this email if something is not right.`,
    change: (before: string, after: string) => `${after} (before: ${before})`,
    renewal: 'At the end of the period',
    renews: 'goes on',
    ends: (day: string) => `ends on ${day}`,
    hold: 'On hold',
    noHold: 'no',
    holdFrom: (from: string) => `from ${from}`,
    holdUntil: (from: string, until: string) => `from ${from}, and continues on ${until}`,
    everyone: 'everyone you book for',
    someone: 'someone you no longer see',
  },
  ending: {
    subject: (name: string, day: string) => `Your ${name} ends on ${day}`,
    heading: 'Your membership is ending',
    cancelledHeading: (day: string) => `You cancelled your membership. It ends on ${day}.`,
    cancelled: (name: string, day: string) =>
      `You can use your ${name} until ${day}, and you won’t be charged again. Changed your mind? You can keep it until then.`,
    over: (name: string, day: string) => `Your ${name} ends on ${day}. You won’t be charged again.`,
  },
  ended: {
    subject: (name: string) => `Your ${name} has ended`,
    heading: 'Your membership has ended',
    lead: (name: string) => `Your ${name} has ended. You won’t be charged again.`,
    returned: (amount: string) => `${amount} is on its way back to you.`,
  },
  unpaid: {
    subject: (name: string) => `Payment needed for your ${name}`,
    heading: 'Your membership needs a payment',
    lead: (name: string, amount: string) =>
      `We tried your card several times and couldn’t charge ${amount} for your ${name}. You can’t use it until you pay what’s due.`,
  },
}

const fr: typeof en = {
  because: (program) => `Vous recevez ce courriel parce que vous êtes membre de ${program}.`,
  membership: 'Abonnement',
  person: 'Pour',
  price: 'Prix',
  open: 'Payer maintenant',
  choose: 'Choisir une carte',
  cards: 'Vos cartes',
  account: 'Voir votre abonnement',
  end: 'Mettre fin à cet abonnement',
  failed: {
    subject: (name) => `Paiement refusé\u00a0: ${name}`,
    heading: 'Votre carte a été refusée',
    noCard: (name, amount, program) =>
      `Il n’y a plus de carte pour prélever ${amount} pour ${name} auprès de ${program}\u00a0: la carte enregistrée a été retirée.`,
    refusedCard: (name, amount, program) =>
      `Nous n’avons pas pu prélever ${amount} pour ${name} auprès de ${program}\u00a0: votre banque n’accepte plus votre carte enregistrée. Nous ne prélèverons plus rien sur cette carte\u00a0: enregistrez-en une autre.`,
    lead: (name, amount, program) => `Nous n’avons pas pu prélever ${amount} pour ${name} auprès de ${program}.`,
    next: (day) =>
      `L’accès vous reste ouvert pour l’instant, et nous réessaierons le ${day}. Pour être tranquille, payez maintenant ou enregistrez une autre carte.`,
    closed: (day) =>
      `L’accès est fermé jusqu’au paiement, et nous réessaierons le ${day}. Pour continuer maintenant, payez ou choisissez une autre carte.`,
    stopped:
      'Rien ne sera plus prélevé. Enregistrez une carte pour continuer\u00a0: votre abonnement reprendra ce jour-là.',
  },
  trial: {
    subject: (name, day) => `Votre essai se termine le ${day}\u00a0: ${name}`,
    heading: 'Votre essai se termine bientôt',
    lead: (name, day, amount) =>
      `Votre essai gratuit de ${name} se termine le ${day}. Ce jour-là, nous prélèverons ${amount} sur votre carte enregistrée.`,
    noCard: (name, day, amount) =>
      `Votre essai gratuit de ${name} se termine le ${day}. Pour continuer, choisissez une carte d’ici là. Vous paierez ${amount} ce jour-là.`,
    after: (price) => `Chaque période suivante coûte ${price}.`,
    stop: 'Si vous préférez ne pas continuer, annulez avant cette date et vous ne paierez rien.',
  },
  renewing: {
    subject: (name, day) => `Renouvellement le ${day}\u00a0: ${name}`,
    heading: 'Votre abonnement se renouvelle bientôt',
    lead: (name, day, amount) =>
      `${name} se renouvelle le ${day}. Ce jour-là, nous prélèverons ${amount} sur votre carte enregistrée.`,
    noCard: (name, day, amount) =>
      `${name} se renouvelle le ${day} et coûte ${amount}. Vous n’avez aucune carte enregistrée valide\u00a0: enregistrez-en une d’ici là.`,
    stop: (day) =>
      `Vous n’avez rien à faire pour continuer. Si vous préférez arrêter, mettez-y fin avant le ${day}. L’accès vous reste ouvert jusque-là, et rien d’autre ne sera prélevé.`,
    day: 'Renouvellement',
    amount: 'Montant',
  },
  price_changed: {
    subject: (name) => `Nouveau prix\u00a0: ${name}`,
    heading: 'Le prix change',
    lead: (name, before, after, day) =>
      `${name} coûtera ${after} au lieu de ${before} pour les périodes qui commencent le ${day} ou après. Ce que vous avez déjà payé ne change pas.`,
    stop: 'Si cela ne vous convient pas, vous pouvez annuler à tout moment d’ici là.',
  },
  changed: {
    subject: (name) => `Changement\u00a0: ${name}`,
    heading: 'Votre abonnement a changé',
    lead: (program, name) =>
      `${program} a modifié votre abonnement ${name}. Répondez à ce courriel si quelque chose n’est pas exact.`,
    change: (before, after) => `${after} (avant\u00a0: ${before})`,
    renewal: 'À la fin de la période',
    renews: 'se poursuit',
    ends: (day) => `prend fin le ${day}`,
    hold: 'En pause',
    noHold: 'non',
    holdFrom: (from) => `à partir du ${from}`,
    holdUntil: (from, until) => `à partir du ${from}, reprise le ${until}`,
    everyone: 'toutes les personnes que vous inscrivez',
    someone: 'une personne que vous ne voyez plus',
  },
  ending: {
    subject: (name, day) => `Fin le ${day}\u00a0: ${name}`,
    heading: 'Votre abonnement prend bientôt fin',
    cancelledHeading: (day) => `Vous avez annulé votre abonnement. Il prend fin le ${day}.`,
    cancelled: (name, day) =>
      `${name} vous reste ouvert jusqu’au ${day}, et rien d’autre ne sera prélevé. Vous pouvez changer d’avis d’ici là.`,
    over: (name, day) =>
      `${name} avait été convenu pour une durée, qui se termine le ${day}. Rien d’autre ne sera prélevé.`,
  },
  ended: {
    subject: (name) => `Abonnement terminé\u00a0: ${name}`,
    heading: 'Votre abonnement est terminé',
    lead: (name) => `${name} est terminé, et rien d’autre ne sera prélevé.`,
    returned: (amount) => `${amount} vous sont remboursés.`,
  },
  unpaid: {
    subject: (name) => `Accès fermé jusqu’au paiement\u00a0: ${name}`,
    heading: 'Votre abonnement est fermé',
    lead: (name, amount) =>
      `Nous avons essayé votre carte plusieurs fois sans pouvoir prélever ${amount} pour ${name}. L’accès est fermé jusqu’au paiement du solde.`,
  },
}

export const membershipWords: Record<Language, typeof en> = { en, fr }

/** Texts of the mail about a paid order that began or continued a membership. */
const boughtEn = {
  subject: (what: string, receipt: string) => `${what} (receipt ${receipt})`,
  heading: {
    trial: (name: string, _day: string) => `Your free trial of ${name} has begun`,
    later: (name: string, day: string) => `Your ${name} starts on ${day}`,
    begun: (name: string, _day: string) => `Your ${name} has begun`,
    renewed: (name: string, _day: string) => `Your ${name} renewed`,
  },
  next: (day: string, amount: string) => `Next payment: ${day}, ${amount}.`,
  trial: (day: string, amount: string) =>
    `It’s free until ${day}. That day we charge ${amount} to your stored card. If you’d rather not continue, cancel before then and you pay nothing.`,
  trialWithoutCard: (day: string, amount: string) =>
    `It’s free until ${day}. To continue, choose a card by then. You’ll pay ${amount} that day.`,
  /** The words about one of several things that were bought. */
  of: (name: string, text: string) => `${name}: ${text}`,
}
const boughtFr: typeof boughtEn = {
  subject: (what, receipt) => `${what} (reçu ${receipt})`,
  heading: {
    trial: (name) => `Votre essai gratuit de ${name} commence`,
    later: (name, day) => `${name} commence le ${day}`,
    begun: (name) => `Votre abonnement commence\u00a0: ${name}`,
    renewed: (name) => `Votre abonnement est renouvelé\u00a0: ${name}`,
  },
  next: (day, amount) => `Prochain paiement\u00a0: le ${day}, ${amount}.`,
  trial: (day, amount) =>
    `C’est gratuit jusqu’au ${day}. Ce jour-là, nous prélèverons ${amount} sur votre carte enregistrée. Si vous préférez ne pas continuer, annulez avant cette date et vous ne paierez rien.`,
  trialWithoutCard: (day, amount) =>
    `C’est gratuit jusqu’au ${day}. Pour continuer, choisissez une carte d’ici là. Vous paierez ${amount} ce jour-là.`,
  of: (name, text) => `${name}\u00a0: ${text}`,
}
export const boughtWords: Record<Language, typeof boughtEn> = { en: boughtEn, fr: boughtFr }
