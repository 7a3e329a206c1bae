import type { Event, EventOption } from '#contract/offering/event'
import type { ProgramContext } from '../../../layouts/program-context.ts'
import { capitalise, dayWords } from '#contract/date-format'
import { priceWords } from '../../../locales/price-words.ts'
import { type SaleBadge, saleBadge, saleEnd, saleStart } from '../../../locales/sale-badge.ts'
import { langOf } from '../../../locales/text-language.ts'
import { openingKinds, opensWithPackages } from '../../../page-input/package-page.ts'

/** One option on the page. `register` is an address only while the option is on sale. */
export type OptionRow = {
  id: string
  name: string
  description: string | null
  /** The languages of name and description, when they differ from the page's language. */
  langs: { name: string | undefined; description: string | undefined }
  who: string | null
  isLimitedByGender: boolean
  why: string | null
  /** The end of the option's sale, when the options have different ends. */
  ends: string | null
  price: string
  /** The components of the price; empty when there is only the price. */
  parts: string
  /** The instalment plan, while the option is on sale. */
  plan: string | null
  badge: SaleBadge | null
  register: string | null
  /** The instruction that replaces the button, when only packages open the option. */
  withPackage: string | null
  /** The URL of the waitlist, while the option is full or not on sale yet. */
  waitlist: string | null
}
type PageContext = Pick<ProgramContext, 'program' | 'language' | 'locale' | 'text' | 'to'> &
  Partial<Pick<ProgramContext, 'features'>>

/** The people that an option is for, when they are fewer than those of the event. */
function whoOf(option: EventOption, event: Event, { text }: PageContext): string | null {
  const { minimum_age: minimum, maximum_age: maximum, gender } = option
  const { minimum_age: youngest, maximum_age: oldest } = event.options_brief
  const ages = minimum === youngest && maximum === oldest ? null : text.sale.ages({ minimum, maximum })
  const only = gender ? capitalise(text.registration.forGender[gender]) : null
  return [ages, only].filter(Boolean).join(' · ') || null
}

/** The reason for which no one can register for an option now, when a badge is not enough. */
function whyOf(option: EventOption, event: Event, { text, locale }: PageContext): string | null {
  const opensAt = option.order_availability.sale_starts_at
  switch (option.sale_status) {
    case 'not_started':
      if (!opensAt) return null
      return text.event.opensText(
        saleStart({ instant: opensAt, timezone: event.timezone, besides: event.starts_at }, locale),
      )
    case 'waitlist':
      return text.waitlist.fullText
    case 'sold_out':
      return text.event.soldOutText
    default:
      return null
  }
}

/** True when an option has a waitlist: it is full, or its sale has not started. */
export const hasList = (option: EventOption, event: Event): boolean =>
  event.status === 'published' &&
  event.lifecycle === 'upcoming' &&
  !event.has_external_registration &&
  (option.sale_status === 'waitlist' || (option.sale_status === 'not_started' && event.preregistration_enabled))

/** The instalments in words: `Or $120.00 now, then $90.00 on June 1, 2027 and $90.00 on July 1, 2027`. */
function planWords({ instalments: [first, ...later] }: EventOption, { text, locale }: PageContext): string | null {
  if (!first) return null
  const parts = later.map(({ due_on, amount }) => text.event.planPart(amount.display, dayWords(due_on, locale)))
  return text.event.plan(first.amount.display, text.order.andNames(parts))
}

export function optionRow(option: EventOption, event: Event, programContext: PageContext): OptionRow {
  const { program, language, locale, text, to } = programContext
  const { available_spots: places, sale_starts_at: opensAt } = option.order_availability
  const isOpen =
    places !== 0 && event.status === 'published' && event.lifecycle !== 'ended' && !event.has_external_registration
  const isOnSale = isOpen && option.sale_status === 'on_sale'
  const isForHolders =
    isOpen && option.sale_status === 'restricted' && opensWithPackages(event, programContext.features ?? null)
  const state = {
    status: option.sale_status,
    places,
    opensAt,
    timezone: event.timezone,
    startsAt: event.starts_at,
    soldOutText: program.preferences.sold_out_text,
  }
  const { price, parts } = priceWords(option.cost.cost.value, option.cost.cost, program.selling, language)
  return {
    id: option.id,
    name: option.name,
    description: option.description,
    langs: { name: langOf(option, 'name'), description: langOf(option, 'description') },
    who: whoOf(option, event, programContext),
    isLimitedByGender: option.gender !== null,
    why: event.has_external_registration ? null : whyOf(option, event, programContext),
    ends: null,
    price:
      option.cost.cost.value === 0
        ? option.sale_status === 'restricted'
          ? text.event.withPackage[openingKinds(event)]
          : text.sale.free
        : price,
    parts,
    plan: isOnSale ? planWords(option, programContext) : null,
    badge: saleBadge(state, locale) ?? (isOnSale ? { kind: 'good', icon: 'check', words: text.sale.available } : null),
    register: isOnSale ? to.register(event.id, option.id) : null,
    withPackage: isForHolders ? to.register(event.id, option.id) : null,
    waitlist: hasList(option, event) ? to.waitlist(event.id, option.id) : null,
  }
}

/** The end of an option's sale, in words. */
function endWords(option: EventOption, event: Event, { text, locale }: PageContext): string | null {
  const ends = option.order_availability.sale_ends_at
  return (
    ends && text.event.saleEnds(saleEnd({ instant: ends, timezone: event.timezone, besides: event.starts_at }, locale))
  )
}

/**
 * The options of an event, and the end of the sale. The end is given once when all options on sale agree, otherwise
 * for each option.
 */
export function optionRows(
  options: EventOption[],
  event: Event,
  programContext: PageContext,
): { rows: OptionRow[]; saleEnds: string | null } {
  const rows = options.map((option) => ({
    ...optionRow(option, event, programContext),
    end: endWords(option, event, programContext),
  }))
  const ends = [...new Set(rows.filter(({ register }) => register !== null).map(({ end }) => end))]
  return {
    rows: rows.map(({ end, ...row }) => ({ ...row, ends: row.register !== null && ends.length > 1 ? end : null })),
    saleEnds: ends.length === 1 ? (ends[0] ?? null) : null,
  }
}
