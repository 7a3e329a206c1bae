import { limitNames, limitsOf } from '../../../contract/event-facts.ts'
import type { Refusal } from '../../../contract/organisation/organiser.ts'
import type { FileEvent, FileOption } from '../../../contract/organisation/file-events.ts'
import type { CompleteFile } from './complete-file.ts'
import { isPayable, unpayableMessage } from './file-amounts.ts'
import { checkPaymentPlan } from './payment-plan-of-file.ts'
import { refuse, refuseWhen } from './refuse.ts'
import { hasKey } from './rows-by.ts'

/** Mistakes in an event of a file and its options. All times are in one time zone, so they compare as text. */
export function checkEvent(event: FileEvent, file: CompleteFile): Refusal[] {
  const path = `events.${event.key}`
  return [
    ...checkTimes(event, path),
    ...checkLimits(event, path),
    ...checkTies(event, file, path),
    ...checkPublished(event, path),
    ...checkUnbuilt(event, path),
    ...event.groups.flatMap((group) => checkAges(group, `${path}.groups.${group.key}`)),
    ...event.options.flatMap((option) => checkOption(option, { event, file, path: `${path}.options.${option.key}` })),
  ]
}

function checkTimes({ starts_at, ends_at, series_dates }: FileEvent, path: string): Refusal[] {
  const dates = series_dates.flatMap((date, index) =>
    refuseWhen(date.ends_at <= date.starts_at, 'end_before_start', {
      path: `${path}.series_dates[${index}].ends_at`,
      message: 'The end must be after the start.',
    }),
  )
  return [
    ...refuseWhen(starts_at === null, 'required', { path: `${path}.starts_at`, message: 'Say when it starts.' }),
    ...refuseWhen(ends_at === null, 'required', { path: `${path}.ends_at`, message: 'Say when it ends.' }),
    ...refuseWhen(starts_at !== null && ends_at !== null && ends_at <= starts_at, 'end_before_start', {
      path: `${path}.ends_at`,
      message: 'The end must be after the start.',
    }),
    ...dates,
  ]
}

const checkLimits = (event: FileEvent, path: string): Refusal[] =>
  limitNames.flatMap((name) => {
    const { minimum, maximum } = limitsOf(event, name)
    return refuseWhen(minimum !== null && maximum !== null && minimum > maximum, 'out_of_range', {
      path: `${path}.maximum_${name}`,
      message: 'The highest is below the lowest.',
    })
  })

const sections = {
  venues: 'venues',
  resources: 'resources',
  questions: 'questions',
  promoted_products: 'products',
  waiver: 'waivers',
} as const

function checkTies(event: FileEvent, file: CompleteFile, path: string): Refusal[] {
  const lists = [
    ['venues', event.venues, file.venues],
    ['questions', event.questions, file.questions],
    ['promoted_products', event.promoted_products, file.products],
    ['waiver', event.waiver === null ? [] : [event.waiver], file.waivers],
  ] as const
  return checkReferencedKeys(lists, path)
}

type NamedKeys = readonly [name: keyof typeof sections, keys: readonly string[], items: readonly { key: string }[]]
/** Keys by which an event or an appointment type names other items: each must exist and appear once. */
export function checkReferencedKeys(lists: readonly NamedKeys[], path: string): Refusal[] {
  return lists.flatMap(([name, keys, items]) => [
    ...keys
      .filter((key) => !hasKey(items, key))
      .map((key) => refuse('not_found', `${path}.${name}`, `Nothing under ${sections[name]} has the key ${key}.`)),
    ...refuseWhen(new Set(keys).size !== keys.length, 'invalid_option', {
      path: `${path}.${name}`,
      message: 'The same key is listed twice.',
    }),
  ])
}

/** The requirements of a published event. */
function checkPublished(event: FileEvent, path: string): Refusal[] {
  if (event.status !== 'published') return []
  return [
    ...refuseWhen(event.summary === null, 'required', {
      path: `${path}.summary`,
      message: 'A published event has a summary.',
    }),
    ...refuseWhen(event.venues.length === 0 && !event.online_event, 'required', {
      path: `${path}.venues`,
      message: 'A published event has a venue, or is online.',
    }),
    ...refuseWhen(event.options.length === 0 && event.external_registration_url === null, 'required', {
      path: `${path}.options`,
      message: 'A published event has an option, or is registered for elsewhere.',
    }),
  ]
}

function checkUnbuilt(event: FileEvent, path: string): Refusal[] {
  const isOpenAtOnce = event.options.every(({ sale_starts_at }) => sale_starts_at === null)
  return [
    ...refuseWhen(event.preregistration_enabled && isOpenAtOnce, 'required', {
      path: `${path}.preregistration_enabled`,
      message: 'Nobody registers before a sale that is open at once. Say sale_starts_at of an option.',
    }),
    ...refuseWhen(event.online_event_url !== null && !event.online_event, 'invalid_option', {
      path: `${path}.online_event`,
      message: 'An event with an online address is an online event.',
    }),
  ]
}

/** An option is free, or costs an amount that a card can be charged. */
export const checkCost = (
  { free, cost }: { free: boolean; cost: number | null },
  currency: string,
  path: string,
): Refusal[] => [
  ...refuseWhen(!free && cost === null, 'required', {
    path: `${path}.cost`,
    message: 'Say what it costs, or that it is free.',
  }),
  ...refuseWhen(!free && cost === 0, 'invalid_amount', {
    path: `${path}.cost`,
    message: 'Enter an amount above 0, or say free: true.',
  }),
  ...refuseWhen(cost !== null && !isPayable(cost, currency), 'invalid_amount', {
    path: `${path}.cost`,
    message: unpayableMessage(currency),
  }),
]

type Ages = Pick<FileOption, 'minimum_age' | 'maximum_age'>
/** The minimum age is not above the maximum age. */
export const checkAges = ({ minimum_age, maximum_age }: Ages, path: string): Refusal[] =>
  refuseWhen(minimum_age !== null && maximum_age !== null && minimum_age > maximum_age, 'out_of_range', {
    path: `${path}.maximum_age`,
    message: 'The oldest is younger than the youngest.',
  })

function checkOption(
  option: FileOption,
  { event, file, path }: { event: FileEvent; file: CompleteFile; path: string },
): Refusal[] {
  const { gender, sale_starts_at, sale_ends_at } = option
  const currency = file.default_currency
  const unknown = option.pools.filter((key) => !hasKey(file.pools, key))
  return [
    ...checkCost(option, currency, path),
    ...refuseWhen(
      gender !== null && gender !== 'female' && gender !== 'male' && !file.features.expanded_gender,
      'invalid_option',
      { path: `${path}.gender`, message: 'Turn on features.expanded_gender for this.' },
    ),
    ...checkAges(option, path),
    ...refuseWhen(
      sale_starts_at !== null && sale_ends_at !== null && sale_ends_at <= sale_starts_at,
      'end_before_start',
      { path: `${path}.sale_ends_at`, message: 'The end must be after the start.' },
    ),
    ...refuseWhen(sale_ends_at !== null && event.ends_at !== null && sale_ends_at > event.ends_at, 'sale_after_event', {
      path: `${path}.sale_ends_at`,
      message: 'The sale must end before the event does.',
    }),
    ...checkPaymentPlan(option, { starts_at: event.starts_at, currency, path: `${path}.payment_plan` }),
    ...unknown.map((key) => refuse('not_found', `${path}.pools`, `Nothing under pools has the key ${key}.`)),
  ]
}
