import type { Text } from '../../en.ts'

export const deskFirstDay: Text['deskFirstDay'] = {
  title: 'De zéro à un premier camp en vente',
  lead: (left) =>
    `Il reste ${left < 2 ? 'une étape' : `${left} étapes`}. Suivez l’ordre qui vous convient et passez ce dont vous n’avez pas besoin.`,
  steps: {
    brand: 'Nom et image',
    payment: 'Comment les familles vous paient',
    place: 'Un lieu',
    camp: 'Un camp en vente',
    look: 'Voir le site comme un parent',
  },
  open: {
    brand: 'Ajoutez votre logo ou une couleur. Les familles les voient sur chaque page.',
    payment:
      'Indiquez comment les familles paient à votre bureau ou par virement. Pour les cartes, demandez un contrat aux responsables de ce site.',
    place: 'Ajoutez-le dans le formulaire de votre premier camp, ou choisissez «\u00a0En ligne\u00a0».',
    camp: 'Indiquez les dates, les places et un prix, puis publiez-le.',
    look: 'Voyez votre site comme les familles le voient.',
  },
  draft: {
    place: 'Ajoutez-le à votre brouillon.',
    camp: 'Votre brouillon est enregistré. Complétez-le, puis publiez-le.',
  },
  status: { open: 'À faire', done: 'Terminé', skipped: 'Passé' },
  toSite: 'Voir votre site',
  skip: 'Passer',
  undo: 'Annuler',
  of: (act, step) => `${act}\u00a0: ${step}`,
  skipped: (step) => `Vous avez passé «\u00a0${step}\u00a0».`,
  problem: 'Rien n’a été modifié',
  sample:
    'Vous préférez voir un exemple\u00a0? Ajoutez une saison d’exemple dans la page Saison, et retirez-la quand vous voulez.',
  toSeason: 'Aller à la saison',
}
