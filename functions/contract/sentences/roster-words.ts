import type { Language } from '../field-rules.ts'
import type { RegistrationStatus } from '../states/registration-states.ts'

type RosterWords = {
  csv: string[]
  /** The event of a registration and its start, in a file of several events. */
  booking: [string, string]
  statuses: Record<RegistrationStatus, string>
  waivers: Record<'accepted' | 'missing', string>
  /** The note that an earlier version was signed on a day, and the current version is missing. */
  signedVersion: (version: number, day: string) => string
}

/** Texts of the files of registrations. */
export const rosterWords: Record<Language, RosterWords> = {
  en: {
    csv: [
      'Last name',
      'First name',
      'Age',
      'Date of birth',
      'Option',
      'Status',
      'Waiver',
      'Days attended',
      'Booked by',
      'Email',
      'Phone',
      'Receipt',
      'Booked at (UTC)',
    ],
    booking: ['What for', 'Starts'],
    statuses: {
      pending: 'Held',
      confirmed: 'Confirmed',
      preregistered: 'Interested',
      waitlisted: 'On the waitlist',
      offered: 'Offered a place',
      cancelled: 'Cancelled',
      late_cancelled: 'Cancelled late',
      attended: 'Attended',
      no_show: 'Didn’t attend',
      expired: 'Released',
    },
    waivers: { accepted: 'Accepted', missing: 'Missing' },
    signedVersion: (version, day) => `Signed version ${version} on ${day}`,
  },
  fr: {
    csv: [
      'Nom',
      'Prénom',
      'Âge',
      'Date de naissance',
      'Option',
      'Statut',
      'Décharge',
      'Jours de présence',
      'Réservé par',
      'Courriel',
      'Téléphone',
      'Reçu',
      'Réservé le (UTC)',
    ],
    booking: ['Pour quoi', 'Début'],
    statuses: {
      pending: 'Gardée',
      confirmed: 'Confirmée',
      preregistered: 'Intérêt noté',
      waitlisted: 'En liste d’attente',
      offered: 'Place offerte',
      cancelled: 'Annulée',
      late_cancelled: 'Annulée tardivement',
      attended: 'Présent',
      no_show: 'Absent',
      expired: 'Libérée',
    },
    waivers: { accepted: 'Acceptée', missing: 'Manquante' },
    signedVersion: (version, day) => `Version ${version} signée le ${day}`,
  },
}
