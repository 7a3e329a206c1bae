import type { Language } from '../field-rules.ts'

const en = {
  archive: {
    readme: (site: string, at: string) => `Your data from ${site}, as of ${at}

account.json    your account, the programs you joined and where you are logged in
notifications.json  your notifications, and which ones you chose
family.json     the people you manage, with health information and who read it, where you may see it
bookings.json   every place you registered for, with your answers
groups.json     the groups of events that your places are in
changed_answers.json   answers that changed after a booking, as they were and as they are
signed_waivers.json   the waivers you signed, with their texts
orders.json     your orders with items, discounts, payments and refunds
balances.json   what went into and out of your balance with each program
feedback.json   the feedback you gave
messages.json   your conversations with programs
support.json    what you wrote to support while logged in
receipts.json   your receipts and credit notes, as they were issued
receipts/       the confirmation of every paid order, to open in a browser
calendar.ics    all your places, for a calendar program
files/          the files you uploaded

The .json files are text in UTF-8. Times are in UTC.
Amounts are in the smallest unit of their currency (value) and as you saw them (display).
Keep this archive in a safe place: it holds personal and health information.
`,
  },
  byStaff: {
    hasLogIn:
      'This customer can log in. Ask them to download their data or delete their account themselves, in their account under “Your data”.',
    isGone: 'This record was merged into another one or is erased already.',
    erasing: 'This record is set to be erased, so it can’t be merged. The organisation can keep it first.',
  },
  exportReady: {
    subject: (from: string) => `Your data from ${from} is ready`,
    heading: 'Your data is ready',
    lead: 'You asked for a copy of your data. Log in to download it.',
    open: 'Download my data',
    until: (day: string) => `The download works until ${day}. Then we delete it.`,
    because: 'You’re getting this because you asked for your data.',
  },
  deletionScheduled: {
    subject: (from: string) => `Your account at ${from} will be deleted`,
    heading: 'Your account will be deleted',
    lead: (day: string) => `We’ll delete it on ${day}. Changed your mind? Log in before then.`,
    kept: 'Tax law requires us to keep orders, payments and receipts for 7 years. We keep them without your name.',
    notMe: 'If this wasn’t you, keep your account and change your password.',
    open: 'Keep my account',
    because: 'You’re getting this because your account is set to be deleted.',
  },
  deletionWithdrawn: {
    subject: (from: string) => `Your account at ${from} stays`,
    heading: 'Your account stays',
    lead: 'You kept your account. Nothing was deleted.',
    because: 'You’re getting this because you kept your account.',
  },
}

const fr: typeof en = {
  archive: {
    readme: (site, at) => `Vos données de ${site}, en date du ${at}

account.json    votre compte, les programmes où vous êtes inscrit et vos appareils connectés
notifications.json  ce qui vous a été annoncé, et ce que vous choisissez de recevoir
family.json     les personnes que vous gérez, avec les renseignements de santé que vous pouvez voir et qui les a consultés
bookings.json   toutes vos inscriptions, avec vos réponses
groups.json     les groupes où se trouvent vos places
changed_answers.json   les réponses modifiées après une inscription, avant et après
signed_waivers.json   les décharges que vous avez signées, avec leurs textes
orders.json     vos commandes avec articles, rabais, paiements et remboursements
balances.json   ce qui est entré dans votre solde avec chaque programme, et ce qui en est sorti
feedback.json   comment vous avez noté vos activités
messages.json   vos conversations avec les programmes
support.json    ce que vous avez écrit au soutien en étant connecté
receipts.json   vos reçus et notes de crédit, tels qu’émis
receipts/       la confirmation de chaque commande payée, à ouvrir dans un navigateur
calendar.ics    toutes vos places, pour un agenda
files/          les fichiers que vous avez téléversés

Les fichiers .json sont du texte en UTF-8. Les heures sont en UTC.
Les montants sont dans la plus petite unité de la devise (value) et tels que vous les avez vus (display).
Gardez cette archive en lieu sûr\u00a0: elle contient des renseignements personnels et de santé.
`,
  },
  byStaff: {
    hasLogIn:
      'Cette personne peut se connecter. Demandez-lui de télécharger ses données ou de supprimer son compte elle-même, dans son compte, sous «\u00a0Vos données\u00a0».',
    isGone: 'Cette fiche a été fusionnée avec une autre ou est déjà effacée.',
    erasing: 'Cette fiche doit être effacée et ne peut pas être fusionnée. L’organisation peut d’abord la garder.',
  },
  exportReady: {
    subject: (from) => `Vos données de ${from} sont prêtes`,
    heading: 'Vos données sont prêtes',
    lead: 'Vous avez demandé une copie de vos données. Connectez-vous pour la télécharger.',
    open: 'Télécharger mes données',
    until: (day) => `Le téléchargement est possible jusqu’au ${day}. Ensuite, nous le supprimons.`,
    because: 'Nous envoyons ce courriel quand une copie des données d’un compte est demandée.',
  },
  deletionScheduled: {
    subject: (from) => `Votre compte chez ${from} sera supprimé`,
    heading: 'Votre compte sera supprimé',
    lead: (day) => `Nous le supprimons le ${day}. D’ici là, vous pouvez vous connecter et le garder.`,
    kept: 'Les commandes, paiements et reçus restent 7 ans, comme la loi fiscale l’exige, sans votre nom.',
    notMe: 'Si ce n’était pas vous, gardez votre compte et changez votre mot de passe.',
    open: 'Garder mon compte',
    because: 'Nous envoyons ce courriel chaque fois qu’un compte doit être supprimé.',
  },
  deletionWithdrawn: {
    subject: (from) => `Votre compte chez ${from} reste`,
    heading: 'Votre compte reste',
    lead: 'Vous avez gardé votre compte. Rien n’a été supprimé.',
    because: 'Nous envoyons ce courriel chaque fois qu’un compte qui devait être supprimé est gardé.',
  },
}

/** Texts of an archive and of the mails about a customer's own data. */
export const privacyWords: Record<Language, typeof en> = { en, fr }
