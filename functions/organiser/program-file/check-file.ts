import type { ProgramFile, Refusal } from '../../contract/organiser.ts'
import { checkAppointments } from './check-appointments.ts'
import { checkCoupons } from './check-coupons.ts'
import { checkEvents } from './check-events.ts'
import { checkInstants } from './check-instants.ts'
import { checkPackages } from './check-packages.ts'
import { checkQuestions } from './check-questions.ts'
import { checkStore } from './check-store.ts'
import type { CompleteFile } from './complete-file.ts'
import { storedAddress } from './file-address.ts'
import { isPayable } from './file-amounts.ts'
import { refuse, refuseWhen } from './refuse.ts'

const builtFeatures = [
  'online_payments',
  'discounts',
  'appointments',
  'expanded_gender',
  'products',
  'sessions',
  'memberships',
]

/** Everything that is wrong with a file in itself, whatever is sold of it already. All mistakes at once. */
export function checkFile(written: ProgramFile, file: CompleteFile): Refusal[] {
  return [
    ...checkInstants(written),
    ...checkFeatures(file),
    ...checkProgram(file),
    ...checkKeys(file),
    ...checkAddresses(file),
    ...checkQuestions(file),
    ...checkPackages(file),
    ...checkEvents(file),
    ...checkCoupons(file),
    ...checkAppointments(file),
    ...checkStore(file),
  ]
}

function checkFeatures(file: ProgramFile): Refusal[] {
  const unbuilt = Object.entries(file.features).filter(([name, isOn]) => isOn && !builtFeatures.includes(name))
  return unbuilt.map(([name]) =>
    refuse('feature_disabled', `features.${name}`, 'This has no pages here yet. Leave it out.'),
  )
}

function checkProgram({
  languages,
  language,
  default_currency: currency,
  selling,
  preferences,
  waivers,
}: CompleteFile): Refusal[] {
  const isWaiver =
    preferences.default_event_waiver === null || waivers.some(({ key }) => key === preferences.default_event_waiver)
  return [
    ...refuseWhen(!languages.includes(language), 'invalid_option', {
      path: 'language',
      message: 'Name this language under languages too.',
    }),
    ...refuseWhen(!Intl.supportedValuesOf('currency').includes(currency), 'currency_not_supported', {
      path: 'default_currency',
      message: `There is no currency ${currency}.`,
    }),
    ...refuseWhen(!isPayable(selling.fee.fixed, currency), 'invalid_amount', {
      path: 'selling.fee.fixed',
      message: `${currency} has no coins this small.`,
    }),
    ...refuseWhen(!isWaiver, 'not_found', {
      path: 'preferences.default_event_waiver',
      message: `No waiver has the key ${preferences.default_event_waiver}.`,
    }),
  ]
}

function checkKeys(file: CompleteFile): Refusal[] {
  const lists = {
    venues: file.venues,
    pools: file.pools,
    waivers: file.waivers,
    questions: file.questions,
    session_packages: file.session_packages,
    membership_packages: file.membership_packages,
    events: file.events,
    coupons: file.coupons,
    appointment_types: file.appointment_types,
    categories: file.categories,
    products: file.products,
    ...listsWithin('events', file.events),
    ...listsWithin('appointment_types', file.appointment_types),
    ...Object.fromEntries(file.products.map((product) => [`products.${product.key}.variations`, product.variations])),
  }
  return Object.entries(lists).flatMap(([path, items]) =>
    repeated(items.map(({ key }) => key)).map((key) =>
      refuse('invalid_option', `${path}.${key}`, `The key ${key} stands here twice.`),
    ),
  )
}

type Keyed = { key: string }
const listsWithin = (
  path: string,
  items: readonly (Keyed & { options: Keyed[]; attachments: Keyed[] })[],
): Record<string, Keyed[]> =>
  Object.fromEntries(
    items.flatMap(({ key, options, attachments }) => [
      [`${path}.${key}.options`, options],
      [`${path}.${key}.attachments`, attachments],
    ]),
  )

function checkAddresses({ address, venues }: CompleteFile): Refusal[] {
  const places = [
    ...(address ? [{ address, path: 'address' }] : []),
    ...venues.map((venue) => ({ address: venue.address, path: `venues.${venue.key}.address` })),
  ]
  return places.flatMap((place) => {
    const stored = storedAddress(place.address, place.path)
    return stored.ok
      ? []
      : stored.failures.map(({ type, path }) =>
          refuse(
            type as 'invalid_region',
            path,
            type === 'required'
              ? 'An address of this country has this too.'
              : 'This does not exist in the country of the address.',
          ),
        )
  })
}

/** What stands in a list more than once, each named once. */
const repeated = (words: string[]): string[] => [...new Set(words.filter((word, at) => words.indexOf(word) !== at))]
