import type { Text } from '../../en.ts'

const people = (count: number) => `${count} personne${count > 1 ? 's' : ''}`
const families = (count: number) => `${count} famille${count > 1 ? 's' : ''}`

export const deskDayOff: Text['deskDayOff'] = {
  title: 'Annuler une journée',
  lead: 'Les familles sont prévenues dix minutes après votre confirmation. D’ici là, vous pouvez revenir en arrière.',
  noDays:
    'Aucune journée ne peut être annulée ici. Un événement d’un seul jour s’annule en entier, et les jours passés restent tels quels.',
  calledOff: 'Journées annulées',
  sent: 'Les familles ont été prévenues.',
  undoUntil: (time) => `Vous pouvez revenir en arrière jusqu’à ${time}.`,
  undo: (day) => `Rétablir le ${day}`,
  day: 'Jour',
  text: 'Que doivent savoir les familles?',
  textHint: 'Ce texte figure tel quel dans le courriel.',
  returns: 'Que reçoivent les familles?',
  return: {
    none: 'Aucun remboursement',
    share: 'La part du prix pour la journée',
    balance: 'La part de la journée en crédit au compte',
    amount: 'Un montant par personne',
    visit: 'Une visite d’un forfait',
  },
  returnText: {
    none: 'Seulement le courriel',
    share: 'Selon leur mode de paiement, frais et taxes compris',
    balance: 'Utilisable tout de suite pour tout ce que vous vendez',
    amount: 'Selon leur mode de paiement',
    visit: 'Par personne, valide comme si elle était achetée aujourd’hui',
  },
  noExceptions: 'Votre rôle ne permet pas de rembourser ici. Demandez à la direction d’ajouter un remboursement.',
  amount: 'Montant par personne',
  visitOf: 'Forfait de la visite',
  visits: (count) => (count === 1 ? '1 visite' : `${count} visites`),
  preview: 'Voir ce qui sera envoyé',
  sum: (day) => `Annuler le ${day}`,
  children: 'Personnes inscrites',
  families: 'Familles prévenues par courriel',
  back: 'Remboursé aux familles',
  confirm: (day, amount) => (amount === null ? `Annuler le ${day}` : `Annuler le ${day} et rembourser ${amount}`),
  letter: (count) => `À ${families(count)}, par courriel`,
  option: (name, count) => `${name}, ${people(count)}`,
  problem: 'Rien n’a été modifié',
  saved: {
    called_off: 'Journée annulée. Vous avez dix minutes pour revenir en arrière.',
    restored: 'La journée a lieu. Personne n’a été prévenu.',
  },
}
