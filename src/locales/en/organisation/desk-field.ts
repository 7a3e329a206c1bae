/** The texts of the page that a coach or a nurse has on the field. */
export const deskField = {
  title: 'Check-in today',
  toKnow: 'To know today',
  unsigned: (name: string) => `${name} hasn’t signed the waiver`,
  unsignedMore: (count: number) => (count === 1 ? '1 more waiver isn’t signed' : `${count} more waivers aren’t signed`),
  nothing: 'Everyone has signed what they need',
  health: 'Health today',
  withNotes: (noted: number, all: number) => `${noted} of ${all} ${all === 1 ? 'child has' : 'children have'} a note.`,
  note: 'Health note',
  office: 'Call the office',
}
