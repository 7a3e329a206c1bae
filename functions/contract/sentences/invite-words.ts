import type { Language } from '../field-rules.ts'

const en = {
  sent: 'Invites sent',
  nothingSent: 'Nothing was sent',
  notInvites:
    'This isn’t a file of invites. Send a CSV in UTF-8 whose first line is email,first_name,last_name, with 1 to 2000 rows.',
  rowErrors: (good: number) =>
    good === 0
      ? 'Every row has a mistake. No one was invited; correct them and send the file again.'
      : `Some rows have mistakes. No one was invited; correct them and send the file again, or send it with skip_errors=true to invite the other ${good === 1 ? 'person' : `${good} people`}.`,
  mail: {
    subject: (from: string) => `${from} invites you to book online`,
    heading: (name: string) => `Hello ${name}`,
    lead: (from: string) =>
      `${from} invites you to create an account on its booking site. With it you can register your family, pay, and find everything about your bookings in one place.`,
    open: 'Create your account',
    once: (from: string) =>
      `You get this email once. If you don’t create an account, ${from} won’t write to you through this site again.`,
    because: (from: string) =>
      `${from} gave us your name and address to send you this invite. We don’t keep them once it’s sent.`,
  },
}
const fr: typeof en = {
  sent: 'Invitations envoyées',
  nothingSent: 'Rien n’a été envoyé',
  notInvites:
    'Ce n’est pas un fichier d’invitations. Envoyez un CSV en UTF-8 dont la première ligne est email,first_name,last_name, avec de 1 à 2000 lignes.',
  rowErrors: (good) =>
    good === 0
      ? 'Chaque ligne contient une erreur. Personne n’a été invité; corrigez le fichier et renvoyez-le.'
      : `Certaines lignes contiennent des erreurs. Personne n’a été invité; corrigez-les et renvoyez le fichier, ou envoyez-le avec skip_errors=true pour inviter ${good === 1 ? 'l’autre personne' : `les ${good} autres personnes`}.`,
  mail: {
    subject: (from) => `${from} vous invite à réserver en ligne`,
    heading: (name) => `Bonjour ${name}`,
    lead: (from) =>
      `${from} vous invite à créer un compte sur son site de réservation. Vous pourrez y inscrire votre famille, payer et retrouver toutes vos réservations au même endroit.`,
    open: 'Créer votre compte',
    once: (from) =>
      `Vous ne recevez ce courriel qu’une fois. Si vous ne créez pas de compte, ${from} ne vous écrira plus par ce site.`,
    because: (from) =>
      `${from} nous a donné votre nom et votre adresse pour vous envoyer cette invitation. Nous ne les gardons pas une fois qu’elle est partie.`,
  },
}

/** Texts of invites to a program and their call. */
export const inviteWords = { en, fr } satisfies Record<Language, typeof en>
