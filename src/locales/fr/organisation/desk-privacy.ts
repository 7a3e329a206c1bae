import type { deskPrivacy as english } from '../../en/organisation/desk-privacy.ts'

export const deskPrivacy: typeof english = {
  title: 'Données personnelles',
  titleOf: (name) => `Données personnelles de la famille ${name}`,
  open: 'Copier ou effacer ses données',
  lead: 'Cette famille ne peut pas se connecter\u00a0: c’est vous qui répondez quand elle demande ses données ou leur effacement.',
  hasLogIn:
    'Cette famille peut se connecter, ou cette fiche est fusionnée ou effacée. Une famille qui peut se connecter télécharge ses données et supprime son compte elle-même, dans son compte, sous «\u00a0Vos données\u00a0».',
  back: 'Retour à la famille',
  reason: 'Qui le demande, et comment l’avez-vous vérifié\u00a0?',
  reasonHint: 'Votre nom et ce texte sont gardés avec la demande.',
  copyTitle: 'Une copie de ses données',
  copyText:
    'Une archive avec la famille, les réservations, les réponses, les commandes, les reçus, les messages et les notes de l’équipe. Il faut quelques minutes.',
  copyHealth:
    'Elle contient des renseignements de santé. Remettez-la seulement à la personne concernée, puis supprimez votre copie.',
  ask: 'Préparer l’archive',
  making: 'L’archive est en préparation. Rechargez cette page dans quelques minutes.',
  ready: (size, day) => `Prête à télécharger (${size}), jusqu’au ${day}.`,
  download: 'Télécharger l’archive',
  eraseTitle: 'Effacer cette famille',
  see: 'Voir ce qui est effacé',
  goes: 'Ce qui est effacé',
  goesText:
    'Les noms, téléphones et adresses, les personnes inscrites, les renseignements de santé, les réponses, les fichiers, les messages, et toutes les notes et raisons écrites par l’équipe.',
  stays: 'Ce qui reste',
  staysText:
    'Les commandes, paiements, reçus et réservations restent 7 ans, comme la loi fiscale l’exige, sans nom. Un enfant que quelqu’un d’autre gère aussi reste avec cette personne.',
  after:
    'L’effacement a lieu dans 14 jours. D’ici là, vous pouvez garder la famille. Ensuite, rien ne peut être retrouvé.',
  memberships: 'Ses abonnements sont annulés dès maintenant.',
  balanceTitle: 'Il reste un solde',
  balanceLeft: (amount) => `${amount} est perdu avec l’effacement. Versez d’abord ce montant à la famille.`,
  balanceOwed: (amount) => `La famille doit ${amount}. L’effacement n’y change rien.`,
  upcomingTitle: 'Annulez d’abord ces réservations',
  confirm: 'Effacer dans 14 jours',
  leavingTitle: (day) => `Cette famille sera effacée le ${day}`,
  leavingText: 'D’ici là, vous pouvez encore la garder.',
  keep: 'Garder cette famille',
  historyTitle: 'Demandes',
  by: (name) => `par ${name}`,
  client: 'un programme connecté',
  steps: {
    data_export: { requested: 'Archive demandée' },
    account_deletion: { scheduled: 'Effacement demandé', withdrawn: 'Famille gardée', completed: 'Effacée' },
  },
  saved: {
    export: 'L’archive est en préparation',
    erasure: 'La famille sera effacée dans 14 jours',
    kept: 'La famille reste',
  },
  problem: 'À corriger, puis réessayez',
}
