import type { Language } from '../field-rules.ts'

const en = {
  otherEmail: (email: string) => `This invitation was sent to ${email}. Log in with that email to accept it.`,
  otherSelf: 'This account already has its own details. Sign up with another email for a log-in of your own.',
  mail: {
    subject: (by: string, from: string) => `${by} invited you to ${from}`,
    heading: 'You’re invited',
    lead: (by: string, names: string, from: string) => `${by} invited you to help look after ${names} at ${from}.`,
    leadOwn: (by: string, from: string) => `${by} invited you to a log-in of your own at ${from}.`,
    nothingYet: 'The page shows what you’ll be able to do. Nothing is shared until you accept.',
    open: 'See the invitation',
    until: (date: string) => `You can answer until ${date}. You need an account with this email to accept.`,
    because: 'If you weren’t expecting this, you can ignore this email.',
    accepted: {
      subject: (from: string) => `Your invitation at ${from} was accepted`,
      heading: 'Your invitation was accepted',
      lead: (by: string, names: string) => `${by} can now see ${names}’s bookings.`,
      leadOwn: (by: string) => `${by} now has a log-in of their own.`,
      next: 'You can change what they can do, or remove them, at any time.',
      open: 'See who looks after your family',
      because: 'You’re getting this because someone accepted your invitation.',
    },
  },
}
const fr: typeof en = {
  otherEmail: (email) =>
    `Cette invitation a été envoyée à ${email}. Connectez-vous avec cette adresse pour l’accepter.`,
  otherSelf:
    'Ce compte a déjà ses propres renseignements. Inscrivez-vous avec une autre adresse pour avoir votre propre accès.',
  mail: {
    subject: (by, from) => `${by} vous invite chez ${from}`,
    heading: 'Une invitation pour vous',
    lead: (by, names, from) => `${by} vous invite à veiller sur ${names} chez ${from}.`,
    leadOwn: (by, from) => `${by} vous invite à avoir votre propre accès chez ${from}.`,
    nothingYet: 'La page indique ce que vous pourrez faire. Rien n’est partagé avant votre accord.',
    open: 'Voir l’invitation',
    until: (date) => `Vous pouvez répondre jusqu’au ${date}. Il faut un compte avec cette adresse pour accepter.`,
    because: 'Si vous n’attendiez pas cette invitation, ignorez ce courriel.',
    accepted: {
      subject: (from) => `Votre invitation chez ${from} est acceptée`,
      heading: 'Votre invitation est acceptée',
      lead: (by, names) => `${by} peut maintenant voir les réservations pour ${names}.`,
      leadOwn: (by) => `${by} a maintenant son propre accès.`,
      next: 'Vous pouvez changer ses droits ou retirer cette personne en tout temps.',
      open: 'Voir qui s’occupe de votre famille',
      because: 'Vous recevez ce courriel parce que quelqu’un a accepté votre invitation.',
    },
  },
}

/** Texts of invitations and their mails. */
export const invitationWords = { en, fr } satisfies Record<Language, typeof en>
