import type { Language } from '../field-rules.ts'
import type { SheetColumn } from '../organisation/sheet.ts'

type Columns = Record<Exclude<SheetColumn, 'answers' | 'consents' | 'health'>, string>
const columns: Columns = {
  age: 'Age',
  pronouns: 'Pronouns',
  option: 'Option',
  group: 'Group',
  check_in: 'Attendance',
  waiver: 'Waiver',
  missing: 'Not answered',
  pick_up: 'May pick up',
  phones: 'Phones',
  family: 'Booked by',
  due: 'Due on the order',
}
/** The texts of the sheet of an event as a file. */
const en = {
  name: ['Last name', 'First name'],
  columns,
  health: ['Medical notes', 'Diet', 'Health questions'],
  checkIn: { expected: '', here: 'Here', picked_up: 'Picked up', absent: 'Absent' },
  missing: 'Missing',
  signed: (version: number, by: string, day: string) => `Version ${version}, ${by}, ${day}`,
  yes: 'Yes',
  no: 'No',
  file: 'File',
}
const fr: typeof en = {
  name: ['Nom', 'Prénom'],
  columns: {
    age: 'Âge',
    pronouns: 'Pronoms',
    option: 'Option',
    group: 'Groupe',
    check_in: 'Présence',
    waiver: 'Décharge',
    missing: 'Sans réponse',
    pick_up: 'Peuvent venir chercher',
    phones: 'Téléphones',
    family: 'Réservé par',
    due: 'Solde de la commande',
  },
  health: ['Notes médicales', 'Alimentation', 'Questions de santé'],
  checkIn: { expected: '', here: 'Sur place', picked_up: 'Départ', absent: 'Absence' },
  missing: 'Manquante',
  signed: (version, by, day) => `Version ${version}, ${by}, ${day}`,
  yes: 'Oui',
  no: 'Non',
  file: 'Fichier',
}
export const sheetWords = { en, fr } satisfies Record<Language, typeof en>
