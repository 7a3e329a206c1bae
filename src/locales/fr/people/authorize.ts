import type { Text } from '../../en.ts'

export const authorize: Text['authorize'] = {
  title: 'Autoriser l’accès',
  description: (client) => `${client} demande l’accès à votre compte.`,
  heading: (client) => `Donner à ${client} accès à votre compte?`,
  signedInAs: (email) => `Vous êtes connecté avec ${email}.`,
  other: 'Utiliser un autre compte',
  may: (client) => `${client} pourra faire ce que vous pouvez faire ici\u00a0:`,
  rights: [
    'voir et modifier votre nom, votre téléphone et vos adresses',
    'voir et modifier votre famille, y compris les notes de santé',
    'voir, faire et annuler des réservations et des commandes',
  ],
  mayNot:
    'Votre mot de passe ne lui est jamais communiqué, et il ne peut changer ni votre mot de passe ni votre courriel.',
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
