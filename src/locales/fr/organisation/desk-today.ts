import { nameList } from '#contract/name-list'
import type { Text } from '../../en.ts'

const some = (count: number, one: string, many: string) => `${count} ${count < 2 ? one : many}`

export const deskToday: Text['deskToday'] = {
  title: 'Aujourd’hui',
  coming: (people, camps, appointments) =>
    [
      ...(camps > 0 ? [`${some(people, 'personne', 'personnes')} à ${some(camps, 'activité', 'activités')}`] : []),
      ...(appointments > 0 ? [`${appointments} rendez-vous`] : []),
    ].join(' et '),
  waiting: 'À faire',
  nothingWaits: 'Rien ne vous attend pour le moment.',
  by: (moment) => `au plus tard ${moment}`,
  since: (moment) => `depuis ${moment}`,
  others: (count) => `et ${some(count, 'autre personne', 'autres personnes')}`,
  decide: 'Décider',
  reply: 'Répondre',
  record: 'Inscrire',
  respond: 'Répondre',
  waivers: (count) => some(count, 'décharge manque pour demain', 'décharges manquent pour demain'),
  refund: (name, amount) => `${name} demande un remboursement de ${amount}`,
  messages: (count) => some(count, 'message sans réponse', 'messages sans réponse'),
  promised: (name, amount) => `${name} a promis de payer ${amount}`,
  promisedText: 'Inscrivez le paiement quand vous l’aurez reçu.',
  disputed: (name, amount) => `${name} conteste ${amount}`,
  disputedText: 'La banque garde l’argent jusqu’à la décision sur la contestation.',
  here: 'Aujourd’hui sur place',
  checkIn: 'Noter les présences',
  asOf: (moment) => `À ${moment}`,
  noneExpected: 'Personne n’est attendu aujourd’hui.',
  starts: 'Heure',
  camp: 'Activité',
  arrived: 'Arrivées',
  alerts: 'Alertes',
  calledOff: 'Annulé',
  marks: ({ expected, here, picked_up, absent }) =>
    [
      `${here + picked_up} sur ${expected + here + picked_up + absent}`,
      ...(expected > 0 ? [`${expected} à venir`] : []),
      ...(picked_up > 0 ? [some(picked_up, 'est repartie', 'sont reparties')] : []),
      ...(absent > 0 ? [some(absent, 'absence', 'absences')] : []),
    ].join(', '),
  unsigned: (count) => some(count, 'décharge manquante', 'décharges manquantes'),
  aside: 'Ventes et nouvelles réservations',
  week: 'Les 7 derniers jours',
  nothingSold: 'Rien n’a été vendu.',
  sold: 'vendus',
  yearAgo: (amount) => `${amount} les mêmes jours l’an dernier`,
  byDay: (days) => `Ventes par jour\u00a0: ${days.join(', ')}`,
  orders: (orders, items) => `${some(orders, 'commande', 'commandes')}, ${some(items, 'article', 'articles')}`,
  returned: 'Remboursé',
  due: 'Encore dû',
  newBookings: 'Nouveau depuis hier',
  noneNew: 'Aucune nouvelle réservation.',
  names: (names) => nameList(names, 'fr'),
  more: (count) => `et ${some(count, 'autre réservation', 'autres réservations')}`,
}
