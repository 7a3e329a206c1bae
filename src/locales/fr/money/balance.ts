import type { Text } from '../../en.ts'

export const balance: Text['balance'] = {
  title: 'Votre solde',
  description: (program) => `Ce que vous avez chez ${program}, et d’où cela vient.`,
  have: (program) => `À dépenser chez ${program}. Vous pouvez l’utiliser au moment de payer.`,
  owe: (amount, program) =>
    `Vous devez ${amount} à ${program}. Vous pouvez régler ce montant ici, ou avec votre prochaine commande.`,
  pay: (amount) => `Payer ${amount}`,
  goOn: (amount) => `Continuer à payer ${amount}`,
  problem: 'Cela n’a pas fonctionné',
  owed: 'Vous devez',
  zero: 'Il n’y a rien dans votre solde pour le moment.',
  statement: 'Relevé',
  day: 'Jour',
  what: 'Opération',
  amount: 'Montant',
  after: 'Solde',
  order: (receipt) => `Commande ${receipt}`,
  anOrder: 'Commande',
  empty: 'Il ne s’est encore rien passé ici',
  emptyText: 'Les remboursements vers votre solde, les cadeaux et les corrections apparaîtront ici.',
  newer: 'Plus récents',
  older: 'Plus anciens',
  see: 'Relevé',
}
