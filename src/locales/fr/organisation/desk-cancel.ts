import type { Text } from '../../en.ts'

export const deskCancel: Text['deskCancel'] = {
  link: 'Annuler l’événement',
  title: 'Annuler l’événement',
  lead: 'Toutes les personnes inscrites sont prévenues et remboursées en entier. C’est définitif.',
  sum: 'Ce qui va se passer',
  waiting: 'Personnes sur la liste d’attente, qui la quittent sans courriel',
  by: {
    card: 'Remboursé sur les cartes',
    by_hand: 'À rembourser par vous, payé hors du site',
    account_balance: 'Rendu en crédit au compte',
  },
  back: 'Remboursé au total',
  confirm: (name, amount) => (amount === null ? `Annuler ${name}` : `Annuler ${name} et rembourser ${amount}`),
  first: 'Écrivez d’abord aux familles, puis relisez le courriel. Le bouton d’annulation se trouve en dessous.',
  began: 'Cet événement a commencé\u00a0: il ne peut plus être annulé en entier.',
  daysInstead: 'Annuler plutôt les journées à venir',
  notNow: 'Cet événement ne peut pas être annulé',
  done: 'Cet événement est annulé.',
  told: (count) =>
    count === 0
      ? 'Événement annulé. Aucune famille n’était inscrite.'
      : `Événement annulé. ${count === 1 ? '1 famille est prévenue' : `${count} familles sont prévenues`}.`,
}
