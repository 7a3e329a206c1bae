import type { Language } from '../field-rules.ts'

/** Texts of the mails about decided refunds and payments recorded by an organisation. */
const en = {
  because: 'You’re getting this email because you run this program.',
  decide: 'Decide now',
  lookAt: 'Look at it',
  record: 'Record a payment',
  link: 'The link works for 14 days and needs no password. Don’t forward this email: anyone with the link can decide.',
  order: 'Order',
  customer: 'Customer',
  due: 'Due',
  until: 'Due by',
  received: 'Received so far',
  expected: {
    subject: (who: string, amount: string, day: string) => `${who} will pay you ${amount} by ${day}`,
    heading: 'A payment is on its way to you',
    lead: (who: string, amount: string, until: string) =>
      `${who} chose to pay you ${amount} directly, by ${until}. The places are held until then.`,
    next: 'When the money arrives, record it: the places are confirmed and the customer gets the receipt.',
  },
  reminder: {
    subject: (amount: string, day: string) => `Please pay ${amount} by ${day}`,
    heading: (places: number): string =>
      places === 1 ? 'Your place is still waiting' : 'Your places are still waiting',
    lead: (amount: string, program: string, until: string, places: number) =>
      `Please pay ${amount} to ${program} by ${until}. After that, ${places === 1 ? 'this place opens' : 'these places open'} to others:`,
  },
  recorded: {
    subject: (amount: string) => `We received ${amount}`,
    heading: (amount: string) => `${amount} received, thank you`,
    lead: (program: string, amount: string, rest: string, until: string) =>
      `${program} received ${amount} from you. ${rest} is still to be paid by ${until}.`,
  },
  decided: {
    approvedSubject: (amount: string) => `Your refund of ${amount} is approved`,
    approvedHeading: (amount: string) => `You get ${amount} back`,
    approvedLead: (program: string, amount: string) => `${program} approved your request for ${amount}.`,
    otherAmount: (amount: string) => `You asked for ${amount}.`,
    toCard: (amount: string, card: string) =>
      `${amount} goes back to ${card}. It usually takes 5 to 10 days to show on your statement.`,
    byHand: (amount: string, program: string) => `${program} will get in touch about how you get ${amount}.`,
    nothingBack: 'Nothing is refunded.',
    declinedSubject: 'About the refund you asked for',
    declinedHeading: 'Your refund was declined',
    declinedLead: (program: string, amount: string) =>
      `${program} looked at your request for ${amount} and decided not to refund it.`,
    answer: (program: string) => `${program} wrote:`,
    reply: (program: string) => `Questions? Reply to this email to reach ${program}.`,
  },
  withdrawn: {
    subject: (who: string, amount: string) => `${who} withdrew a refund request for ${amount}`,
    heading: 'A refund request was withdrawn',
    lead: (who: string, amount: string) =>
      `${who} withdrew the request for ${amount}. There’s nothing left to decide. The places stay cancelled.`,
  },
  waiting: {
    subject: (amount: string) => `Your refund request for ${amount} is still open`,
    heading: 'Your request is still open',
    lead: (program: string, amount: string) =>
      `${program} hasn’t answered your request for ${amount} yet. We reminded them today. You don’t need to do anything.`,
  },
}
type DeskWords = typeof en

const fr: DeskWords = {
  because: 'Vous recevez ce courriel parce que vous gérez ce programme.',
  decide: 'Décider maintenant',
  lookAt: 'Voir de quoi il s’agit',
  record: 'Noter un paiement',
  link: 'Le lien fonctionne pendant 14 jours, sans mot de passe. Ne transférez pas ce courriel\u00a0: toute personne qui a le lien peut décider.',
  order: 'Commande',
  customer: 'Client',
  due: 'À payer',
  until: 'Au plus tard',
  received: 'Déjà reçu',
  expected: {
    subject: (who, amount, day) => `${who} vous paiera ${amount} d’ici le ${day}`,
    heading: 'Un paiement vous est promis',
    lead: (who, amount, until) =>
      `${who} a choisi de vous payer ${amount} directement, au plus tard ${until}. Les places sont retenues jusque-là.`,
    next: 'Quand l’argent est là, notez-le\u00a0: les places sont confirmées et la personne reçoit son reçu.',
  },
  reminder: {
    subject: (amount, day) => `À payer d’ici le ${day}\u00a0: ${amount}`,
    heading: (places) => (places === 1 ? 'Votre place vous attend toujours' : 'Vos places vous attendent toujours'),
    lead: (amount, program, until, places) =>
      `Veuillez payer ${amount} à ${program} au plus tard ${until}. Ensuite, ${places === 1 ? 'cette place sera offerte' : 'ces places seront offertes'} à d’autres\u00a0:`,
  },
  recorded: {
    subject: (amount) => `Nous avons reçu ${amount}`,
    heading: (amount) => `${amount} bien reçus, merci`,
    lead: (program, amount, rest, until) =>
      `${program} a reçu ${amount} de votre part. Il reste ${rest} à payer au plus tard ${until}.`,
  },
  decided: {
    approvedSubject: (amount) => `Votre remboursement de ${amount} est accepté`,
    approvedHeading: (amount) => `${amount} vous reviennent`,
    approvedLead: (program, amount) => `${program} a accepté votre demande\u00a0: ${amount}.`,
    otherAmount: (amount) => `Vous aviez demandé ${amount}.`,
    toCard: (amount, card) => `${amount} reviennent sur ${card}. Les banques mettent de 5 à 10 jours à l’afficher.`,
    byHand: (amount, program) => `${program} vous écrira pour convenir de la façon de vous rendre ${amount}.`,
    nothingBack: 'Aucun montant n’est remboursé.',
    declinedSubject: 'À propos du remboursement demandé',
    declinedHeading: 'Votre demande est refusée',
    declinedLead: (program, amount) =>
      `${program} a étudié votre demande de ${amount} et a choisi de ne pas rembourser.`,
    answer: (program) => `Réponse de ${program}\u00a0:`,
    reply: (program) => `Des questions? Répondez à ce courriel pour joindre ${program}.`,
  },
  withdrawn: {
    subject: (who, amount) => `${who} ne demande plus ${amount}`,
    heading: 'Une demande de remboursement est retirée',
    lead: (who, amount) =>
      `${who} a retiré sa demande de ${amount}. Il n’y a plus rien à décider. Les places restent annulées.`,
  },
  waiting: {
    subject: (amount) => `Votre demande de remboursement de ${amount} est toujours en attente`,
    heading: 'Votre demande est toujours en attente',
    lead: (program, amount) =>
      `${program} n’a pas encore répondu à votre demande de ${amount}. Un rappel est parti aujourd’hui. Vous n’avez rien à faire.`,
  },
}

export const deskWords: Record<Language, DeskWords> = { en, fr }
