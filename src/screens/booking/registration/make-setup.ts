import type { RegistrationText } from './form-context.ts'
import type { CardEvent, Event, EventOption } from '#contract/offering/event'
import { genders } from '#contract/field-rules'
import type { OrderItem } from '#contract/money/order'
import type { StoreProduct } from '#contract/offering/product'
import type { Registration } from '#contract/booking/registration'
import { allInPrice } from '#pricing/all-in-price'
import { fieldSentence } from '#contract/sentences/sentence'
import { idToFill } from '../../../address.ts'
import { supportAddress } from '../../../routes.ts'
import type { ProgramContext } from '../../../layouts/program-context.ts'
import type { Family } from '../../../api/load-family.ts'
import type { Language } from '../../../locales/choose-language.ts'
import { dayMonth } from '#contract/date-format'
import { dayText, wallClock } from '#contract/wall-clock'
import { holdEndOf } from '../../../locales/hold-words.ts'
import { pricesNote, priceWords } from '../../../locales/price-words.ts'
import { checkedRules, type RuleSentences } from '../../../stores/booking/registration-checks.ts'
import { isHeldInCart, mayRegister, personFromAttendee } from '../../../stores/booking/family-people.ts'
import { hiddenFields } from '../../../stores/booking/hidden-fields.ts'
import { addressWithWeeks, heldWeeks, type Week } from '../../../stores/booking/weekly-dates.ts'
import { addOnsOf, valuesOfAddOns } from './add-on-setup.ts'
import type { Alternative, RegistrationSetup } from '../../../stores/booking/registration-setup.ts'
import type { Ways } from '../../../api/load-pay-ways.ts'
import { sumOf, waysOf } from './pay-setup.ts'
import { optionRow } from '../../offering/event/option-row.ts'
import { cardOf } from '../../offering/explore/card.ts'
import { asSentence, refundWords } from '../../offering/event/refund-words.ts'
import type { AnswerReaders } from '#contract/people/staff'
import { isHealthQuestion } from '#contract/people/attendee'

type SetupInput = {
  programContext: ProgramContext
  event: Event
  options: EventOption[]
  optionId: string | null
  /** The earlier booking that the form copies. */
  earlier?: Registration | null
  now: number
  hasExpandedGender: boolean
  /** The events of the same week. */
  sameWeek: CardEvent[]
  /** The products that the event promotes. */
  products?: StoreProduct[]
  /** The products already in the cart with these places. */
  addedBefore?: OrderItem[]
  /** The free places of the chosen time, without those that the family holds; absent for an event. */
  places?: number
  /** The weeks that can be booked at once, and how many are chosen. Held weeks raise a number that was not posted. */
  weekly?: { weeks: Week[]; chosen: number; isPosted: boolean }
  /** The customer's credits for this event, and the packages on sale. */
  ways?: Ways | null
  /** The address of the page, to which the form is posted. A page from the waiting line is shown at another one. */
  address: string
  /** The discount code in the address of the page. */
  discount?: string | null
  /** The open cart that the places join. */
  cart?: string | null
  /** Who of the program reads the answers. */
  readers?: AnswerReaders | null
}
/** The number of places in a cart that the family has at the chosen time. */
export const heldPlaces = (family: Family | null): number =>
  family?.places.filter(({ status }) => status === 'pending').length ?? 0

/** The props of the registration form, serialised in the page. */
export function createRegistrationSetup(
  {
    programContext,
    event,
    options,
    optionId,
    earlier = null,
    now,
    hasExpandedGender,
    sameWeek,
    products = [],
    addedBefore = [],
    places = 0,
    weekly = { weeks: [], chosen: 1, isPosted: false },
    ways = null,
    cart = null,
    discount = null,
    readers = null,
    address,
  }: SetupInput,
  family: Family | null,
): RegistrationSetup {
  const { program, language, locale, to } = programContext
  const first = wallClock(event.starts_at, event.timezone)
  const otherTimes = (family?.otherTimes ?? []).filter(({ event: { starts_at } }) =>
    weekly.weeks.some((week) => week.starts_at === starts_at),
  )
  const about = { customerId: family?.customer.id ?? '', places: family?.places ?? [] }
  const people = (family?.attendees ?? [])
    .filter((attendee) => mayRegister(attendee, about.customerId))
    .map((attendee) => personFromAttendee(attendee, { ...about, programId: program.id, otherTimes, now }))
  const heldUntil = people.find(({ place }) => isHeldInCart(place, now))?.place?.hold_expires_at ?? null
  const atLeast = weekly.isPosted ? 1 : heldWeeks(weekly.weeks, people)
  const chosenWeeks = Math.min(Math.max(weekly.chosen, atLeast), Math.max(1, weekly.weeks.length))
  const isGendered = options.some(({ gender }) => gender !== null)
  return {
    program: { id: program.id, name: program.name, email: program.email },
    language,
    locale,
    event: {
      id: event.id,
      name: event.name,
      starts_at: event.starts_at,
      firstDay: dayText(first),
      firstDayWords: dayMonth(first, locale),
      hasBegun: Date.parse(event.starts_at) <= now,
      timezone: event.timezone,
      soldIn: { currency: event.currency, program: { country: program.country } },
    },
    appointment:
      event.appointment_type_id === null
        ? null
        : {
            starts_at: event.starts_at,
            places: places + heldPlaces(family),
            tooMany: programContext.text.appointments.tooMany(places + heldPlaces(family)),
            times: to.appointment(event.id, { option: optionId, date: dayText(first) }),
            weeks: weekly.weeks,
            chosenWeeks,
          },
    options: options.map((option) => choiceOf(option, event, programContext)),
    ways: ways && waysOf(ways, programContext),
    sameWeek: sameWeek
      .filter(
        (each) =>
          each.id !== event.id && each.options_brief.sale_status === 'on_sale' && !each.has_external_registration,
      )
      .map((each) => alternativeOf(each, programContext)),
    addOns: addOnsOf(products, programContext),
    addedBefore: family ? valuesOfAddOns(addedBefore, family) : {},
    fields: event.fields,
    health: event.fields.filter(isHealthQuestion).map(({ id }) => id),
    readers: { answers: readers?.answers ?? null, health: readers?.health ?? null },
    waiver: event.waiver && {
      waiver_id: event.waiver.waiver_id,
      version: event.waiver.version,
      title: event.waiver.title,
    },
    required: program.preferences.required_attendee_fields,
    genders: isGendered ? (hasExpandedGender ? [...genders] : ['female', 'male']) : [],
    customer: family?.customer ?? null,
    people,
    optionId,
    earlier: earlier && {
      attendee_id: earlier.attendee_profile.attendee_id,
      answers: earlier.form_response.answers,
    },
    refundNote: options.some(({ cost }) => cost.cost.value > 0)
      ? asSentence(refundWords(event, locale, { now, selling: program.selling }).summary)
      : null,
    taxNames: Object.fromEntries(
      program.selling.taxes.map(({ name }) => [name, programContext.text.sale.taxName(name)]),
    ),
    pricesNote: pricesNote(program.selling, language),
    hasDiscounts: programContext.features?.discounts_enabled === true,
    holdMinutes: program.selling.hold_minutes,
    holdEnd: holdEndOf(heldUntil, { now, timezone: event.timezone, locale }, programContext.text.registration),
    posted: null,
    hidden: hiddenFields(people, {
      cart,
      now,
      event,
      weekly: { weeks: weekly.weeks, chosen: chosenWeeks },
      discount: programContext.features?.discounts_enabled ? discount : null,
    }),
    addresses: {
      form: event.appointment_type_id === null ? address : addressWithWeeks(address, chosenWeeks),
      otherEvent: to.register(idToFill),
      waitlist: to.waitlist(event.id, idToFill),
      checkout: to.checkout(''),
      another: to.checkout('', 'explore'),
      order: to.order(''),
      logout: to.logout(),
      file: to.file(''),
      support: supportAddress({
        program_id: program.id,
        url:
          event.appointment_type_id === null
            ? to.register(event.id)
            : to.bookAppointment(event.id, { option: optionId, start: event.starts_at }),
        lang: language,
      }),
    },
  }
}

function choiceOf(
  option: EventOption,
  event: Event,
  programContext: ProgramContext,
): RegistrationSetup['options'][number] {
  const { program, language, text } = programContext
  const row = optionRow(option, event, programContext)
  const isOpen = row.register !== null || row.withPackage !== null
  const cost = option.cost.cost.value
  return {
    id: option.id,
    name: option.name,
    price:
      cost === 0 ? row.price : priceWords(cost, { currency: event.currency, program }, program.selling, language).sum,
    cost,
    sum: sumOf(allInPrice(cost, program.selling), text),
    gender: option.gender,
    minimum_age: option.minimum_age,
    maximum_age: option.maximum_age,
    isOpen,
    state: isOpen ? null : (row.badge?.words ?? text.registration.notOnSale),
  }
}

function alternativeOf(event: CardEvent, programContext: ProgramContext): Alternative {
  const { href, name, month, days, under, hours, places, ages, price, badge, shape } = cardOf(event, programContext)
  const { minimum_age, maximum_age, genders: only } = event.options_brief
  return {
    href,
    name,
    month,
    days,
    under,
    facts: [hours, places.map((place) => place.name).join(', '), ages].filter(Boolean).join('\u00a0· '),
    price,
    badge: badge?.words ?? null,
    firstDay: dayText(shape.first),
    minimum_age,
    maximum_age,
    genders: only,
  }
}

/** The sentences of the rules that the form checks, by code. */
export function ruleSentences(language: Language): RuleSentences {
  const sentences = Object.fromEntries(checkedRules.map((code) => [code, fieldSentence(code, language)]))
  return { ...(sentences as RuleSentences), too_long: fieldSentence('too_long', language, 7).replace('7', '{maximum}') }
}

type Posted = NonNullable<RegistrationSetup['posted']>
const isOfCode = ({ name }: Posted['problems'][number]) => name === 'sum'
/** True when the code of the link was refused. */
export const isCodeRefused = ({ problems }: Posted): boolean => problems.some(isOfCode)
/** The texts of the form. When only the code was refused, no place is missing. */
export const formText = (text: RegistrationText, posted: Posted | null, codeNotApplied: string): RegistrationText =>
  posted && isCodeRefused(posted) && posted.problems.every(isOfCode)
    ? { ...text, somePlacesHeld: codeNotApplied }
    : text
