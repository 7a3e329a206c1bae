import type { ownData as english } from '../../en/records/own-data.ts'

export const ownData: typeof english = {
  title: 'Vos données',
  description: (program) => `Téléchargez vos données de ${program} ou supprimez votre compte.`,
  open: 'Télécharger vos données ou supprimer votre compte',
  copyTitle: 'Une copie de vos données',
  copyText:
    'Une archive avec votre compte, votre famille, vos réservations, vos commandes, vos reçus et vos fichiers. Il faut quelques minutes; nous vous écrivons quand elle est prête.',
  copyHealth: 'Elle contient des renseignements de santé. Gardez-la en lieu sûr.',
  ask: 'Préparer mes données',
  making: 'Nous préparons vos données et vous écrirons quand elles seront prêtes.',
  ready: (size, day) => `Prête à télécharger (${size}), jusqu’au ${day}.`,
  download: 'Télécharger mes données',
  leaveTitle: 'Supprimer votre compte',
  goes: 'Ce qui disparaît',
  goesText:
    'Vos nom, courriel, téléphone et adresses, les personnes que vous gérez, les renseignements de santé, les réponses, les fichiers et vos messages au soutien.',
  stays: 'Ce qui reste, et jusqu’à quand',
  staysText:
    'Les commandes, paiements et reçus restent 7 ans, comme la loi fiscale l’exige, sans votre nom. Un enfant que quelqu’un d’autre gère aussi reste avec cette personne.',
  mind: 'Vous avez 14 jours pour changer d’avis. D’ici là, rien n’est supprimé.',
  balanceTitle: 'Il reste un solde',
  balanceLeft: (amount, program) =>
    `${amount} chez ${program}. Ce montant est perdu quand votre compte est supprimé\u00a0: dépensez-le avant, ou demandez qu’on vous le verse.`,
  balanceOwed: (amount, program) => `Vous devez ${amount} à ${program}. Supprimer votre compte n’y change rien.`,
  upcomingTitle: 'Annulez d’abord ces réservations',
  seeBookings: 'Voir mes réservations',
  password: 'Mot de passe actuel',
  passwordHint: 'Inutile si vous vous êtes connecté il y a moins de 10 minutes.',
  leave: 'Supprimer mon compte',
  leavingTitle: (day) => `Votre compte sera supprimé le ${day}`,
  leavingText: 'D’ici là, vous pouvez l’utiliser comme avant, et le garder.',
  stay: 'Garder mon compte',
  stayed: 'Votre compte reste',
  requested: 'Nous vous écrirons quand vos données seront prêtes',
  left: 'Nous supprimerons votre compte dans 14 jours. La date est dans le courriel envoyé, et aucun abonnement ne sera plus facturé.',
  back: 'Retour au compte',
  problem: 'À corriger, puis réessayez',
}
