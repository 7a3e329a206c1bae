import type { Text } from '../en.ts'

/** The texts of the page of an online booking. */
export const online: Text['online'] = {
  title: (name) => `Rejoindre ${name}`,
  description: 'Quand ça commence, comment y entrer et quoi préparer.',
  forWhom: (who, when) => `Pour ${who}. ${when}`,
  until: 'Temps restant avant le début',
  startsIn: (time) =>
    `Ça commence dans ${[
      time.days > 0 && `${time.days} ${time.days === 1 ? 'jour' : 'jours'}`,
      time.hours > 0 && `${time.hours} ${time.hours === 1 ? 'heure' : 'heures'}`,
      (time.minutes > 0 || time.days + time.hours === 0) &&
        `${time.minutes} ${time.minutes > 1 ? 'minutes' : 'minute'}`,
    ]
      .filter(Boolean)
      .join(', ')}.`,
  opens: (when) => `Vous pourrez entrer dès ${when}, sur cette page.`,
  canJoin: (who) => `C’est ouvert, ${who}`,
  started: (when) => `Commencé ${when}`,
  late: 'Vous pouvez encore entrer.',
  join: 'Entrer maintenant',
  newTab: 'S’ouvre dans un nouvel onglet.',
  ends: (when) => `Vous pouvez entrer jusqu’à ${when}.`,
  ended: (name) => `${name} est terminé`,
  endedText: (who) => `Nous espérons que ${who} a passé un bon moment.`,
  cancelled: 'Cette réservation est annulée',
  cancelledText: 'Il n’y a rien à rejoindre. Votre commande montre ce qui vous revient.',
  notConfirmed: 'Cette place n’est pas encore confirmée',
  notConfirmedText: 'Dès qu’elle l’est, vous pourrez entrer d’ici.',
  noAddress: 'Le lien n’est pas encore là',
  noAddressText: (program) => `Demandez à ${program} comment y entrer.`,
  more: 'Voir toutes les activités',
  bookings: 'Mes réservations',
  prepare: 'Se préparer',
  prepareText: 'Un endroit calme, et un appareil avec son et caméra. Essayez-le quelques minutes d’avance.',
  good: 'Bon à savoir',
  onlyFor: (who) => `Ce lien est seulement pour ${who}. Ne le partagez pas.`,
  running: 'En retard? Vous pouvez entrer jusqu’à la fin.',
  help: 'Impossible d’entrer?',
}
