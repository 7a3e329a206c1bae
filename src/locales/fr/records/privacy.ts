import type { Text } from '../../en.ts'

export const privacy: Text['privacy'] = {
  title: 'Confidentialité',
  description: (who) => `Ce que ${who} conserve à votre sujet, qui y a accès et ce que vous pouvez faire.`,
  lead: (program) =>
    `${program} décide des renseignements à demander. Muster exploite ce site de réservation pour son compte.`,
  siteLead:
    'Chaque organisation décide des renseignements à demander. Muster exploite le site de réservation pour chacune d’elles.',
  fromProgram: (program) => `Message de ${program}`,
  keepTitle: 'Ce que nous conservons',
  keep: [
    'Votre compte\u00a0: nom, courriel, téléphone et un mot de passe que nous ne pouvons pas lire.',
    'Vos clés d’accès, si vous en ajoutez\u00a0: une clé publique, le nom que vous lui donnez et sa dernière utilisation. Votre empreinte, votre visage ou votre code ne quittent jamais votre appareil.',
    'Les personnes que vous inscrivez\u00a0: nom, date de naissance, contact d’urgence et vos réponses aux formulaires d’inscription.',
    'Les renseignements de santé que vous donnez\u00a0: antécédents médicaux, restrictions alimentaires et numéro de carte d’assurance maladie. Ils sont conservés sous forme chiffrée et effacés 30 jours après la dernière activité réservée auprès d’une organisation.',
    'Vos commandes\u00a0: ce que vous avez réservé, ce que vous avez payé et ce qui a été remboursé.',
    'De votre carte, seulement la marque, les quatre derniers chiffres et la date d’expiration.',
  ],
  howLongTitle: 'Combien de temps nous le conservons',
  howLong: ({ years, sentDays, sessionDays, supportYears }) => [
    `Vos commandes, vos paiements, vos reçus et leur historique\u00a0: tant que vous avez un compte, puis ${years}\u00a0ans après sa suppression, parce que les lois fiscales l’exigent.`,
    'Tout le reste à votre sujet\u00a0: jusqu’à ce que vous supprimiez votre compte ou que vous en demandiez la suppression.',
    `Quel message nous vous avons envoyé, et quand\u00a0: ${sentDays}\u00a0jours.`,
    `Les connexions\u00a0: ${sessionDays}\u00a0jours après leur fin. Les codes et les mots de passe erronés\u00a0: un jour. Les liens vers un nouveau mot de passe\u00a0: une semaine.`,
    'Les avis dans votre compte\u00a0: 12\u00a0mois. Les réservations et les commandes dont ils parlent restent.',
    'Qui a lu les renseignements de santé\u00a0: 12\u00a0mois.',
    `Ce que vous avez écrit à notre soutien\u00a0: ${supportYears}\u00a0ans après le dernier mot.`,
  ],
  whoTitle: 'Qui y a accès',
  who: (program) =>
    `${program} voit les inscriptions et les commandes que vous faites auprès d’elle. Les autres organisations de ce site ne les voient pas.`,
  siteWho:
    'Une organisation voit les inscriptions et les commandes que vous faites auprès d’elle. Les autres organisations ne les voient pas.',
  health: 'Renseignements de santé',
  cookiesTitle: 'Témoins (cookies)',
  cookies:
    'Nous utilisons des témoins pour garder votre session ouverte, afficher votre panier, retenir le code de réduction d’un lien et vous rendre ce que vous avez écrit quand un formulaire est à revoir. Aucun ne sert à la publicité.',
  cookiesIfAgreed: (who) =>
    `Nous utilisons des témoins pour garder votre session ouverte, afficher votre panier, retenir le code de réduction d’un lien et vous rendre ce que vous avez écrit quand un formulaire est à revoir. Ceux de ${who} ne sont déposés que si vous les acceptez.`,
  counting: {
    title: 'Mesure des visites',
    label: 'Peut-on compter les visites?',
    ask: (program, who) =>
      `Acceptez-vous que ${program} compte votre visite avec ${who}? Des témoins sont déposés et les pages que vous ouvrez ici leur sont communiquées.`,
    more: 'En savoir plus',
    yes: 'Oui',
    no: 'Non',
    text: (program, who) =>
      `${program} mesure ses visites et l’effet de sa publicité avec ${who}, pour les visiteurs qui l’acceptent. Jamais quand vous vous connectez, inscrivez quelqu’un, payez ou consultez votre compte.`,
    states: {
      open: 'Vous n’avez pas encore répondu\u00a0: rien n’est mesuré.',
      yes: 'Vous avez dit oui\u00a0: vos visites sont mesurées.',
      no: 'Vous avez dit non\u00a0: rien n’est mesuré.',
      objected: 'Votre navigateur demande de ne pas vous suivre\u00a0: rien n’est mesuré.',
    },
    change: 'Modifier votre réponse',
  },
  choicesTitle: 'Vos choix',
  choices: 'Consultez et modifiez votre nom et votre courriel dans votre compte en tout temps.',
  ask: 'Pour consulter ou corriger vos autres renseignements, les faire supprimer ou poser une question, écrivez à',
  siteAsk:
    'Pour consulter ou corriger vos autres renseignements, les faire supprimer ou poser une question, écrivez à l’organisation auprès de laquelle vous avez réservé.',
}
