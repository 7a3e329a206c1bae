import type { FileEvent, ProgramFile, Refusal } from '../../contract/organiser.ts'
import { stepsBetween } from '../event-states.ts'
import { checkPools } from './check-pools.ts'
import { checkStoredAppointments } from './check-stored-appointments.ts'
import type { CompleteFile } from './complete-file.ts'
import { instantOf, isRelative } from './file-times.ts'
import { refuse, refuseWhen } from './refuse.ts'
import type { StoredEvent, StoredProgram } from './stored-program.ts'

export type Wanted = {
  written: ProgramFile
  file: CompleteFile
  now: number
  mayVerify: boolean /** Everybody registered for a cancelled event is told and paid back. */
  isCancelling?: boolean
}

/** What may not change any more, because it is sold, accepted or asked for already (decisions.md §24). */
export function checkAgainstStored(stored: StoredProgram | null, wanted: Wanted): Refusal[] {
  const { file } = wanted
  const { featured, is_verified } = stored?.program ?? { featured: false, is_verified: false }
  const marks = [
    ['featured', featured !== file.featured],
    ['is_verified', is_verified !== file.is_verified],
  ] as const
  return [
    ...marks.flatMap(([path, isChanged]) =>
      refuseWhen(isChanged && !wanted.mayVerify, 'transition_not_allowed', {
        path,
        message: 'Only the platform changes this.',
      }),
    ),
    ...refuseWhen(
      stored !== null &&
        (stored.hasOrders || stored.events.some(({ is_registered }) => is_registered === 1)) &&
        stored.program.default_currency !== file.default_currency,
      'state_conflict',
      { path: 'default_currency', message: 'Something has been sold in the other currency.' },
    ),
    ...file.events.flatMap((event) => checkEvent(stored, event, wanted)),
    ...(stored
      ? [
          ...checkRemovals(stored, file),
          ...checkRedeemed(stored, file),
          ...checkPools(stored, file),
          ...checkWaivers(stored, file),
          ...checkQuestions(stored, file),
          ...checkStoredAppointments(stored, file),
          ...checkSoldProducts(stored, file),
          ...checkSoldPackages(stored, file),
        ]
      : []),
    ...checkNewSales(stored, wanted),
  ]
}

function checkEvent(stored: StoredProgram | null, event: FileEvent, wanted: Wanted): Refusal[] {
  const path = `events.${event.key}`
  const known = stored?.events.find(({ key }) => key === event.key)
  if (!known) return checkNewTimes(event, wanted)
  const isSold = known.is_registered === 1
  const way = stepsBetween(known.status, event.status)
  return [
    ...refuseWhen(way === null, 'transition_not_allowed', {
      path: `${path}.status`,
      message: `An event that is ${known.status} cannot become ${event.status}.`,
    }),
    ...refuseWhen(
      isSold && way !== null && ((way.includes('cancelled') && !wanted.isCancelling) || way.includes('archived')),
      'has_future_registrations',
      {
        path: `${path}.status`,
        message:
          'People are registered. Cancel the event by its own call, so that they are told and get their money back.',
      },
    ),
    ...(stored ? checkOptions(stored, event, known) : []),
  ]
}

/** New events lie ahead (site.txt §5). Times counted from the first apply are a demo's: it may be older than they are. */
function checkNewTimes(event: FileEvent, { written, now, file }: Wanted): Refusal[] {
  const zone = event.timezone ?? file.timezone
  const typed = written.events.find(({ key }) => key === event.key)
  const isPast = (wall: string | null, text: string | null | undefined) =>
    wall !== null && !isRelative(text ?? '') && instantOf(wall, zone) < now
  const starts = typed?.series_dates[0]?.starts_at ?? typed?.starts_at
  const sales = event.options.filter((option) =>
    isPast(option.sale_ends_at, typed?.options.find(({ key }) => key === option.key)?.sale_ends_at),
  )
  return [
    ...refuseWhen(isPast(event.starts_at, starts), 'date_in_past', {
      path: `events.${event.key}.starts_at`,
      message: 'A new event starts in the future.',
    }),
    ...sales.map(({ key }) =>
      refuse('date_in_past', `events.${event.key}.options.${key}.sale_ends_at`, 'A new sale ends in the future.'),
    ),
  ]
}

function checkOptions(stored: StoredProgram, event: FileEvent, known: StoredEvent): Refusal[] {
  return stored.options
    .filter((option) => option.event_id === known.id && !option.is_removed)
    .flatMap((option) => {
      const path = `events.${event.key}.options.${option.key}`
      const kept = event.options.find(({ key }) => key === option.key)
      if (!kept)
        return refuseWhen(option.is_registered === 1, 'has_future_registrations', {
          path,
          message: `People are registered for ${option.name}. Close it with is_closed: true instead.`,
        })
      return refuseWhen(kept.spots_total !== null && kept.spots_total < option.spots_taken, 'sold_out', {
        path: `${path}.spots_total`,
        message: `${option.spots_taken} places are taken, so there can be no fewer.`,
      })
    })
}

function checkRemovals(stored: StoredProgram, file: CompleteFile): Refusal[] {
  const events = gone(stored.events, file.events).filter(({ status }) => status !== 'archived')
  const coupons = gone(stored.coupons, file.coupons)
  return [
    ...events.flatMap((event) =>
      refuseWhen(event.is_registered === 1, 'has_future_registrations', {
        path: `events.${event.key}`,
        message: `People are registered for ${event.name}.`,
      }),
    ),
    ...coupons.flatMap((coupon) =>
      refuseWhen(coupon.is_used === 1, 'state_conflict', {
        path: `coupons.${coupon.key}`,
        message: 'It stands in an order or in a cart. Turn it off with is_enabled: false instead.',
      }),
    ),
  ]
}

/** A coupon may be used at least as often as it has been. */
function checkRedeemed(stored: StoredProgram, file: CompleteFile): Refusal[] {
  return stored.coupons.flatMap((coupon) => {
    const kept = file.coupons.find(({ key }) => key === coupon.key)
    const here = coupon.times_redeemed - coupon.times_redeemed_before
    const times = here + (kept?.redeemed_before ?? 0)
    return refuseWhen(here > 0 && times > (kept?.max_redemptions ?? times), 'coupon_max_redemptions', {
      path: `coupons.${coupon.key}.max_redemptions`,
      message: `It has been used ${times} times, so there can be no fewer.`,
    })
  })
}

function checkWaivers(stored: StoredProgram, file: CompleteFile): Refusal[] {
  return stored.waivers.flatMap((waiver) => {
    const path = `waivers.${waiver.key}`
    const kept = file.waivers.find(({ key }) => key === waiver.key)
    if (!kept)
      return refuseWhen(waiver.is_accepted === 1, 'state_conflict', {
        path,
        message: 'It has been accepted by somebody, so it stays.',
      })
    const isChanged = kept.text !== waiver.text || kept.title !== waiver.title
    return [
      ...refuseWhen(kept.version < waiver.version, 'out_of_range', {
        path: `${path}.version`,
        message: `Version ${waiver.version} is there already.`,
      }),
      ...refuseWhen(isChanged && kept.version === waiver.version, 'state_conflict', {
        path: `${path}.version`,
        message: `Another text is another version: write version: ${waiver.version + 1}.`,
      }),
    ]
  })
}

function checkQuestions(stored: StoredProgram, file: CompleteFile): Refusal[] {
  const input = new Set(
    stored.questionTies.filter(({ is_asked }) => is_asked === 1).map(({ question_id }) => question_id),
  )
  return stored.questions
    .filter(({ id }) => input.has(id))
    .flatMap((question) => {
      const kept = file.questions.find(({ key }) => key === question.key)
      if (!kept)
        return [
          refuse(
            'state_conflict',
            `questions.${question.key}`,
            'It has been answered by somebody, so it stays. Take it from the events instead.',
          ),
        ]
      return refuseWhen(kept.type !== question.type, 'state_conflict', {
        path: `questions.${question.key}.type`,
        message: 'It has been answered already. Make a new question instead.',
      })
    })
}

/** What stands in somebody's order stays; it can be taken off sale. */
function checkSoldProducts(stored: StoredProgram, file: CompleteFile): Refusal[] {
  return stored.products
    .filter(({ is_removed }) => !is_removed)
    .flatMap((product) => {
      const path = `products.${product.key}`
      const sold = stored.variations.filter(({ product_id, is_sold }) => product_id === product.id && is_sold === 1)
      const kept = file.products.find(({ key }) => key === product.key)
      if (!kept)
        return refuseWhen(sold.length > 0, 'state_conflict', {
          path,
          message: `${product.name} has been sold. Close it with is_closed: true instead.`,
        })
      const missing = sold.filter(({ key }) => !kept.variations.some((variation) => variation.key === key))
      return missing.map(({ key, name }) =>
        refuse(
          'state_conflict',
          `${path}.variations.${key}`,
          `${name} has been sold. Close it with is_closed: true instead.`,
        ),
      )
    })
}

/** A new sale of a product does not end in the past, unless its times are counted from the first apply. */
function checkNewSales(stored: StoredProgram | null, { written, now, file }: Wanted): Refusal[] {
  const fresh = file.products.filter(({ key }) => !stored?.products.some((product) => product.key === key))
  return fresh.flatMap(({ key, sale_ends_at: ends }) => {
    const typed = written.products.find((product) => product.key === key)?.sale_ends_at ?? ''
    return refuseWhen(ends !== null && !isRelative(typed) && instantOf(ends, file.timezone) < now, 'date_in_past', {
      path: `products.${key}.sale_ends_at`,
      message: 'A new sale ends in the future.',
    })
  })
}

function checkSoldPackages(stored: StoredProgram, file: CompleteFile): Refusal[] {
  const away = (['session_packages', 'membership_packages'] as const).flatMap((section) =>
    gone<{ key: string; is_sold: number }>(stored[section], file[section]).flatMap(({ key, is_sold }) =>
      refuseWhen(is_sold === 1, 'state_conflict', {
        path: `${section}.${key}`,
        message: 'It has been bought. Say is_discontinued: true instead.',
      }),
    ),
  )
  const billed = stored.membership_packages.flatMap((row) => {
    const kept = file.membership_packages.find(({ key }) => key === row.key)
    return refuseWhen(
      row.is_sold === 1 && kept !== undefined && kept.billing_period !== row.billing_period,
      'state_conflict',
      {
        path: `membership_packages.${row.key}.billing_period`,
        message: 'People pay for it by the other period. Make a new one instead.',
      },
    )
  })
  return [...away, ...billed]
}

const gone = <Row extends { key: string }>(rows: readonly Row[], wanted: readonly { key: string }[]): Row[] =>
  rows.filter(({ key }) => !wanted.some((item) => item.key === key))
