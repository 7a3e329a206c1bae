import type { Language } from '../field-rules.ts'

const en = {
  done: {
    logged_out: 'You are logged out.',
    revoked: 'The log-in is ended.',
    code_sent: 'We sent you a new code.',
    already_verified: 'Your email is confirmed already.',
    email_restored: 'Your email is back as it was, and every device is logged out.',
  },
  mail: {
    hello: (name: string) => `Hello ${name},`,
    ignore: 'If this was not you, you need not do anything.',
    code: {
      subject: (code: string, from: string) => `${code} is your code for ${from}`,
      heading: 'Confirm your email',
      lead: 'This is your code:',
      until: 'It is good for 15 minutes.',
      open: 'Enter the code',
    },
    inUse: {
      subject: (from: string) => `Someone tried to sign up with your email at ${from}`,
      lead: 'Someone tried to make an account with your email, but you have one already, and the password was not right. Nothing has changed.',
      hint: 'If that was you, log in with the password you have.',
      open: 'Log in',
    },
    changed: {
      subject: (from: string) => `Your email at ${from} is about to change`,
      lead: (address: string) =>
        `Someone signed in as you asked to change your email to ${address}. It changes once the code we sent there is entered.`,
      ignore: 'If that was you, you need not do anything.',
      notMe:
        'If it was not you, stop it here. Your email stays as it was, and every device is logged out. The link is good for 7 days.',
      open: 'This was not me',
    },
    restored: {
      subject: (from: string) => `Your email at ${from} was restored`,
      heading: 'Your email was restored',
      lead: 'You told us you didn’t ask to change your email. Your account uses this address again, and every device has been logged out.',
      samePassword: 'Your password is still the same.',
      noPassword: 'This address was never confirmed, so the password set for the account no longer works.',
      because: 'We send this email whenever an account’s email changes.',
    },
  },
}
export type DoneName = keyof typeof en.done
export type AccountWords = typeof en

const fr: AccountWords = {
  done: {
    logged_out: 'Vous êtes déconnecté.',
    revoked: 'La connexion est fermée.',
    code_sent: 'Nous vous avons envoyé un nouveau code.',
    already_verified: 'Votre adresse est déjà confirmée.',
    email_restored: 'Votre adresse est rétablie et tous vos appareils sont déconnectés.',
  },
  mail: {
    hello: (name) => `Bonjour ${name},`,
    ignore: 'Si ce n’était pas vous, vous n’avez rien à faire.',
    code: {
      subject: (code, from) => `${code} est votre code pour ${from}`,
      heading: 'Confirmez votre adresse',
      lead: 'Voici votre code :',
      until: 'Il est valable 15 minutes.',
      open: 'Entrer le code',
    },
    inUse: {
      subject: (from) => `Quelqu’un a voulu s’inscrire avec votre adresse chez ${from}`,
      lead: 'Quelqu’un a voulu créer un compte avec votre adresse, mais vous en avez déjà un et le mot de passe n’était pas le bon. Rien n’a changé.',
      hint: 'Si c’était vous, connectez-vous avec votre mot de passe.',
      open: 'Se connecter',
    },
    changed: {
      subject: (from) => `Votre adresse chez ${from} est sur le point de changer`,
      lead: (address) =>
        `Quelqu’un qui est connecté à votre compte a demandé de changer votre adresse pour ${address}. Elle changera quand le code envoyé là-bas sera entré.`,
      ignore: 'Si c’était vous, vous n’avez rien à faire.',
      notMe:
        'Si ce n’était pas vous, arrêtez-le ici. Votre adresse restera la même et tous vos appareils seront déconnectés. Le lien est valable 7 jours.',
      open: 'Ce n’était pas moi',
    },
    restored: {
      subject: (from) => `Votre adresse chez ${from} est rétablie`,
      heading: 'Votre adresse est rétablie',
      lead: 'Vous nous avez dit que le changement d’adresse ne venait pas de vous. Votre compte utilise de nouveau cette adresse et tous vos appareils sont déconnectés.',
      samePassword: 'Votre mot de passe n’a pas changé.',
      noPassword:
        'Cette adresse n’avait jamais été confirmée : le mot de passe choisi pour le compte ne fonctionne plus.',
      because: 'Nous envoyons ce courriel chaque fois que l’adresse d’un compte change.',
    },
  },
}

/** Sentences of the account calls' answers and mails. */
export const accountWords: Record<Language, AccountWords> = { en, fr }
