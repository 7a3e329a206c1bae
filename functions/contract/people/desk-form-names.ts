/**
 * The forms of an organisation: `desk` and `desk-…` are on its own pages. A page finds the failure of its form by the
 * name.
 */
export const deskFormNames = [
  'desk',
  'desk-notes',
  'desk-health',
  'desk-privacy',
  'desk-payment',
  'desk-field',
  'desk-camp',
  'desk-change',
  'desk-sheet',
  'desk-day-off',
  'desk-cancel',
  'desk-answer',
  'desk-write',
  'desk-campaign',
  'desk-team',
  'desk-member',
] as const
