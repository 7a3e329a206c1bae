import type { Language } from '../field-rules.ts'

const en = {
  done: {
    logged_out: 'You’re logged out.',
    revoked: 'That session is closed.',
    code_sent: 'We sent you a new code.',
    already_verified: 'Your email is already confirmed.',
    email_restored: 'Your email was restored, and every device is logged out.',
    recovery_requested: 'If this email has an account, a link is on its way.',
    password_changed: 'Your password was changed.',
    passkey_removed: 'The passkey was removed.',
    session_ended: 'That device is logged out.',
    sessions_ended: 'Your other devices are logged out.',
    log_in_undone: 'Every device is logged out. The old password, passkeys and calendar links no longer work.',
  },
  code: {
    expired: 'That code has expired. Send a new code.',
    tried: 'That code was tried too often. Send a new code.',
  },
  mail: {
    ignore: 'If this wasn’t you, you can ignore this email.',
    code: {
      subject: (code: string, from: string) => `${code} is your code for ${from}`,
      heading: 'Confirm your email',
      lead: 'This is your code:',
      until: 'It expires in 15 minutes.',
      open: 'Enter the code',
    },
    deskCode: {
      heading: 'A new device at the desk',
      lead: 'Your password was used to log in to the desk on a new device. If that was you, enter this code:',
      because: 'If this wasn’t you, don’t give the code to anyone, and change your password.',
    },
    inUse: {
      subject: (from: string) => `Someone tried to sign up with your email at ${from}`,
      heading: 'You already have an account',
      lead: 'Someone tried to create an account with your email. You already have one, and the password didn’t match. Nothing has changed.',
      hint: 'If it was you, log in with your existing password.',
      open: 'Log in',
    },
    changed: {
      subject: (from: string) => `Your email at ${from} is about to change`,
      heading: 'Your email is about to change',
      lead: (address: string) =>
        `Someone logged in to your account asked to change your email to ${address}. It changes once someone enters the code we sent there.`,
      leadUnconfirmed:
        'Someone logged in to your account asked to change your email. It changes once someone enters the code we sent to the new email.',
      ignore: 'If this was you, there’s nothing to do.',
      notMe:
        'If it wasn’t you, stop it here: your email stays as it was, and every device is logged out. The link works for 7 days.',
      open: 'This wasn’t me',
    },
    restored: {
      subject: (from: string) => `Your email at ${from} was restored`,
      heading: 'Your email was restored',
      lead: 'You told us you didn’t ask to change your email. Your account uses this address again, and every device has been logged out.',
      samePassword:
        'Your password is still the same. If someone else may know it, choose “Forgot your password?” at log-in to set a new one.',
      noPassword:
        'This address was never confirmed, so the password set for the account no longer works. Choose “Forgot your password?” at log-in to set a new one.',
      because: 'We send this email whenever an account’s email changes.',
    },
    recovery: {
      subject: (from: string) => `Reset your password for ${from}`,
      heading: 'Reset your password',
      lead: (_program: string) => 'Use this link to set a new password. It expires in 1 hour.',
      open: 'Set a new password',
    },
    takeOver: {
      subject: (from: string) => `Your account at ${from}`,
      heading: 'Take over your account',
      lead: (program: string) =>
        `${program} made an account for you, with this email. Choose a password to see your bookings, answer questions and pay online. The link expires in 10 days; after that, choose “Forgot your password?” at log-in.`,
      open: 'Choose a password',
    },
    passwordChanged: {
      subject: (from: string) => `Your password at ${from} was changed`,
      heading: 'Your password was changed',
      lead: 'Your other devices have been logged out.',
      leadReset:
        'Your other devices have been logged out, and any passkeys were removed. Calendars you subscribed to no longer update: get a new calendar link in your account.',
      notMe: 'If this wasn’t you, set a new password now: choose “Forgot your password?” at log-in.',
      open: 'Set a new password',
      because: 'We send this email whenever a password changes.',
    },
    passkey: {
      added: {
        subject: (from: string) => `A passkey was added to your account at ${from}`,
        heading: 'A passkey was added',
        lead: (name: string) => `You can now log in with the passkey “${name}”, without your password.`,
        notMe: 'If this wasn’t you, remove it from your account and change your password.',
      },
      removed: {
        subject: (from: string) => `A passkey was removed from your account at ${from}`,
        heading: 'A passkey was removed',
        lead: (name: string) => `You can no longer log in with the passkey “${name}”. Your password still works.`,
        notMe: 'If this wasn’t you, change your password and log out any devices you don’t know.',
      },
      open: 'Open your account',
      because: 'We send this email whenever a passkey is added or removed.',
    },
    newLogin: {
      subject: (from: string) => `New log-in to your account at ${from}`,
      heading: 'New log-in to your account',
      lead: 'Someone logged in to your account on a device we haven’t seen before.',
      when: 'When',
      device: 'Device',
      deviceWords: (browser: string, system: string) => `${browser} on ${system}`,
      unknownDevice: 'Unknown device',
      ignore: 'If this was you, there’s nothing to do.',
      notMe:
        'If it wasn’t you, stop it here: every device is logged out, and the old password and passkeys stop working. The link works for 7 days.',
      open: 'This wasn’t me',
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
    recovery_requested: 'Si cette adresse a un compte, un lien est en route.',
    password_changed: 'Votre mot de passe a été changé.',
    passkey_removed: 'La clé d’accès a été retirée.',
    session_ended: 'Cet appareil est déconnecté.',
    sessions_ended: 'Vos autres appareils sont déconnectés.',
    log_in_undone:
      'Tous vos appareils sont déconnectés. L’ancien mot de passe, les clés d’accès et les liens d’agenda ne fonctionnent plus.',
  },
  code: {
    expired: 'Ce code a expiré. Envoyez un nouveau code.',
    tried: 'Ce code a été essayé trop de fois. Envoyez un nouveau code.',
  },
  mail: {
    ignore: 'Si ce n’était pas vous, ignorez simplement ce courriel.',
    code: {
      subject: (code, from) => `${code} est votre code pour ${from}`,
      heading: 'Confirmez votre adresse',
      lead: 'Voici votre code\u00a0:',
      until: 'Il expire dans 15 minutes.',
      open: 'Entrer le code',
    },
    deskCode: {
      heading: 'Un nouvel appareil au bureau',
      lead: 'Votre mot de passe a servi à se connecter au bureau sur un nouvel appareil. Si c’était vous, entrez ce code\u00a0:',
      because: 'Si ce n’était pas vous, ne donnez ce code à personne et changez votre mot de passe.',
    },
    inUse: {
      subject: (from) => `Quelqu’un a voulu s’inscrire avec votre adresse chez ${from}`,
      heading: 'Vous avez déjà un compte',
      lead: 'Quelqu’un a voulu créer un compte avec votre adresse, mais vous en avez déjà un et le mot de passe n’était pas le bon. Rien n’a changé.',
      hint: 'Si c’était vous, connectez-vous avec votre mot de passe.',
      open: 'Se connecter',
    },
    changed: {
      subject: (from) => `Votre adresse chez ${from} est sur le point de changer`,
      heading: 'Votre adresse est sur le point de changer',
      lead: (address) =>
        `Quelqu’un qui est connecté à votre compte a demandé de changer votre adresse pour ${address}. Elle changera quand quelqu’un entrera le code que nous y avons envoyé.`,
      leadUnconfirmed:
        'Quelqu’un qui est connecté à votre compte a demandé de changer votre adresse. Elle changera quand quelqu’un entrera le code envoyé à la nouvelle adresse.',
      ignore: 'Si c’était vous, vous n’avez rien à faire.',
      notMe:
        'Si ce n’était pas vous, arrêtez-le ici. Votre adresse restera la même et tous vos appareils seront déconnectés. Le lien est valable 7 jours.',
      open: 'Ce n’était pas moi',
    },
    restored: {
      subject: (from) => `Votre adresse chez ${from} est rétablie`,
      heading: 'Votre adresse est rétablie',
      lead: 'Vous nous avez dit que le changement d’adresse ne venait pas de vous. Votre compte utilise de nouveau cette adresse et tous vos appareils sont déconnectés.',
      samePassword:
        'Votre mot de passe n’a pas changé. Si quelqu’un d’autre peut le connaître, choisissez «\u00a0Mot de passe oublié?\u00a0» à la connexion pour en définir un autre.',
      noPassword:
        'Cette adresse n’avait jamais été confirmée\u00a0: le mot de passe choisi pour le compte ne fonctionne plus. Choisissez «\u00a0Mot de passe oublié?\u00a0» à la connexion pour en définir un autre.',
      because: 'Nous envoyons ce courriel chaque fois que l’adresse d’un compte change.',
    },
    recovery: {
      subject: (from) => `Réinitialisez votre mot de passe pour ${from}`,
      heading: 'Réinitialisez votre mot de passe',
      lead: () => 'Ce lien permet de définir un nouveau mot de passe. Il expire dans 1 heure.',
      open: 'Définir un nouveau mot de passe',
    },
    takeOver: {
      subject: (from) => `Votre compte chez ${from}`,
      heading: 'Activez votre compte',
      lead: (program) =>
        `${program} a créé un compte pour vous, à cette adresse. Choisissez un mot de passe pour voir vos réservations, répondre aux questions et payer en ligne. Le lien expire dans 10 jours; ensuite, choisissez «\u00a0Mot de passe oublié\u00a0?\u00a0» à la connexion.`,
      open: 'Choisir un mot de passe',
    },
    passwordChanged: {
      subject: (from) => `Votre mot de passe chez ${from} a été changé`,
      heading: 'Votre mot de passe a été changé',
      lead: 'Vos autres appareils ont été déconnectés.',
      leadReset:
        'Vos autres appareils ont été déconnectés, et vos clés d’accès ont été retirées. Les agendas auxquels vous êtes abonné ne se mettent plus à jour\u00a0: créez un nouveau lien d’agenda dans votre compte.',
      notMe:
        'Si ce n’était pas vous, définissez tout de suite un nouveau mot de passe\u00a0: choisissez «\u00a0Mot de passe oublié?\u00a0» à la connexion.',
      open: 'Définir un nouveau mot de passe',
      because: 'Nous envoyons ce courriel chaque fois qu’un mot de passe change.',
    },
    passkey: {
      added: {
        subject: (from) => `Une clé d’accès a été ajoutée à votre compte chez ${from}`,
        heading: 'Une clé d’accès a été ajoutée',
        lead: (name) =>
          `Vous pouvez maintenant vous connecter avec la clé d’accès «\u00a0${name}\u00a0», sans mot de passe.`,
        notMe: 'Si ce n’était pas vous, retirez-la de votre compte et changez votre mot de passe.',
      },
      removed: {
        subject: (from) => `Une clé d’accès a été retirée de votre compte chez ${from}`,
        heading: 'Une clé d’accès a été retirée',
        lead: (name) =>
          `Vous ne pouvez plus vous connecter avec la clé d’accès «\u00a0${name}\u00a0». Votre mot de passe fonctionne toujours.`,
        notMe: 'Si ce n’était pas vous, changez votre mot de passe et déconnectez les appareils inconnus.',
      },
      open: 'Ouvrir votre compte',
      because: 'Nous envoyons ce courriel chaque fois qu’une clé d’accès est ajoutée ou retirée.',
    },
    newLogin: {
      subject: (from) => `Nouvelle connexion à votre compte chez ${from}`,
      heading: 'Nouvelle connexion à votre compte',
      lead: 'Quelqu’un s’est connecté à votre compte sur un appareil que nous ne connaissons pas encore.',
      when: 'Quand',
      device: 'Appareil',
      deviceWords: (browser, system) => `${browser} sur ${system}`,
      unknownDevice: 'Appareil inconnu',
      ignore: 'Si c’était vous, vous n’avez rien à faire.',
      notMe:
        'Si ce n’était pas vous, arrêtez-le ici. Tous vos appareils seront déconnectés; l’ancien mot de passe et les clés d’accès ne fonctionneront plus. Le lien est valable 7 jours.',
      open: 'Ce n’était pas moi',
    },
  },
}

/** Texts of the account calls and mails. */
export const accountWords: Record<Language, AccountWords> = { en, fr }
