import { nameList } from '#contract/name-list'
import type { Text } from '../../en.ts'

/** The French names of the Canadian taxes, for a program that names them only in English. */
const frenchTaxes: Record<string, string> = { HST: 'TVH', GST: 'TPS', QST: 'TVQ', PST: 'TVP' }

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
  inTotal: (sum) => `${sum} au total`,
  beforeTax: (sum) => `${sum} + taxes`,
  feeOf: (amount) => `${amount} de frais de réservation`,
  taxOf: (amount, name) => `${amount} de ${name}`,
  taxName: (name) => frenchTaxes[name] ?? name,
  addedLater: (taxes) => `${taxes} en sus`,
  inside: (list) => `dont ${list}`,
  and: (list) => nameList(list, 'fr'),
  included: ({ hasFee, taxes }) =>
    `${sale.and([...(hasFee ? ['frais'] : []), ...taxes])} ${hasFee ? 'compris' : taxes.length > 1 ? 'comprises' : 'comprise'}`,
  taxLater: (taxes) => `${taxes} en sus`,
}
