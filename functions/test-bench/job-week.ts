import type { StaffRole } from '../contract/people/staff.ts'

/** The rows of the table of verbs: the jobs of an organisation. */
export const verbRows = [
  'team',
  'find',
  'a family',
  'register for somebody',
  'change',
  'cancel',
  'give money back',
  'charge',
  'correct',
  'call a day off',
  'write to a group',
  'the sheet',
  'waivers',
  'waitlist',
  'passes and memberships',
  'events',
  'season',
  'import',
  'numbers',
  'notices',
] as const

type Camp = { key: string; event_id: string; option_id: string }
/** A camp week with one paid place, the week after it, and the family; and what a job needs to have happened before. */
export type Week = {
  program_id: string
  camp: Camp
  next: Camp
  family: { customer_id: string; email: string }
  order_id: string
  place: string
  /** Today, yyyy-mm-dd. */
  today: string
  phoneOfFamily: (phone: string) => Promise<void>
  childOfFamily: () => Promise<string>
  visitsOfFamily: () => Promise<void>
  signedWaiver: () => Promise<void>
  unpaidOrder: () => Promise<{ order_id: string; total: number }>
  twoFamiliesWait: () => Promise<void>
  groupOfPlace: (group: string) => Promise<void>
  campBegins: () => void
  coach: () => Promise<{ staff_id: string; statusOfRoster: () => Promise<number> }>
}

/** A job of a role; `row` where it stands for its row of the table. */
export type Job<Client = never> = {
  row?: (typeof verbRows)[number]
  name: string
  role: StaffRole
  calls: (client: Client, week: Week) => Promise<unknown>
}
