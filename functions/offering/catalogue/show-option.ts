import { instant } from '../../contract/instant.ts'
import type { EventOption } from '../../contract/offering/event.ts'
import type { EventRecord, OptionRecord, Reader, SaleRecord } from './event-record.ts'
import { localize } from '../../contract/texts.ts'
import { money } from '../../contract/display-money.ts'
import type { InstalmentDue } from '../../contract/offering/payment-plan.ts'
import { chargeStep, smallestCharge } from '../../contract/money/stripe-amount.ts'
import { dayOn, instalmentSchedule } from '../pricing/instalment-schedule.ts'
import { linePrice, priceOf } from '../pricing/line-price.ts'
import { placesLeft } from './places-left.ts'
import { saleStatus } from './sale-status.ts'
import { saleWindow } from './sale-window.ts'

/** An option in its event, with its current places and sale status. */
export function optionFacts(event: SaleRecord, option: SaleRecord['options'][number], now: number) {
  const left = placesLeft(option)
  const window = saleWindow(option, event, event.program.default_sales_end)
  const facts = {
    event_status: event.status,
    is_closed: option.is_closed === 1 || option.is_removed === 1,
    window,
    is_restricted: event.restrict_to_package_ids.length > 0,
    left,
    waitlist: event.waitlist,
  }
  return { option, left, window, status: saleStatus(facts, now) }
}
export type OptionFacts = ReturnType<typeof optionFacts>

/** Builds the option of the API. */
export function showOption(
  event: EventRecord,
  option: OptionRecord,
  reader: Pick<Reader, 'now' | 'language' | 'contentLanguage'>,
): EventOption {
  const { left, window, status } = optionFacts(event, option, reader.now)
  const { name, description, text_languages } = localize(option, reader.contentLanguage)
  return {
    id: option.id,
    object: 'event_option',
    event_id: event.id,
    name,
    description,
    free: option.free === 1,
    gender: option.gender,
    minimum_age: option.minimum_age,
    maximum_age: option.maximum_age,
    appointment_option_id: option.appointment_option_id,
    sale_status: status,
    text_languages,
    cost: priceOf(option.cost, event.program.selling, { ...event, language: reader.language }),
    instalments: showPlan(event, option, reader),
    order_availability: {
      available_spots: left,
      is_sold_out: left === 0,
      sale_starts_at: instant(window.starts_at),
      sale_ends_at: instant(window.ends_at),
    },
  }
}

/** The instalments of a place bought now, alone and at its listed price; empty when it is paid at once. */
function showPlan(
  event: EventRecord,
  { id, cost, payment_plan: plan }: OptionRecord,
  { now, language }: Pick<Reader, 'now' | 'language'>,
): InstalmentDue[] {
  if (!plan) return []
  const { total } = linePrice(cost, event.program.selling)
  const parts = instalmentSchedule({
    total,
    lines: [{ item_id: id, amount: total, plan, starts_on: dayOn(event.starts_at, event.timezone) }],
    today: dayOn(now, event.program.timezone),
    least: smallestCharge(event.currency),
    step: chargeStep(event.currency),
  })
  return (parts ?? []).map(({ due_on, amount }) => ({ due_on, amount: money(amount, event, language) }))
}
