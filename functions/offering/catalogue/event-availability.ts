import * as saleStates from '../../contract/states/sale-states.ts'
import { instant } from '../../contract/instant.ts'
import type { Event } from '../../contract/offering/event.ts'
import type { SaleStatus } from '../../contract/states/sale-states.ts'
import type { Gender } from '../../contract/field-rules.ts'
import type { Reader, SaleRecord } from './event-record.ts'
import { priceOf } from '../pricing/line-price.ts'
import { placesLeftTogether } from './places-left.ts'
import { bestSaleStatus } from './sale-status.ts'
import { type OptionFacts, optionFacts } from './show-option.ts'

/** The availability of an event over all of its options: places, prices, sale window, ages. */
export function eventAvailability(
  event: SaleRecord,
  reader: Pick<Reader, 'now' | 'language'>,
): Pick<Event, 'order_availability' | 'options_brief'> {
  const all = event.options
    .filter(({ is_removed }) => is_removed === 0)
    .map((option) => optionFacts(event, option, reader.now))
  const open = all.filter(({ status }) => saleStates.windowOpen.has(status))
  const sale_status = bestSaleStatus(
    all.map(({ status }) => status),
    withoutOptions(event, reader.now),
  )
  const shown = all.some(({ status }) => status !== 'closed') ? all.filter(({ status }) => status !== 'closed') : all
  const costs = pricedOptions(shown).map(({ option }) => option.cost)
  const price = (cost: number) => priceOf(cost, event.program.selling, { ...event, language: reader.language })
  const minimum_option_price = costs.length === 0 ? null : price(Math.min(...costs))
  const most = Math.max(...costs)
  return {
    order_availability: {
      available_spots: placesOf(all, open),
      minimum_option_price,
      maximum_option_price:
        minimum_option_price?.cost.value === most ? minimum_option_price : minimum_option_price && price(most),
      is_sold_out: open.length > 0 && open.every(({ left }) => left === 0),
      ...windowOf(shown, sale_status),
    },
    options_brief: {
      ...agesOf(shown),
      genders: gendersOf(shown),
      sale_status,
      waitlist: event.waitlist,
      free: shown.length > 0 && costs.every((cost) => cost === 0),
    },
  }
}

/** Options whose prices are shown: those on sale, or all when none is. */
function pricedOptions(shown: OptionFacts[]): OptionFacts[] {
  const onSale = shown.filter(({ status }) => status === 'on_sale')
  return onSale.length > 0 ? onSale : shown
}

/** An event with external registration has no options: it is open until it ends. */
function withoutOptions(event: SaleRecord, now: number): SaleStatus {
  if (event.status === 'cancelled') return 'event_cancelled'
  if (event.status !== 'published' || event.external_registration_url === null) return 'closed'
  return now > event.ends_at ? 'ended' : 'on_sale'
}

function placesOf(all: OptionFacts[], open: OptionFacts[]): number | null {
  const counted = open.length > 0 ? open : all
  return counted.length === 0 ? null : placesLeftTogether(counted.map(({ option }) => option))
}

/**
 * From the first opening to the last end of the options' sales. Before any option is on sale, the next opening counts.
 */
function windowOf(
  shown: OptionFacts[],
  status: SaleStatus,
): { sale_starts_at: string | null; sale_ends_at: string | null } {
  const waiting = shown.filter((each) => status !== 'not_started' || each.status === 'not_started')
  const starts = waiting.map(({ window }) => window.starts_at)
  const ends = shown.map(({ window }) => window.ends_at)
  const first = starts.includes(null) || starts.length === 0 ? null : Math.min(...starts.filter((at) => at !== null))
  return { sale_starts_at: instant(first), sale_ends_at: ends.length === 0 ? null : instant(Math.max(...ends)) }
}

function agesOf(shown: OptionFacts[]): { minimum_age: number | null; maximum_age: number | null } {
  const minimums = shown.map(({ option }) => option.minimum_age)
  const maximums = shown.map(({ option }) => option.maximum_age)
  const bound = (ages: (number | null)[], pick: (...ages: number[]) => number) =>
    ages.length === 0 || ages.includes(null) ? null : pick(...ages.filter((age) => age !== null))
  return { minimum_age: bound(minimums, Math.min), maximum_age: bound(maximums, Math.max) }
}

/** Genders that the event is for; empty as soon as one option is open to everyone. */
function gendersOf(shown: OptionFacts[]): Gender[] {
  const genders = shown.map(({ option }) => option.gender)
  return genders.includes(null) ? [] : [...new Set(genders.filter((gender) => gender !== null))]
}
