import type { Language } from '../field-rules.ts'

const en = {
  request: {
    heading: (title: string, person: string) => `How was ${title} for ${person}?`,
    lead: (when: string) => `${when}. Tap a star, then add a word if you like.`,
    poor: 'Poor',
    wonderful: 'Wonderful',
    star: (rating: number) => `${rating} of 5`,
    nothingSaved: (program: string) =>
      `The page opens with your star. Nothing is saved until you send it there, and you can change it for 14 days. ${program} reads it, no one else.`,
    choose: 'Choose which emails you get',
    because: (person: string, title: string) => `You’re getting this email because ${person} was at ${title}.`,
  },
  digest: {
    subject: (count: number, program: string) =>
      count === 1 ? `New feedback for ${program}` : `${count} new ratings for ${program}`,
    heading: (count: number) =>
      count === 1 ? 'One family told you how it was' : `${count} families told you how it was`,
    average: (average: string) => `On average ${average} of 5.`,
    more: (count: number) => `And ${count} more. The list and its CSV file have them all.`,
    answer: (name: string) => `Answer ${name}`,
    mailSubject: (title: string) => `Your feedback about ${title}`,
    reply: 'Your answer becomes a message to that family. They read it in their mail and on the site.',
    because: 'You’re getting this email, at most once a day, because families sent feedback.',
  },
  conversation: {
    subject: (title: string, person: string) => `Feedback: ${title}, ${person}`,
    rating: (rating: number) => `Rating: ${rating} of 5`,
  },
  page: {
    title: (title: string) => `How was ${title}?`,
    heading: (person: string) => `How was it for ${person}?`,
    rating: 'Your rating',
    ratings: ['Poor', 'Not so good', 'Fine', 'Good', 'Wonderful'],
    comments: 'What should we keep, what should we change?',
    optional: '(optional)',
    readBy: (program: string) => `${program} reads this. No one else.`,
    send: 'Send',
    save: 'Save changes',
    until: (day: string) => `No need to log in. You can change this until ${day}.`,
    days: 'No need to log in. You can change this for 14 days.',
    ratingMissing: 'Choose 1 to 5.',
    thanks: 'Thank you',
    saved: (program: string) => `${program} has your feedback.`,
    youSaid: (rating: number, word: string) => `Your rating: ${rating} of 5, ${word.toLowerCase()}.`,
    change: 'Change it',
    closed: 'Thank you, this is closed now',
    closedText: (program: string) => `Feedback can be changed for 14 days. ${program} has what you sent.`,
    expired: 'This link has expired',
    expiredText: (program: string) => `Links to feedback last 60 days. You can still write to ${program}.`,
    unknown: 'This link doesn’t work',
    unknownText: 'Open the newest email and tap a star there. If that doesn’t help, write to us.',
    toProgram: (program: string) => `To ${program}`,
    write: 'Write to us',
    tooMany: 'Too many attempts. Wait a minute, then try again.',
  },
  csv: ['Date', 'Event', 'Event date', 'Attendee', 'Customer', 'Email', 'Rating', 'Comments'],
}

const fr: typeof en = {
  request: {
    heading: (title, person) => `${title}\u00a0: comment ça s’est passé pour ${person}?`,
    lead: (when) => `${when}. Touchez une étoile, puis ajoutez un mot si vous le souhaitez.`,
    poor: 'Décevant',
    wonderful: 'Formidable',
    star: (rating) => `${rating} sur 5`,
    nothingSaved: (program) =>
      `La page s’ouvre avec votre étoile. Rien n’est enregistré avant que vous l’envoyiez, et vous pouvez modifier votre avis pendant 14 jours. Seule l’équipe de ${program} le lit.`,
    choose: 'Choisir les courriels que vous recevez',
    because: (person, title) => `Vous recevez ce courriel parce que ${person} a participé à ${title}.`,
  },
  digest: {
    subject: (count, program) =>
      count === 1 ? `Un nouvel avis pour ${program}` : `${count} nouveaux avis pour ${program}`,
    heading: (count) =>
      count === 1 ? 'Une famille vous dit comment c’était' : `${count} familles vous disent comment c’était`,
    average: (average) => `En moyenne ${average} sur 5.`,
    more: (count) => `Et ${count} de plus. La liste et son fichier CSV les contiennent tous.`,
    answer: (name) => `Répondre à ${name}`,
    mailSubject: (title) => `Votre avis sur ${title}`,
    reply: 'Votre réponse devient un message à cette famille. Elle la lit dans ses courriels et sur le site.',
    because: 'Vous recevez ce courriel, au plus une fois par jour, parce que des familles ont donné leur avis.',
  },
  conversation: {
    subject: (title, person) => `Avis\u00a0: ${title}, ${person}`,
    rating: (rating) => `Note\u00a0: ${rating} sur 5`,
  },
  page: {
    title: (title) => `${title}\u00a0: votre avis`,
    heading: (person) => `Comment ça s’est passé pour ${person}?`,
    rating: 'Votre note',
    ratings: ['Décevant', 'Pas terrible', 'Correct', 'Bien', 'Formidable'],
    comments: 'Que faut-il garder, que faut-il changer?',
    optional: '(facultatif)',
    readBy: (program) => `Seule l’équipe de ${program} lit ceci.`,
    send: 'Envoyer',
    save: 'Enregistrer les modifications',
    until: (day) => `Aucune connexion nécessaire. Vous pouvez modifier votre avis jusqu’au ${day}.`,
    days: 'Aucune connexion nécessaire. Vous pouvez modifier votre avis pendant 14 jours.',
    ratingMissing: 'Choisissez de 1 à 5.',
    thanks: 'Merci',
    saved: (program) => `${program} a reçu votre avis.`,
    youSaid: (rating, word) => `Votre note\u00a0: ${rating} sur 5, ${word.toLowerCase()}.`,
    change: 'Le modifier',
    closed: 'Merci, c’est maintenant clos',
    closedText: (program) => `Un avis peut être modifié pendant 14 jours. ${program} a bien reçu le vôtre.`,
    expired: 'Ce lien n’est plus valable',
    expiredText: (program) => `Les liens vers un avis durent 60 jours. Vous pouvez toujours écrire à ${program}.`,
    unknown: 'Ce lien ne fonctionne pas',
    unknownText: 'Ouvrez le courriel le plus récent et touchez-y une étoile. Si cela ne suffit pas, écrivez-nous.',
    toProgram: (program) => `Vers ${program}`,
    write: 'Nous écrire',
    tooMany: 'Trop de tentatives. Attendez une minute, puis réessayez.',
  },
  csv: ['Date', 'Activité', 'Date de l’activité', 'Participant', 'Client', 'Courriel', 'Note', 'Commentaires'],
}

/** Texts about feedback. */
export const feedbackWords: Record<Language, typeof en> = { en, fr }
