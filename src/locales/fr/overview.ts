import type { Text } from '../en.ts'

export const overview: Text['overview'] = {
  title: 'Votre aperçu',
  description: (program) => `Vos prochaines réservations chez ${program} et ce qu’il reste à faire.`,
  hello: (name) => `Bonjour ${name}`,
  next: 'Prochaine réservation',
  now: 'En ce moment',
  today: 'Aujourd’hui',
  tomorrow: 'Demain',
  inDays: (days) => `Dans ${days} jours`,
  also: (names) => `Avec ${names}.`,
  bring: 'Quoi apporter',
  contact: 'Des questions?',
  directions: 'Itinéraire',
  later: 'Ensuite',
  allBookings: 'Toutes les réservations',
  toDo: 'À faire',
  nothingToDo: 'Rien à faire. Tout est prêt.',
  due: (amount, what) => `${amount} à payer pour ${what}`,
  finish: (what) => `Terminez votre commande\u00a0: ${what}`,
  payBy: (time) => `Payez avant le ${time} pour garder les places.`,
  heldUntil: (time) => `Réservé pour vous jusqu’au ${time}.`,
  bankWaits: 'Votre banque vous demande de confirmer le paiement.',
  seeOrder: 'Voir la commande',
  goOn: 'Passer au paiement',
  waiver: (title, name) => `${title}, pour ${name}`,
  waiverText: (event) => `À lire et à accepter avant le premier jour de ${event}.`,
  readAndAccept: 'Lire et accepter',
  acceptWaiver: (name) => `J’ai lu ce texte et je l’accepte pour ${name}`,
  waiverAccepted: 'Accepté. Merci.',
  missing: (name) => `Renseignements sur ${name}`,
  missingText: (program, fields) =>
    `À fournir à ${program} avant le premier jour\u00a0: ${fields.join(', ').toLowerCase()}.`,
  fillIn: (name) => `Compléter les renseignements sur ${name}`,
  emailBounced: 'Nos courriels ne vous parviennent pas',
  emailBouncedText: (email) =>
    `Les courriels envoyés à ${email} nous reviennent\u00a0: vous ne recevez ni reçus ni changements.`,
  checkEmail: 'Vérifier mon adresse',
  confirmEmail: 'Confirmez votre courriel',
  confirmEmailText: (email) => `Nous avons envoyé un code à ${email}.`,
}

/** The texts of the day card, which is stored on the device for use offline. */
export const dayCard: Text['dayCard'] = {
  title: 'Votre journée',
  description: (program) => `Où aller, à quelle heure et quoi apporter chez ${program}.`,
  open: 'Fiche du jour (même hors ligne)',
  kept: (when) => `Pas de réseau pour l’instant. Voici ce qui était prévu le ${when}.`,
  offline:
    'Une fois ouverte, cette page reste lisible sur votre téléphone sans réseau, jusqu’à ce que vous vous déconnectiez.',
  call: (phone) => `Appeler le ${phone}`,
  write: 'Envoyer un courriel',
}
