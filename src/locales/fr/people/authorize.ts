import type { Text } from '../../en.ts'

export const authorize: Text['authorize'] = {
  title: 'Autoriser l’accès',
  description: (client) => `${client} demande l’accès à votre compte.`,
  heading: (client) => `Donner à ${client} accès à votre compte?`,
  signedInAs: (email) => `Vous êtes connecté avec ${email}.`,
  other: 'Utiliser un autre compte',
  may: (client, program) => `Seulement avec ${program}, ${client} pourra\u00a0:`,
  identity: 'savoir qui vous êtes\u00a0: votre nom et votre courriel',
  rights: {
    profile:
      'voir votre téléphone et vos adresses; voir, ajouter et modifier les personnes que vous inscrivez à ce programme, y compris leurs notes de santé',
    bookings: 'voir, faire, modifier et annuler des réservations et des commandes',
    pay: 'payer des commandes, aussi avec les cartes que vous gardez auprès de ce programme; voir les paiements et demander des remboursements',
    messages: 'lire et écrire des messages avec ce programme, et voir ses avis',
  },
  mayNot:
    'Votre mot de passe ne lui est jamais communiqué. Il ne peut rien voir ni faire dans d’autres programmes, ni modifier votre compte ou votre courriel, ni partager votre famille avec d’autres adultes, ni supprimer qui que ce soit.',
  until:
    'L’accès dure au plus 90 jours. Vous pouvez y mettre fin en tout temps dans votre compte, là où vous êtes connecté.',
  endIt: 'Voir où vous êtes connecté',
  goesTo: (host) => `Dans les deux cas, vous continuez vers ${host}.`,
  unasked: (client) => `Si vous n’arrivez pas de ${client}, n’autorisez rien.`,
  allow: 'Autoriser',
  deny: 'Ne pas autoriser',
  refused: 'Ce lien ne peut pas servir',
  refusedText: {
    client_id: 'Nous ne connaissons pas l’application ou le site qui vous a envoyé ici. Rien ne lui a été communiqué.',
    redirect_uri:
      'L’application ou le site qui vous a envoyé ici a donné une adresse qui n’est pas la sienne. Rien ne lui a été communiqué.',
  },
  refusedNext: 'Retournez-y et réessayez. Si cela n’aide pas, avertissez ses responsables.',
  home: 'Trouver un programme',
}
