import type { Text } from '../../en.ts'

export const paymentMethods: Text['paymentMethods'] = {
  title: 'Modes de paiement',
  description: (program) => `Les cartes avec lesquelles vous payez ${program}.`,
  lead: (program) => `${program} ne voit jamais vos numéros de carte. Notre partenaire de paiement les conserve.`,
  yourCards: 'Vos cartes',
  none: 'Aucune carte pour l’instant',
  noneText: 'Ajoutez une carte ici, ou gardez-en une lors de votre prochain paiement.',
  isDefault: 'Par défaut',
  expires: (month) => `Expire le ${month}`,
  expiresSoon: (month) => `Expire bientôt, ${month}`,
  expired: (month) => `Expirée, ${month}`,
  makeDefault: 'Utiliser par défaut',
  remove: 'Retirer',
  removeTitle: (card) => `Retirer ${card}?`,
  removeText: 'Vous pourrez l’ajouter de nouveau à tout moment. Vos inscriptions déjà payées ne changent pas.',
  removeDefaultText: 'Votre carte la plus récente devient la carte par défaut.',
  removeIt: (card) => `Retirer ${card}`,
  keepIt: 'La garder',
  problem: 'Votre carte n’a pas été modifiée',
  done: {
    added: 'Votre carte est enregistrée.',
    removed: 'La carte est retirée.',
    default: 'Votre carte par défaut a changé.',
    left: 'Aucune carte n’a été enregistrée. Vous pouvez rouvrir la page de la carte.',
    ended:
      'La page de la carte est fermée, et aucune carte n’a été enregistrée. Vous pouvez en ouvrir une nouvelle.',
    waiting: 'Votre banque n’a pas encore répondu. La carte sera enregistrée dès qu’elle l’aura fait.',
  },
  refused:
    'La banque n’a pas confirmé l’enregistrement de cette carte. Confirmez de nouveau ou utilisez une autre carte.',
  verifyTitle: 'Confirmez d’abord votre courriel',
  verifyText: 'Pour garder une carte, confirmez votre courriel avec le code que nous vous avons envoyé.',
  verify: 'Confirmer votre courriel',
  keepAtCheckout:
    'Pour garder une nouvelle carte, cochez «\u00a0Garder cette carte\u00a0» lors de votre prochain paiement.',
  notOffered: (program) => `${program} n’accepte pas les cartes en ligne.`,
  add: {
    title: 'Ajouter une carte',
    text: 'Rien n’est facturé maintenant. Votre banque peut vous demander de confirmer.',
    makeDefault: 'L’utiliser par défaut',
    press: 'Ajouter la carte',
    sending: 'Ajout…',
    problem: 'Votre carte n’a pas été ajoutée',
    toBank: 'Continuer vers votre banque',
    toBankText: 'Votre banque veut que vous confirmiez l’enregistrement de cette carte. Vous reviendrez ensuite ici.',
    onPage:
      'Saisissez la carte sur la page de notre prestataire de paiement. Rien n’est débité maintenant, et vous revenez ensuite ici.',
    toPage: 'Continuer vers la page de la carte',
    unreachable: 'Nous n’avons pas pu joindre le site. Vous pouvez réessayer sans risque.',
  },
  full: (count) => `Vous gardez ${count} cartes. Retirez-en une pour en ajouter une autre.`,
}
