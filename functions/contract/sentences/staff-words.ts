import { capitalise } from '../date-format.ts'
import type { Language } from '../field-rules.ts'
import type { StaffRole } from '../people/staff.ts'

const rolesInEnglish: Record<StaffRole, string> = {
  owner: 'owner',
  manager: 'manager',
  front_desk: 'front desk',
  finance: 'finance',
  coach: 'coach',
  nurse: 'nurse',
}
const en = {
  roles: rolesInEnglish,
  alreadyActive: 'This person is already in the team. To change their role or their events, open their row.',
  alreadyInvited: 'This person is already invited. To send them a new link, send their invitation again.',
  mail: {
    subject: (from: string) => `Join the team of ${from}`,
    heading: 'You’re invited to a team',
    lead: (by: string | null, from: string) =>
      by === null ? `You’re invited to the team of ${from}.` : `${by} invited you to the team of ${from}.`,
    role: (role: string) => `Your role will be: ${role}.`,
    open: 'See the invitation',
    until: (date: string) => `You can answer until ${date}. You need an account with this email to accept.`,
    because: 'If you weren’t expecting this, you can ignore this email.',
  },
}
const rolesInFrench: Record<StaffRole, string> = {
  owner: 'propriétaire',
  manager: 'gestionnaire',
  front_desk: 'accueil',
  finance: 'comptabilité',
  coach: 'moniteur',
  nurse: 'infirmerie',
}
const fr: typeof en = {
  roles: rolesInFrench,
  alreadyActive:
    'Cette personne fait déjà partie de l’équipe. Pour changer son rôle ou ses activités, ouvrez sa fiche.',
  alreadyInvited: 'Cette personne est déjà invitée. Pour lui envoyer un nouveau lien, renvoyez son invitation.',
  mail: {
    subject: (from) => `Rejoignez l’équipe de ${from}`,
    heading: 'Une invitation à rejoindre une équipe',
    lead: (by, from) =>
      by === null
        ? `Voici une invitation à rejoindre l’équipe de ${from}.`
        : `${by} vous invite à rejoindre l’équipe de ${from}.`,
    role: (role) => `Votre rôle\u00a0: ${role}.`,
    open: 'Voir l’invitation',
    until: (date) => `Vous pouvez répondre jusqu’au ${date}. Il faut un compte avec cette adresse pour accepter.`,
    because: 'Si vous n’attendiez pas cette invitation, ignorez ce courriel.',
  },
}

/** The names of the roles, and the texts of invitations to a team. */
export const staffWords = { en, fr } satisfies Record<Language, typeof en>

/** The names of the roles as labels. */
export const roleLabels = (language: Language): Record<StaffRole, string> => {
  const { roles } = staffWords[language]
  return {
    owner: capitalise(roles.owner),
    manager: capitalise(roles.manager),
    front_desk: capitalise(roles.front_desk),
    finance: capitalise(roles.finance),
    coach: capitalise(roles.coach),
    nurse: capitalise(roles.nurse),
  }
}
