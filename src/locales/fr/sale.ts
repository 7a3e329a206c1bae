import type { Text } from '../en.ts'

export const sale: Text['sale'] = {
  ages: ({ minimum, maximum }) => {
    if (minimum !== null && minimum === maximum) return `${minimum}\u00a0ans`
    if (minimum !== null && maximum !== null) return `De ${minimum} à ${maximum}\u00a0ans`
    if (minimum !== null) return `${minimum}\u00a0ans et plus`
    return maximum === null ? 'Tous les âges' : `Jusqu’à ${maximum}\u00a0ans`
  },
  shortAges: (ages) => sale.ages(ages),
  free: 'Gratuit',
  freeTo: (price) => `De 0 $ à ${price}`,
  from: (price) => `à partir de ${price}`,
  placesLeft: (count) => (count === 1 ? 'Dernière place' : `Plus que ${count}\u00a0places`),
  available: 'Places libres',
  soldOut: 'Complet',
  opens: (when) => `Dès le ${when}`,
  opensLater: 'Bientôt',
  saleEnded: 'Vente terminée',
  closed: 'Inscriptions fermées',
  ended: 'Activité terminée',
  cancelled: 'Annulé par l’organisation',
  withPackage: 'Réservé aux membres',
  partner: 'Sur le site du partenaire',
  tax: (percent, name) => `${name === 'HST' ? 'la TVH' : name === 'GST' ? 'la TPS' : `la taxe ${name}`} (${percent})`,
  fee: (amount) => `les frais de réservation de ${amount}`,
  smallFee: (amount) => `les frais de réservation de ${amount}`,
  plus: (a, b) => `${a} + ${b}`,
  and: (list) => list.join(' et '),
  pricesBefore: (list) => `Prix avant ${list}.`,
  pricesInclude: (list) => `Les prix comprennent ${list}.`,
}
