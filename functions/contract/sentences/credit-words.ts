import type { Language } from '../field-rules.ts'

const visits = (count: number) => (count === 1 ? '1 visit' : `${count} visits`)
const en = {
  expiring: {
    subject: (left: number, day: string, program: string) =>
      `${visits(left)} at ${program} ${left === 1 ? 'expires' : 'expire'} on ${day}`,
    heading: (left: number): string => (left === 1 ? 'A visit expires soon' : 'Visits expire soon'),
    lead: (left: number, name: string, day: string) =>
      `You have ${visits(left)} left of “${name}”. ${left === 1 ? 'It expires' : 'They expire'} on ${day}.`,
    next: 'Book while they last: visits that expire first are used first.',
    open: 'See your passes',
    because: (program: string) => `You’re getting this email because you bought visits at ${program}.`,
  },
  redeemed: {
    subject: (program: string, left: number | null) =>
      `A visit was used at ${program}${left === null ? '' : `: ${left} left`}`,
    heading: 'A visit was used',
    lead: (name: string, day: string) => `A visit of “${name}” was used on ${day}.`,
  },
  returned: {
    subject: (program: string, left: number | null) =>
      `A visit was returned by ${program}${left === null ? '' : `: ${left} left`}`,
    heading: 'A visit was returned',
    lead: (name: string, day: string) => `The visit of “${name}” that was used on ${day} was returned to you.`,
  },
  adjusted: {
    subject: (program: string, left: number) => `${program} corrected your visits: ${left} left`,
    heading: 'Your visits were corrected',
    lead: (program: string, by: number, name: string) =>
      by > 0 ? `${program} added ${visits(by)} to “${name}”.` : `${program} took ${visits(-by)} off “${name}”.`,
  },
  redeeming: {
    left: (left: number) => (left === 0 ? 'No visits are left.' : `You have ${visits(left)} left.`),
    open: 'See your passes',
    because: (program: string) => `You’re getting this email because you have visits at ${program}.`,
  },
}

const visites = (count: number) => (count === 1 ? '1\u00a0visite' : `${count}\u00a0visites`)
const fr: typeof en = {
  expiring: {
    subject: (left, day, program) => `${visites(left)} chez ${program} ${left === 1 ? 'expire' : 'expirent'} le ${day}`,
    heading: (left) => (left === 1 ? 'Une visite expire bientôt' : 'Des visites expirent bientôt'),
    lead: (left, name, day) =>
      `Il vous reste ${visites(left)} du forfait «\u00a0${name}\u00a0». ${left === 1 ? 'Elle expire' : 'Elles expirent'} le ${day}.`,
    next: 'Réservez à temps\u00a0: les visites qui expirent d’abord sont utilisées d’abord.',
    open: 'Voir vos forfaits',
    because: (program) => `Vous recevez ce courriel parce que vous avez acheté des visites chez ${program}.`,
  },
  redeemed: {
    subject: (program, left) =>
      `Une visite a été utilisée chez ${program}${left === null ? '' : `\u00a0: il en reste ${left}`}`,
    heading: 'Une visite a été utilisée',
    lead: (name, day) => `Une visite du forfait «\u00a0${name}\u00a0» a été utilisée le ${day}.`,
  },
  returned: {
    subject: (program, left) =>
      `${program} vous a rendu une visite${left === null ? '' : `\u00a0: il en reste ${left}`}`,
    heading: 'Une visite vous a été rendue',
    lead: (name, day) => `La visite du forfait «\u00a0${name}\u00a0» utilisée le ${day} vous a été rendue.`,
  },
  adjusted: {
    subject: (program, left) => `${program} a corrigé vos visites\u00a0: il en reste ${left}`,
    heading: 'Vos visites ont été corrigées',
    lead: (program, by, name) =>
      by > 0
        ? `${program} a ajouté ${visites(by)} au forfait «\u00a0${name}\u00a0».`
        : `${program} a retiré ${visites(-by)} du forfait «\u00a0${name}\u00a0».`,
  },
  redeeming: {
    left: (left) => (left === 0 ? 'Il ne reste aucune visite.' : `Il vous reste ${visites(left)}.`),
    open: 'Voir vos forfaits',
    because: (program) => `Vous recevez ce courriel parce que vous avez des visites chez ${program}.`,
  },
}

/** Texts about visits of packages. */
export const creditWords: Record<Language, typeof en> = { en, fr }
