import type { HoldEnd } from '../../locales/hold-words.ts'
import type { SoldByProgram } from '#contract/display-money'
import type { Values } from '#contract/booking/form-controls'
import type { Locale } from '#contract/date-format'
import type { Person } from './family-people.ts'
import type { RequirableField } from '#contract/people/attendee-fields'
import type { Event, EventOption, Field } from '#contract/offering/event'
import type { Program } from '#contract/offering/program'
import type { Gender, Language } from '#contract/field-rules'
import type { PlaceInstead } from '#contract/person-refusal'
import type { Failure } from '../../api/api-failure.ts'
import type { Week } from './weekly-dates.ts'
import type { Answer } from '#contract/booking/registration'

/** The price of a selection in minor units: the amount shown first, the total, and its parts. */
export type Sum = { first: number; total: number; fee: number; taxes: { name: string; amount: number }[] }
/** An option in the form. `state` is the reason for which it cannot be chosen. */
export type OptionChoice = Pick<EventOption, 'id' | 'name' | 'gender' | 'minimum_age' | 'maximum_age'> & {
  price: string
  /** The price in minor units. */
  cost: number
  sum: Sum
  isOpen: boolean
  state: string | null
}

/** A product that can be bought with a place. */
export type AddOn = {
  id: string
  name: string
  /** The text about where the product is handed out. */
  note: string | null
  variations: {
    id: string
    name: string
    price: string
    cost: number
    /** The price of each quantity that the form offers, starting with one. */
    sums: Sum[]
    /** The terms that the customer of the product accepts. */
    terms: string | null
  }[]
}

/** The customer's visits of a package for this event or type; `left` is null without a limit. */
export type OwnCredit = { id: string; attendee_profile_id: string | null; name: string; left: number | null }
/** A membership that opens this event or type, for one person or for everyone the customer books for. */
export type OwnMembership = { attendee_profile_id: string | null; name: string; countsVisits: boolean }
/**
 * A package for this event or type that can be bought with the place. `visits` is null for a package without a limit.
 */
export type SoldPackage = Pick<OptionChoice, 'cost' | 'sum'> & {
  id: string
  name: string
  price: string
  visits: number | null
}

/** A membership that is bought with the place, which it opens. */
export type SoldMembership = Omit<SoldPackage, 'visits'> & {
  /** True when each person has one of their own. */
  isForOne: boolean
  countsVisits: boolean
  /** The same membership with a free trial, for everyone whose attendee is not in `notFor`; null without one. */
  trial: { sold: SoldMembership; notFor: string[] } | null
}

/** Another event in the same week, for a person whom this event does not suit. */
export type Alternative = Pick<Event['options_brief'], 'minimum_age' | 'maximum_age' | 'genders'> &
  Record<'href' | 'name' | 'month' | 'days' | 'under' | 'facts' | 'firstDay', string> &
  Record<'price' | 'badge', string | null>

/**
 * The fields of the form that no one sees. The page fills in those that it knows, and the script `next`, `timezone` and
 * `submitted_at`.
 */
export const hiddenFieldNames = [
  'key',
  'next',
  'landed_at',
  'submitted_at',
  'timezone',
  'order_id',
  'held',
  'signed',
  'starts_at',
  'code',
] as const

/** Props of the form, serialised in the HTML. */
export type RegistrationSetup = {
  program: Pick<Program, 'id' | 'name' | 'email'>
  language: Language
  locale: Locale
  event: Pick<Event, 'id' | 'name' | 'starts_at' | 'timezone'> & {
    firstDay: string
    firstDayWords: string
    hasBegun: boolean
    soldIn: SoldByProgram
  }
  /** Data for an appointment: the booked time, its number of people with those who hold it, and the URL of the page with all times. */
  appointment: {
    starts_at: string
    places: number
    tooMany: string
    times: string
    /** The weeks that can be booked at once, including the first; empty when no other week is free. */
    weeks: Week[]
    /** The initial number of weeks. */
    chosenWeeks: number
  } | null
  options: OptionChoice[]
  /**
   * The ways to pay, for events opened by packages only: the customer's credits in order of use and their
   * memberships, and the packages and memberships on sale.
   */
  ways: {
    credits: OwnCredit[]
    memberships: OwnMembership[]
    packages: SoldPackage[]
    joining: SoldMembership[]
  } | null
  sameWeek: Alternative[]
  addOns: AddOn[]
  /** The control values of the products already in the cart. */
  addedBefore: Values
  fields: Field[]
  /** Ids of the questions about health. */
  health: string[]
  /** Who of the program reads the answers, by kind; null where that is not known. */
  readers: Record<'answers' | 'health', string | null>
  waiver: { waiver_id: string; version: number; title: string } | null
  required: RequirableField[]
  /** The possible genders; empty when no option depends on a gender. */
  genders: Gender[]
  customer: { id: string; name: string } | null
  people: Person[]
  optionId: string | null
  /** The earlier booking that the form copies: its attendee and its answers. */
  earlier: { attendee_id: string; answers: readonly Answer[] } | null
  refundNote: string | null
  /** The names of taxes in the language of the page. */
  taxNames: Record<string, string>
  /** The text about what the prices include, such as `fee and HST included`. */
  pricesNote: string
  /** True when discounts may apply automatically. */
  hasDiscounts: boolean
  /** The minutes that places are held after the form is sent. */
  holdMinutes: number
  /** The end of the places that are held already. */
  holdEnd: HoldEnd | null
  /** The form as a browser without JavaScript posted it; null when the page is opened. */
  posted: PostedForm | null
  /** The fields of the form that no one sees. */
  hidden: Record<(typeof hiddenFieldNames)[number], string>
  /** The pages that the form leads to. `another` leaves an order in the cart and goes on to the events. */
  addresses: Record<
    'form' | 'otherEvent' | 'waitlist' | 'checkout' | 'another' | 'order' | 'logout' | 'file' | 'support',
    string
  >
}

/** A posted form as its page shows it again. */
export type PostedForm = {
  people: Person[]
  values: Values
  problems: Problem[]
  /** What each refused person can have instead, by the key of their row. */
  instead: Readonly<Record<string, readonly PlaceInstead[]>>
  failure: Failure | null
  isSessionOver: boolean
  /** Values of people whom the page cannot show until the customer has logged in again. */
  kept: [string, string][]
}

/** A problem at a control. One that the server refused remains until its control changes. */
export type Problem = { name: string; label: string; message: string; isRefused?: true }

/** The URL of one item. Its id is added at the end of the list's path, before `?lang=`. */
export const itemAddress = (list: string, id: string): string => list.replace(/(?=\?|$)/, encodeURIComponent(id))
