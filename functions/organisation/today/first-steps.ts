import { type FirstStep, type FirstStepName, firstStepNames } from '../../contract/organisation/first-day.ts'
import * as billingStates from '../../contract/states/billing-states.ts'
import type { BillingStatus } from '../../contract/states/billing-states.ts'
import type { FirstStepStatus } from '../../contract/states/first-step-states.ts'

/**
 * What decides the first day of a program. `has_online_event` is false in a program with a venue. `decided` has what its
 * team chose, by step.
 */
export type FirstDayFacts = {
  name: string
  accent: string | null
  logo: string | null
  takes_cards: boolean
  billing_status: BillingStatus
  takes_offline: boolean
  offline_instructions: string | null
  has_venue: boolean
  has_online_event: boolean
  /** True once an event or an appointment type was published, also if it is over or hidden now. */
  was_on_sale: boolean
  /** The newest event that was never published and is no sample. */
  draft_id: string | null
  decided: Partial<Record<FirstStepName, FirstStepStatus>>
}

const isFilled = (text: string | null): boolean => text !== null && text.trim() !== ''

/** What the data shows of each step. */
const isDone: Readonly<Record<FirstStepName, (facts: FirstDayFacts) => boolean>> = {
  brand: ({ name, accent, logo }) => isFilled(name) && (isFilled(accent) || isFilled(logo)),
  payment: ({ takes_cards, billing_status, takes_offline, offline_instructions }) =>
    (takes_cards && !billingStates.notSelling.has(billing_status)) || (takes_offline && isFilled(offline_instructions)),
  place: ({ has_venue, has_online_event }) => has_venue || has_online_event,
  camp: ({ was_on_sale }) => was_on_sale,
  look: ({ decided }) => decided.look === 'done',
}
/** The steps that are done in the form of an event. */
const inEventForm: readonly FirstStepName[] = ['place', 'camp']

/** The steps of the first day. What is done stays done, also after it was skipped. */
export const firstStepsOf = (facts: FirstDayFacts): FirstStep[] =>
  firstStepNames.map((name) => ({
    name,
    status: isDone[name](facts) ? 'done' : (facts.decided[name] ?? 'open'),
    event_id: inEventForm.includes(name) ? facts.draft_id : null,
  }))

/** True once something was on sale, or every step is done or skipped. */
export const isFirstDayOver = (facts: FirstDayFacts, steps: readonly FirstStep[]): boolean =>
  facts.was_on_sale || steps.every(({ status }) => status !== 'open')
