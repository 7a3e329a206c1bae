import type { Text } from '../../en.ts'

export const deskTeam: Text['deskTeam'] = {
  title: 'Équipe',
  counts: (active, invited) =>
    `${active} personne${active > 1 ? 's' : ''}${invited > 0 ? `, ${invited} invitation${invited > 1 ? 's' : ''} en attente` : ''}`,
  people: 'Membres',
  person: 'Personne',
  role: 'Rôle',
  lastSeen: 'Dernière visite',
  you: 'vous',
  notYet: 'pas encore',
  invitations: 'Invitations',
  until: (date) => `À accepter avant le ${date}`,
  former: (count) => `Anciens membres et invitations expirées (${count})`,
  status: {
    invited: 'Invitation envoyée',
    active: 'Accès actif',
    expired: 'Invitation expirée',
    revoked: 'Invitation annulée',
    ended: 'Accès terminé',
  },
  allEvents: 'tous les événements',
  otherEvents: (count) => (count === 1 ? '1 événement passé' : `${count} événements passés`),
  invite: 'Inviter',
  inviteLead: 'La personne reçoit un courriel avec un lien valable 10 jours.',
  email: 'Courriel',
  firstName: 'Prénom',
  lastName: 'Nom',
  jobTitle: 'Titre',
  optional: '(facultatif)',
  titleHint: 'Par exemple\u00a0: Direction du camp',
  events: 'Événements sous sa responsabilité',
  eventsHint: 'Pour les moniteurs et l’infirmerie. Sans choix, tous les événements.',
  noEvents: 'Aucun événement à venir.',
  send: 'Envoyer l’invitation',
  save: 'Enregistrer',
  change: 'Rôle et titre',
  problem: 'Rien n’a été modifié',
  end: 'Mettre fin à l’accès',
  endTitle: (name) => `Mettre fin à l’accès de ${name}\u00a0?`,
  endText:
    'L’accès au bureau se termine immédiatement, sur tous les appareils, et les liens créés par cette personne cessent de fonctionner. Ses notes et ses décisions restent à son nom. Son propre compte demeure.',
  revoke: 'Annuler l’invitation',
  revokeText: 'Le lien du courriel cesse de fonctionner immédiatement.',
  resend: 'Renvoyer',
  resendText: 'Envoie un nouveau lien. Le lien précédent cesse de fonctionner.',
  inviteAgain: 'Pour un retour dans l’équipe, envoyez une nouvelle invitation depuis la page de l’équipe.',
  saved: {
    invited: 'Invitation envoyée',
    changed: 'Modifications enregistrées',
    ended: 'Accès terminé',
    resent: 'Invitation renvoyée',
  },
  roles: 'Ce que voit chaque rôle',
  roleTexts: {
    owner: 'Tout, y compris l’équipe et l’accès d’autres logiciels.',
    manager: 'Tout, sauf l’équipe et l’accès d’autres logiciels.',
    front_desk:
      'Familles, réservations, réponses et messages. Encaisse les paiements et rembourse selon la politique. Ouvre les notes de santé avec un motif.',
    finance:
      'Paiements, remboursements, rapports et exportations. Ni réponses des enfants, ni notes de santé, ni messages.',
    coach:
      'Feuille de présence, réponses et messages de ses événements, et notes de santé de ses groupes. Pas de paiements.',
    nurse:
      'Feuille de présence, réponses et notes de santé de tous les participants de ses événements. Ni paiements ni messages.',
  },
}
