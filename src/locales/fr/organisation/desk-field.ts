import type { Text } from '../../en.ts'

/** The texts of the page that a coach or a nurse has on the field. */
export const deskField: Text['deskField'] = {
  title: 'Accueil d’aujourd’hui',
  toKnow: 'À savoir aujourd’hui',
  unsigned: (name) => `${name}\u00a0: décharge non signée`,
  unsignedMore: (count) => (count === 1 ? '1 autre décharge non signée' : `${count} autres décharges non signées`),
  nothing: 'Tout le monde a signé ce qu’il faut',
  health: 'Santé aujourd’hui',
  withNotes: (noted, all) => `${noted} ${noted > 1 ? 'enfants' : 'enfant'} sur ${all} avec une note.`,
  note: 'Note de santé',
  office: 'Appeler le bureau',
}
