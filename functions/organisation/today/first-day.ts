import { ApiError } from '../../contract/api-error.ts'
import { type ChangeFirstDayRequest, type FirstDay, firstStepNames } from '../../contract/organisation/first-day.ts'
import { mayTransition } from '../../contract/states/first-step-states.ts'
import type { OrganiserContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { transitionRow } from '../../platform/database/history.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { shadeOfCaller } from '../../platform/identity/staff.ts'
import { type FirstDayRow, firstDayOf, putFirstStep } from './first-day-rows.ts'
import { firstStepsOf, isFirstDayOver } from './first-steps.ts'

type InProgram = { program_id: string }

/** The first day of a program; null for a caller who may not do its steps. */
export async function readFirstDay(ctx: OrganiserContext, { program_id }: InProgram): Promise<FirstDay | null> {
  if (shadeOfCaller(ctx.actor, 'settings') !== 'yes' || shadeOfCaller(ctx.actor, 'catalogue') !== 'yes') return null
  const [row] = await firstDayOf(ctx.db, program_id)
  return row ? showFirstDay(program_id, row) : null
}

/** Skips steps of the first day, opens them again, or notes that the site was looked at. */
export const changeFirstDay = (ctx: OrganiserContext, input: ChangeFirstDayRequest & InProgram): Promise<FirstDay> =>
  retryOnConflict(() => change(ctx, input))

async function change(ctx: OrganiserContext, input: ChangeFirstDayRequest & InProgram): Promise<FirstDay> {
  const { program_id } = input
  const before = required(await firstDayOf(ctx.db, program_id))
  const writes = firstStepNames.flatMap((name) => {
    const { status, step } = before.decided.find((each) => each.name === name) ?? { status: 'open' as const, step: 0 }
    const to = input[name] ?? status
    if (to === status) return []
    if (!mayTransition(status, to)) throw new ApiError('state_conflict', { param: name, subject: status })
    return [
      putFirstStep(ctx.db, { program_id, name, status: to, step: step + 1, updated: ctx.now }),
      transitionRow(ctx, 'first_step', { id: `${program_id}.${name}`, step, status }, to, { actor: ctx.actor }),
    ]
  })
  if (writes.length === 0) return showFirstDay(program_id, before)
  const [after] = await commit(ctx, writes, firstDayOf(ctx.db, program_id))
  return showFirstDay(program_id, required(after))
}

function required([row]: FirstDayRow[]): FirstDayRow {
  if (!row) throw new ApiError('not_found', { param: 'program_id' })
  return row
}

function showFirstDay(program_id: string, { decided, ...row }: FirstDayRow): FirstDay {
  const facts = { ...row, decided: Object.fromEntries(decided.map(({ name, status }) => [name, status])) }
  const steps = firstStepsOf(facts)
  return { object: 'first_day', program_id, is_over: isFirstDayOver(facts, steps), steps }
}
