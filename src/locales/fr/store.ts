import type { Text } from '../en.ts'

export const store: Text['store'] = {
  title: 'Boutique',
  description: (program) => `Ce que vous trouvez chez ${program}, en quelles tailles et à quel prix.`,
  teaser: 'À la boutique',
  open: 'Ouvrir la boutique',
  categories: 'Rayons',
  all: 'Tout',
  inside: (parent, name) => `${parent}\u00a0: ${name}`,
  products: (count) => (count < 2 ? `${count} article` : `${count} articles`),
  kinds: { rental: 'À louer' },
  saleFrom: (when) => `En vente dès le ${when}`,
  saleUntil: (when) => `En vente jusqu’au ${when}`,
  over: 'N’est plus en vente',
  notNow: 'Pas en vente pour l’instant',
  earlier: 'Articles précédents',
  later: 'Autres articles',
  emptyTitle: 'Rien ici pour l’instant',
  emptyText: 'Du nouveau paraîtra ici.',
  seeAll: 'Tout voir',
  seeEvents: 'Voir les activités',
}
