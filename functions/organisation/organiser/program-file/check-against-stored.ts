import type { Refusal } from '../../../contract/organisation/organiser.ts'
import { checkPayableLists } from './check-payable.ts'
import { checkPools } from './check-pools.ts'
import { checkStoredAppointments } from './check-stored-appointments.ts'
import { checkStoredEvent, leavesLater, mayLeave, type StoredCheck } from './check-stored-events.ts'
import { checkQuestions, checkRedeemed, checkWaivers } from './check-stored-lists.ts'
import { checkNewSales, checkSoldPackages, checkSoldProducts } from './check-stored-store.ts'
import type { CompleteFile } from './complete-file.ts'
import { flatMapInChunks } from './in-chunks.ts'
import { refuseWhen } from './refuse.ts'
import { rowsWithout } from './rows-by.ts'
import type { StoredProgram } from './stored-program.ts'

/** Whether the caller may change the flags that only the operator sets. */
type MayVerify = { mayVerify: boolean }

/**
 * Mistakes of a file compared with the stored program: what may no longer change because it is sold, accepted or
 * answered.
 */
export async function checkAgainstStored(
  stored: StoredProgram | null,
  check: StoredCheck & MayVerify,
): Promise<Refusal[]> {
  const { file } = check
  return [
    ...checkStoredSettings(stored, check),
    ...(await flatMapInChunks(file.events, (event) => checkStoredEvent(stored, event, check))),
    ...(stored
      ? [
          ...checkRemovals(stored, check),
          ...checkRedeemed(stored, file),
          ...checkPools(stored, file),
          ...checkWaivers(stored, file),
          ...checkQuestions(stored, file),
          ...checkStoredAppointments(stored, file),
          ...checkSoldProducts(stored, file),
          ...checkSoldPackages(stored, file),
        ]
      : []),
    ...checkPayableLists(file, check.now),
    ...checkNewSales(stored, check),
  ]
}

/** Mistakes in the settings of a file compared with the stored program. */
export function checkStoredSettings(
  stored: StoredProgram | null,
  {
    file,
    mayVerify,
  }: MayVerify & {
    file: Pick<CompleteFile, 'featured' | 'is_verified' | 'default_currency' | 'selling'>
  },
): Refusal[] {
  const { featured, is_verified } = stored?.program ?? { featured: false, is_verified: false }
  const marks = [
    ['featured', featured !== file.featured],
    ['is_verified', is_verified !== file.is_verified],
  ] as const
  return [
    ...marks.flatMap(([path, isChanged]) =>
      refuseWhen(isChanged && !mayVerify, 'transition_not_allowed', {
        path,
        message: 'Only the platform changes this.',
      }),
    ),
    ...checkOffline(stored, file),
    ...refuseWhen(
      stored !== null &&
        (stored.hasOrders || stored.events.some(({ is_registered }) => is_registered === 1)) &&
        stored.program.default_currency !== file.default_currency,
      'state_conflict',
      { path: 'default_currency', message: 'Something has been sold in the other currency.' },
    ),
  ]
}

/**
 * A program with offline payment needs instructions. A program that offered it before instructions were required may go
 * without them.
 */
export function checkOffline(
  stored: Pick<StoredProgram, 'program'> | null,
  { selling }: Pick<CompleteFile, 'selling'>,
): Refusal[] {
  const before = stored?.program.selling
  const isSilent = before?.offline === true && !before.offline_instructions
  return refuseWhen(Boolean(selling.offline) && !selling.offline_instructions && !isSilent, 'required', {
    path: 'selling.offline_instructions',
    message: 'Say how to pay later: customers read it on the order page and in the email.',
  })
}

function checkRemovals(stored: StoredProgram, { file, now }: StoredCheck): Refusal[] {
  const events = rowsWithout(stored.events, file.events).filter(({ status }) => status !== 'archived')
  const coupons = rowsWithout(stored.coupons, file.coupons)
  return [
    ...events.flatMap((event) =>
      refuseWhen(!mayLeave(event, now), 'has_future_registrations', {
        path: `events.${event.key}`,
        message: leavesLater(event, now),
      }),
    ),
    ...coupons.flatMap((coupon) =>
      refuseWhen(coupon.is_used === 1, 'state_conflict', {
        path: `coupons.${coupon.key}`,
        message: 'It is in an order or in a cart. Turn it off with is_enabled: false instead.',
      }),
    ),
  ]
}
