import { ApiError } from '../../contract/api-error.ts'
import { type Selector, selectorKinds } from '../../contract/contact/campaign.ts'
import { instantOf } from '../../contract/wall-clock.ts'
import type { OrganiserContext } from '../../platform/context.ts'
import { isWithinReach } from '../../platform/identity/staff.ts'
import { idsOfSelector, searchedPeople } from './selector-rows.ts'

/** The parts of a selector, such as `option:canoe-week/full`. */
function partsOf(text: string): { kind: Selector['kind']; first: string; second: string } {
  const [kind = '', rest = ''] = text.split(':')
  const [first = '', second = ''] = rest.split('/')
  return { kind: selectorKinds.find((each) => each === kind) ?? 'event', first, second }
}

/**
 * Finds what the selectors of a request name. Throws `not_found` for an unknown event, option, group or package, and
 * `not_allowed` for a staff member whose selectors name none of their events.
 */
export async function resolveSelectors(
  ctx: OrganiserContext,
  texts: readonly string[],
  program: { id: string; timezone: string },
): Promise<Selector[]> {
  const selectors = await Promise.all(texts.map(async (text) => resolve(ctx, text, program)))
  if (!mayReach(ctx, selectors)) throw new ApiError('not_allowed')
  return selectors
}

/** True if the caller's right reaches these customers. All selectors hold, so one of the caller's events is enough. */
export const mayReach = (
  { reach }: Pick<OrganiserContext, 'reach'>,
  selectors: readonly { event_id: string | null }[] | null,
): boolean =>
  reach.event_ids === 'all' ||
  (selectors ?? []).some(({ event_id }) => event_id !== null && isWithinReach(reach, event_id))

function dayOf(date: string, { timezone }: { timezone: string }) {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const midnight = (each: number) => instantOf({ year, month, day: each, hour: 0, minute: 0 }, timezone)
  return { date, from: midnight(day), until: midnight(day + 1) }
}

async function resolve(
  ctx: OrganiserContext,
  text: string,
  program: { id: string; timezone: string },
): Promise<Selector> {
  const { kind, first, second } = partsOf(text)
  const none = { kind, text, event_id: null, id: null }
  if (kind === 'day') return { ...none, days: [...new Set(first.split(','))].map((date) => dayOf(date, program)) }
  if (kind === 'search' && searchedPeople(program.id, text) === null)
    throw new ApiError('invalid_option', { param: 'to' })
  const lookup = idsOfSelector(ctx.db, { kind, program_id: program.id, first, second })
  if (lookup === null) return none
  const [found] = await lookup
  if (!found) throw new ApiError('not_found', { param: 'to' })
  return { ...none, ...found }
}
