import { sections } from './plan-changes.ts'
import { displayMoney } from '../../../contract/display-money.ts'
import { chargeStep, smallestCharge } from '../../../contract/money/stripe-amount.ts'
import type { ProgramFile, Refusal } from '../../../contract/organisation/organiser.ts'
import type { FileEvent } from '../../../contract/organisation/file-events.ts'
import { type ProgramSettings, programLists } from '../../../contract/organisation/organiser-event.ts'
import { checkAppointments, checkClosed } from './check-appointments.ts'
import { checkCoupons } from './check-coupons.ts'
import { checkEvent } from './check-events.ts'
import { checkEventInstants, checkSaleInstants } from './check-instants.ts'
import { checkPackages, checkRestriction } from './check-packages.ts'
import { checkQuestions } from './check-questions.ts'
import { checkStore } from './check-store.ts'
import { checkTexts } from './check-texts.ts'
import type { CompleteFile } from './complete-file.ts'
import { storedAddress } from './file-address.ts'
import { isPayable, minorUnits, unpayableMessage } from './file-amounts.ts'
import { flatMapInChunks } from './in-chunks.ts'
import { refuse, refuseWhen } from './refuse.ts'
import { hasKey } from './rows-by.ts'

/** All mistakes of a file in itself, regardless of the stored program. */
export async function checkFile(written: ProgramFile, file: CompleteFile): Promise<Refusal[]> {
  return [
    ...(await flatMapInChunks(written.events, (event) => checkEventInstants(event, written.timezone))),
    ...checkSaleInstants(written),
    ...checkSettings(file),
    ...checkKeys(file),
    ...checkAddresses(file),
    ...checkQuestions(file),
    ...checkPackages(file),
    ...(await flatMapInChunks(file.events, (event) => checkRestriction(event, file, `events.${event.key}`))),
    ...(await flatMapInChunks(file.events, (event) => checkEvent(event, file))),
    ...checkCoupons(file),
    ...checkAppointments(file),
    ...checkStore(file),
    ...checkTextsOfLists(file),
    ...(await flatMapInChunks(file.events, (event) => checkTexts(event, `events.${event.key}`, file))),
  ]
}

/** Mistakes of one event of a file. */
export const checkEventOfFile = (
  { written, event }: { written: FileEvent; event: FileEvent },
  file: CompleteFile,
): Refusal[] => [
  ...checkEventInstants(written, file.timezone),
  ...checkRepeatedKeys(listsWithin('events', [event])),
  ...checkRestriction(event, file, `events.${event.key}`),
  ...checkEvent(event, file),
  ...checkTexts(event, `events.${event.key}`, file),
]

/** Mistakes in the settings of a program. */
export const checkSettings = (file: Settings): Refusal[] => [
  ...checkTracking(file),
  ...checkClosed(file.closed, 'closed'),
  ...checkProgram(file),
  ...checkTexts(withoutLists(file), '', file),
]

type Settings = ProgramSettings & Pick<CompleteFile, 'waivers'>

const isList = (name: string): boolean => name in programLists
const withoutLists = (file: Settings): object =>
  Object.fromEntries(Object.entries(file).filter(([name]) => !isList(name)))
const checkTextsOfLists = (file: CompleteFile): Refusal[] =>
  checkTexts(Object.fromEntries(Object.entries(file).filter(([name]) => isList(name) && name !== 'events')), '', file)

/** Visitor tracking needs the id of the account it tracks for. */
const checkTracking = ({ features, meta_pixel_id, gtm_id }: Settings): Refusal[] => [
  ...refuseWhen(features.meta_pixel && meta_pixel_id === null, 'required', {
    path: 'meta_pixel_id',
    message: 'Write the id of the pixel, or take features.meta_pixel out.',
  }),
  ...refuseWhen(features.gtm && gtm_id === null, 'required', {
    path: 'gtm_id',
    message: 'Write the id of the container, or take features.gtm out.',
  }),
]

function checkProgram({
  languages,
  language,
  default_currency: currency,
  selling,
  preferences,
  waivers,
}: Settings): Refusal[] {
  const isWaiver = preferences.default_event_waiver === null || hasKey(waivers, preferences.default_event_waiver)
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
      message: unpayableMessage(currency),
    }),
    ...checkCardCharges(selling, currency),
    ...refuseWhen(!isWaiver, 'not_found', {
      path: 'preferences.default_event_waiver',
      message: `No waiver has the key ${preferences.default_event_waiver}.`,
    }),
  ]
}

/** The limit of one charge to a stored card, which a customer agrees to with the text. */
function checkCardCharges(
  { card_charges: text, card_charges_limit: limit }: Settings['selling'],
  currency: string,
): Refusal[] {
  const least = Math.max(chargeStep(currency), smallestCharge(currency))
  const path = 'selling.card_charges_limit'
  if (!isPayable(limit, currency)) return [refuse('invalid_amount', path, unpayableMessage(currency))]
  return refuseWhen(text !== null && minorUnits(limit, currency) < least, 'invalid_amount', {
    path,
    message: `A stored card is charged at least ${displayMoney(least, currency, 'en')}. Write a limit of that or more, or leave the text that parents agree to (card_charges) empty.`,
  })
}

const checkKeys = (file: CompleteFile): Refusal[] =>
  checkRepeatedKeys([
    ...sections.map((section) => [section, file[section]] as const),
    ...listsWithin('events', file.events),
    ...listsWithin('appointment_types', file.appointment_types),
    ...file.products.map((product) => [`products.${product.key}.variations`, product.variations] as const),
  ])

const checkRepeatedKeys = (lists: readonly (readonly [path: string, items: readonly Keyed[]])[]): Refusal[] =>
  lists.flatMap(([path, items]) =>
    repeatedKeys(items).map((key) => refuse('invalid_option', `${path}.${key}`, `The key ${key} is listed twice.`)),
  )

type Keyed = { key: string }
const listsWithin = (
  path: string,
  items: readonly (Keyed & { options: Keyed[]; attachments: Keyed[]; groups?: Keyed[] })[],
): (readonly [string, Keyed[]])[] =>
  items.flatMap(({ key, options, attachments, groups = [] }) => [
    [`${path}.${key}.options`, options] as const,
    [`${path}.${key}.attachments`, attachments] as const,
    [`${path}.${key}.groups`, groups] as const,
  ])

/** Addresses that their country does not have. */
export function checkAddresses({
  address,
  venues,
  language,
}: Pick<CompleteFile, 'address' | 'venues' | 'language'>): Refusal[] {
  const places = [
    ...(address ? [{ address, path: 'address' }] : []),
    ...venues.map((venue) => ({ address: venue.address, path: `venues.${venue.key}.address` })),
  ]
  return places.flatMap((place) => {
    const stored = storedAddress(place.address, { path: place.path, language })
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

/** Keys that a list has more than once, each returned once. */
function repeatedKeys(items: readonly Keyed[]): string[] {
  const seen = new Set<string>()
  return [...new Set(items.map(({ key }) => key).filter((key) => seen.size === seen.add(key).size))]
}
