import type { Text } from '../en.ts'

export const missing: Text['missing'] = {
  title: 'Page introuvable',
  heading: 'Le sentier s’arrête ici',
  text: 'La page n’existe plus ou l’adresse est inexacte.',
  seeEvents: 'Voir toutes les activités',
  closedTitle: 'Non disponible',
  closedHeading: '{program} n’est pas disponible',
  closedText: 'Ses pages sont fermées. Vous pouvez encore consulter et annuler vos réservations.',
  seeOrders: 'Voir mes commandes',
  goHome: 'Aller à l’accueil',
  failedTitle: 'Quelque chose a mal tourné',
  failedHeading: 'C’est de notre faute',
  failedText: 'Nous n’avons pas pu afficher cette page. Réessayez dans un instant.',
  giveNumber: 'Si vous nous écrivez, indiquez ce numéro : {number}.',
  tryAgain: 'Réessayer',
}
