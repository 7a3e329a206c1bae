import type { RelationName, RequirableField } from '#contract/people/attendee'
import type { Field } from '#contract/offering/event'
import type { Gender, Language } from '#contract/field-rules'
import type { Week } from './weekly-dates.ts'
import type { DatePart } from './written-date.ts'
import type { Answer } from '#contract/booking/registration'
import type { RegistrationStatus } from '#contract/states/registration-states'

/** A place that a person has, or holds, in this event. */
export type OwnPlace = {
  registration_id: string
  option_id: string
  status: RegistrationStatus
  order_id: string | null
  hold_expires_at: string | null
  answers: Answer[]
  starts_at: string
  session_credit_id: string | null
}

/** A person who may come: of the family, or typed into this form (`attendee_id` null until it is sent). */
export type Person = {
  key: string
  attendee_id: string | null
  profile_id: string | null
  first_name: string
  last_name: string
  date_of_birth: string | null
  gender: Gender | null
  /** Required fields the program has already. */
  knownFields: RequirableField[]
  place: OwnPlace | null
  /** What is held with it: the same hour of other weeks. */
  repeats: OwnPlace[]
}

/** What a choice costs, in minor units: what stands first, what is paid, and what that is made of. */
export type Sum = { first: number; total: number; fee: number; taxes: { name: string; amount: number }[] }
/** An option as the form shows it; `state` says why it cannot be chosen. */
export type OptionChoice = {
  id: string
  name: string
  price: string
  /** In minor units. */
  cost: number
  sum: Sum
  gender: Gender | null
  minimum_age: number | null
  maximum_age: number | null
  isOpen: boolean
  state: string | null
}

/** A thing of the store that may go with a place. */
export type AddOn = {
  id: string
  name: string
  /** Where it is handed out. */
  note: string | null
  variations: {
    id: string
    name: string
    price: string
    cost: number
    /** Of one, of two, and so on as far as the form offers it. */
    sums: Sum[]
    /** What its customer agrees to. */
    terms: string | null
  }[]
}

/** Visits that the customer has of a package which opens this; `left` null = without limit. */
export type OwnCredit = { id: string; attendee_profile_id: string | null; name: string; left: number | null }
/** A package that opens this and can be bought with the place; `visits` null = without limit. */
export type SoldPackage = Pick<OptionChoice, 'cost' | 'sum'> & {
  id: string
  name: string
  price: string
  visits: number | null
}

/** Another event of the same week, for whom this one is not. */
export type Alternative = {
  href: string
  name: string
  month: string
  days: string
  under: string
  facts: string
  price: string | null
  badge: string | null
  firstDay: string
  minimum_age: number | null
  maximum_age: number | null
  genders: Gender[]
}

/** Relations in the order in which the form offers them: whoever adds a person may register them. */
export const offeredRelations = [
  'parent',
  'step_parent',
  'legal_guardian',
  'foster_parent',
  'grandparent',
  'sibling',
  'spouse_partner',
  'other_relative',
  'caregiver',
  'friend',
  'self',
  'other',
] as const satisfies readonly RelationName[]

/** All that the page passes to the form; it travels in the HTML. */
export type RegistrationSetup = {
  program: { id: string; name: string; email: string | null }
  language: Language
  /** How a date is written here: its parts in their order, and the names of the months. */
  dates: { order: DatePart[]; months: string[] }
  event: {
    id: string
    name: string
    firstDay: string
    firstDayWords: string
    hasBegun: boolean
    timezone: string
    currency: string
    currencyDigits: number
  }
  /** Where it is an appointment: the time that is booked, for how many, and where all times are. */
  appointment: {
    starts_at: string
    places: number
    tooMany: string
    times: string
    /** The weeks that can be booked at once, the first included; empty where no other week is free. */
    weeks: Week[]
    /** For how many the form begins. */
    chosenWeeks: number
  } | null
  /** What the order's line is, and the query that finds the places a customer has here. */
  itemType: 'event_option' | 'appointment_option'
  placesQuery: string
  options: OptionChoice[]
  /** Where only packages open it: what the customer has of them, in the order of use, and which are sold; `ids` of all. */
  ways: { credits: OwnCredit[]; packages: SoldPackage[]; ids: string[] } | null
  sameWeek: Alternative[]
  addOns: AddOn[]
  /** What of it is in the cart already, as the form's controls have it. */
  addedBefore: Values
  fields: Field[]
  /** Questions about health, by their ids. */
  health: string[]
  waiver: { waiver_id: string; version: number; title: string } | null
  required: RequirableField[]
  /** Genders that may be chosen; empty where no option asks for one. */
  genders: Gender[]
  customer: { id: string; name: string } | null
  people: Person[]
  optionId: string | null
  /** The earlier booking that the form begins with: for whom it was, and what was answered. */
  earlier: { attendee_id: string; answers: readonly Answer[] } | null
  refundNote: string | null
  /** What the prices have in them, as `fee and HST included`. */
  pricesNote: string
  /** True where discounts may come off by themselves. */
  hasDiscounts: boolean
  /** How long places are held once the form is sent. */
  holdMinutes: number
  addresses: { checkout: string; order: string; schedule: string; logout: string; file: string; support: string }
}

/** What is typed, by the name of its control. */
export type Values = Record<string, string | boolean>
export type Problem = { name: string; label: string; message: string }

export const controlName = (person: Pick<Person, 'key'>, field: string): string => `${person.key}.${field}`
export const answerName = (person: Pick<Person, 'key'>, fieldId: string, part?: string): string =>
  `${person.key}.q.${fieldId}${part === undefined ? '' : `.${part}`}`
export const textOf = (values: Values, name: string): string =>
  typeof values[name] === 'string' ? (values[name] as string) : ''
export const isTicked = (values: Values, name: string): boolean => values[name] === true

/** The name of a person; a new person may not have one yet. */
export const displayName = (person: Person, values: Values): string =>
  person.attendee_id ? person.first_name : textOf(values, controlName(person, 'first_name')).trim()

export const isComing = (person: Person, values: Values): boolean => isTicked(values, controlName(person, 'comes'))
/** A place that nothing more is to be done about. */
export const hasPlace = (person: Person): boolean => person.place !== null && person.place.status !== 'pending'

/** The address of one thing: its id goes where the list's path ends, before `?lang=`. */
export const itemAddress = (list: string, id: string): string => list.replace(/(?=\?|$)/, encodeURIComponent(id))
