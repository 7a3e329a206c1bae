import type { Language } from '../field-rules.ts'

const en = {
  itself: 'Choose another customer. A record can’t be merged with itself.',
  twoLogIns: 'Both customers have a log-in. Only a record without one can be merged into another.',
  otherWay: 'This customer has a log-in and the other one doesn’t. Merge the other one into this one.',
  sameMembership: 'Both have the same membership. End one of them first.',
  balance: 'Balance of the record that was merged',
  notOfAccount: 'This link was sent to another account. Log in with the email that got it.',
  mail: {
    offered: {
      subject: (program: string) => `${program} has bookings for you`,
      heading: 'Add these bookings to your account?',
      lead: (program: string) =>
        `${program} has bookings for someone with this email address. If they are yours, add them to your account. Your children, bookings and orders are then in one place.`,
      proof:
        'Log in with this email address, then enter the date of birth of one of the children. The link expires in 10 days.',
      open: 'Add the bookings',
      because: (program: string) =>
        `${program} entered your email address for a family. If that wasn’t you, ignore this email.`,
    },
    merged: {
      subject: (program: string) => `Bookings at ${program} are in your account now`,
      heading: 'Your bookings are in one account',
      lead: (program: string) => `What ${program} had under a second record of your family is in your account now:`,
      people: 'People',
      places: 'Places',
      orders: 'Orders',
      mistake: 'Is something here not yours? Tell the program within 30 days, and it can undo this.',
      open: 'Open your account',
      because: (program: string) => `You have an account with ${program}.`,
    },
  },
  page: {
    title: 'Add bookings to your account',
    lead: (program: string) =>
      `${program} has bookings for your family. Enter a date of birth to add them to your account.`,
    logIn: 'Log in first, with the email address that got the link.',
    open: 'Log in',
    join: 'Add the bookings',
    completion: 'Or the link of a booking that you got from the program',
    done: 'The bookings are in your account now.',
    toAccount: 'Open your account',
  },
}
const fr: typeof en = {
  itself: 'Choisissez une autre fiche\u00a0: une fiche ne peut pas être fusionnée avec elle-même.',
  twoLogIns: 'Les deux personnes ont un compte. Seule une fiche sans compte peut être fusionnée avec une autre.',
  otherWay: 'Cette personne a un compte et l’autre n’en a pas. Fusionnez l’autre fiche avec celle-ci.',
  sameMembership: 'Les deux ont le même abonnement. Mettez d’abord fin à l’un des deux.',
  balance: 'Solde de la fiche fusionnée',
  notOfAccount: 'Ce lien a été envoyé à un autre compte. Connectez-vous avec l’adresse qui l’a reçu.',
  mail: {
    offered: {
      subject: (program) => `${program} a des réservations pour vous`,
      heading: 'Ajouter ces réservations à votre compte ?',
      lead: (program) =>
        `${program} a des réservations pour une personne qui a cette adresse courriel. Si elles sont à vous, ajoutez-les à votre compte. Vos enfants, vos réservations et vos commandes seront alors au même endroit.`,
      proof:
        'Connectez-vous avec cette adresse, puis entrez la date de naissance de l’un des enfants. Le lien expire dans 10 jours.',
      open: 'Ajouter les réservations',
      because: (program) =>
        `${program} a entré votre adresse courriel pour une famille. Si ce n’est pas vous, ignorez ce courriel.`,
    },
    merged: {
      subject: (program) => `Les réservations chez ${program} sont dans votre compte`,
      heading: 'Vos réservations sont dans un seul compte',
      lead: (program) =>
        `Ce que ${program} avait dans une deuxième fiche de votre famille est maintenant dans votre compte :`,
      people: 'Personnes',
      places: 'Places',
      orders: 'Commandes',
      mistake:
        'Quelque chose n’est pas à vous ? Dites-le à l’organisme dans les 30 jours ; il peut annuler cette fusion.',
      open: 'Ouvrir votre compte',
      because: (program) => `Vous avez un compte chez ${program}.`,
    },
  },
  page: {
    title: 'Ajouter des réservations à votre compte',
    lead: (program) =>
      `${program} a des réservations pour votre famille. Entrez une date de naissance pour les ajouter à votre compte.`,
    logIn: 'Connectez-vous d’abord, avec l’adresse courriel qui a reçu le lien.',
    open: 'Se connecter',
    join: 'Ajouter les réservations',
    completion: 'Ou le lien d’une réservation reçu de l’organisme',
    done: 'Les réservations sont maintenant dans votre compte.',
    toAccount: 'Ouvrir votre compte',
  },
}

/** Texts of the calls that merge two customers. */
export const customerMergeWords = { en, fr } satisfies Record<Language, typeof en>
