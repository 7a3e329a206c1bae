import { notLookedUp } from '../contract/people/place-line.ts'
import { dayMs } from '../contract/limits.ts'
import type { EventType } from '../contract/offering/event.ts'
import type { PaymentPlan } from '../contract/offering/payment-plan.ts'
import { type ProgramPreferences, type ProgramSelling, usualPreferences } from '../contract/offering/program.ts'
import { database } from '../platform/database/database.ts'
import {
  coupons,
  type EventRefund,
  eventOptions,
  eventQuestions,
  events,
  eventVenues,
  membershipPackages,
  optionPools,
  pools,
  programs,
  questions,
  sessionPackages,
  venues,
  waivers,
  waiverVersions,
} from '../platform/database/tables.ts'
import type { World } from './bench.ts'
import { unique } from './people.ts'

export const plainPreferences: ProgramPreferences = { ...usualPreferences, brand_accent_color: '#11696b' }
export const plainSelling: ProgramSelling = {
  hold_minutes: 15,
  offline: false,
  offline_instructions: null,
  fee: { percent: 0, fixed: 0, included: false },
  taxes: [],
  balance_due_blocks_checkout: false,
  embed_origins: [],
}
export const fairRefund: EventRefund = {
  tiers: [
    { until: 'P14D', percent: 100 },
    { until: 'P3D', percent: 50 },
  ],
  retention: { fixed: 0, percent: 0, keep_fees: true },
  automatic: true,
  request: true,
  move_until: null,
  session: null,
}

/** A suite's own program, in Toronto, in Canadian dollars. */
export async function makeProgram(
  bench: World,
  input: {
    preferences?: Partial<ProgramPreferences>
    selling?: Partial<ProgramSelling>
    timezone?: string
    currency?: string
    features?: Record<string, boolean>
  } = {},
): Promise<string> {
  const id = `program-${unique()}`
  const now = bench.now()
  await database(bench.env.DB)
    .insert(programs)
    .values({
      id,
      name: 'Lakeside Camps',
      default_currency: input.currency ?? 'CAD',
      country: 'CA',
      timezone: input.timezone ?? 'America/Toronto',
      email: 'hello@lakeside.example',
      languages: ['en', 'fr'],
      features: { online_payments: true, discounts: true, ...input.features },
      preferences: { ...plainPreferences, ...input.preferences },
      selling: { ...plainSelling, ...input.selling },
      created: now,
      updated: now,
    })
  return id
}

export type OptionInput = {
  name?: string
  paymentPlan?: PaymentPlan
  cost?: number
  spots?: number | null
  minimumAge?: number
  maximumAge?: number
  gender?: 'female' | 'male'
  poolIds?: string[]
  saleStartsAt?: number
  saleEndsAt?: number
  isClosed?: boolean
}
export type EventInput = {
  programId: string
  type?: EventType
  name?: string
  startsAt?: number
  endsAt?: number
  status?: 'draft' | 'published' | 'unpublished' | 'cancelled' | 'archived'
  options?: OptionInput[]
  refund?: EventRefund
  waiverId?: string
  questionIds?: string[]
  venueIds?: string[]
  waitlist?: boolean
  summary?: string
  tags?: string[]
  onlineEventUrl?: string
  packageIds?: string[]
}

/** A published event; by default thirty days ahead with one unlimited option of 100.00. */
export async function makeEvent(
  bench: World,
  input: EventInput,
): Promise<{ event_id: string; option_ids: [string, ...string[]] }> {
  const mark = unique()
  const now = bench.now()
  const db = database(bench.env.DB)
  const event_id = `evt_${mark}`
  const startsAt = input.startsAt ?? now + 30 * dayMs
  const options = input.options ?? [{}]
  const option_ids = options.map((_, index) => `opt_${mark}_${index}`) as [string, ...string[]]
  await db.batch([
    db.insert(events).values({
      id: event_id,
      program_id: input.programId,
      key: `event-${mark}`,
      type: input.type ?? 'camp',
      name: input.name ?? 'Canoe Week',
      summary: input.summary ?? 'Five days on the water',
      status: input.status ?? 'published',
      starts_at: startsAt,
      ends_at: input.endsAt ?? startsAt + 7 * 3_600_000,
      timezone: 'America/Toronto',
      currency: 'CAD',
      refund: input.refund ?? fairRefund,
      waiver_id: input.waiverId ?? null,
      restrict_to_package_ids: input.packageIds ?? [],
      waitlist: input.waitlist ?? false,
      tags: input.tags ?? [],
      online_event: input.onlineEventUrl !== undefined,
      online_event_url: input.onlineEventUrl ?? null,
      published: now,
      created: now,
      updated: now,
    }),
    ...options.map((option, index) =>
      db.insert(eventOptions).values({
        id: option_ids[index] as string,
        event_id,
        program_id: input.programId,
        key: `option-${index}`,
        position: index,
        name: option.name ?? 'Full day',
        cost: option.cost ?? 10_000,
        free: option.cost === 0,
        gender: option.gender ?? null,
        minimum_age: option.minimumAge ?? null,
        maximum_age: option.maximumAge ?? null,
        spots_total: option.spots ?? 2_147_483_647,
        sale_starts_at: option.saleStartsAt ?? null,
        sale_ends_at: option.saleEndsAt ?? null,
        is_closed: option.isClosed ?? false,
        payment_plan: option.paymentPlan ?? null,
        created: now,
        updated: now,
      }),
    ),
    ...options.flatMap((option, index) =>
      (option.poolIds ?? []).map((pool_id) =>
        db.insert(optionPools).values({ option_id: option_ids[index] as string, pool_id }),
      ),
    ),
    ...(input.questionIds ?? []).map((question_id, position) =>
      db.insert(eventQuestions).values({ event_id, question_id, position }),
    ),
    ...(input.venueIds ?? []).map((venue_id, position) =>
      db.insert(eventVenues).values({ event_id, venue_id, position }),
    ),
  ])
  return { event_id, option_ids }
}

export async function makePool(bench: World, programId: string, spots: number): Promise<string> {
  const id = `pol_${unique()}`
  await database(bench.env.DB).insert(pools).values({ id, program_id: programId, key: id, spots_total: spots })
  return id
}

export async function makeWaiver(bench: World, programId: string): Promise<string> {
  const id = `wai_${unique()}`
  const db = database(bench.env.DB)
  await db.batch([
    db.insert(waivers).values({ id, program_id: programId, key: id, version: 1 }),
    db.insert(waiverVersions).values({
      waiver_id: id,
      version: 1,
      title: 'Water safety',
      text: 'Canoeing has risks.',
      text_hash: 'hash-of-the-text',
      created: bench.now(),
    }),
  ])
  return id
}

export async function makeQuestion(
  bench: World,
  programId: string,
  input: Partial<typeof questions.$inferInsert> = {},
): Promise<string> {
  const id = `que_${unique()}`
  await database(bench.env.DB)
    .insert(questions)
    .values({ id, program_id: programId, key: id, title: 'T-shirt size', type: 'short_text', required: true, ...input })
  return id
}

export async function makeCoupon(
  bench: World,
  programId: string,
  input: Partial<typeof coupons.$inferInsert> = {},
): Promise<string> {
  const id = `cou_${unique()}`
  const code = input.code === undefined ? `CODE${unique().toUpperCase()}` : input.code
  await database(bench.env.DB)
    .insert(coupons)
    .values({
      id,
      program_id: programId,
      key: id,
      type: 'percent_off',
      percent_off: 1000,
      created: bench.now(),
      updated: bench.now(),
      ...input,
      code,
      code_key: code === null ? null : code.toUpperCase(),
    })
  return id
}

/** A package; by default ten visits for 120.00. */
export async function makeSessionPackage(
  bench: World,
  programId: string,
  input: Partial<typeof sessionPackages.$inferInsert> = {},
): Promise<string> {
  const id = `spk_${unique()}`
  await database(bench.env.DB)
    .insert(sessionPackages)
    .values({
      id,
      program_id: programId,
      key: id,
      name: 'Ten lake swims',
      cost: 12_000,
      allocated_amount: input.is_unlimited ? null : 10,
      created: bench.now(),
      updated: bench.now(),
      ...input,
    })
  return id
}

/** A membership; by default 45.00 a month without limit. */
export async function makeMembershipPackage(
  bench: World,
  programId: string,
  input: Partial<typeof membershipPackages.$inferInsert> = {},
): Promise<string> {
  const id = `mpk_${unique()}`
  await database(bench.env.DB)
    .insert(membershipPackages)
    .values({
      id,
      program_id: programId,
      key: id,
      name: 'Swim pass',
      billing_period: 'month',
      cost: 4500,
      is_unlimited: (input.allocated_amount ?? null) === null,
      created: bench.now(),
      updated: bench.now(),
      ...input,
    })
  return id
}

export async function makeVenue(
  bench: World,
  programId: string,
  input: { name?: string; city?: string } = {},
): Promise<string> {
  const id = `ven_${unique()}`
  const city = input.city ?? 'Toronto'
  const address = {
    ...notLookedUp,
    address_line_1: '1 Lake Rd',
    address_line_2: null,
    city,
    region: 'Ontario',
    region_short_code: 'CA-ON',
    postcode: 'M5V 2T6',
    country: 'Canada',
    country_short_code: 'CA',
  }
  await database(bench.env.DB)
    .insert(venues)
    .values({
      id,
      program_id: programId,
      key: id,
      name: input.name ?? 'Dock House',
      address,
      city,
      region: 'CA-ON',
      country: 'CA',
      timezone: 'America/Toronto',
    })
  return id
}
