import { ApiError } from '../../contract/api-error.ts'
import type { CreateVenueRequest, OrganiserVenue } from '../../contract/organisation/event-form.ts'
import type { OrganiserContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { keyFrom } from '../../contract/organisation/written-words.ts'
import { importReads } from './event-import/import-file-rows.ts'
import { findEvents } from './find-event.ts'
import { checkAddresses } from './program-file/check-file.ts'
import { checkTexts } from './program-file/check-texts.ts'
import { fileIds } from './program-file/file-ids.ts'
import { programIsAsRead, putVenues, touchProgram } from './program-file/program-file-rows.ts'
import { venueRows } from './program-file/program-row.ts'
import { refuse, refuseAll } from './program-file/refuse.ts'
import { afterLastChange } from './version.ts'

const maxVenues = 200

/** Adds a place to a program. Its key follows from its name. */
export async function createVenue(
  before: OrganiserContext,
  { program_id, ...request }: CreateVenueRequest & { program_id: string },
): Promise<OrganiserVenue> {
  const [part, venues] = await Promise.all([
    findEvents(before, { program_id, keys: [] }),
    importReads(before.db, program_id).venues,
  ])
  if (venues.length >= maxVenues)
    throw new ApiError('invalid_option', { message: `A program has at most ${maxVenues} venues.` })
  const { stored } = part
  const ctx = afterLastChange(before, stored.program)
  const name = typeof request.name === 'string' ? request.name : (Object.values(request.name)[0] ?? '')
  const keys = new Set(venues.map(({ key }) => key))
  const key = freeKey(keyFrom(name) || 'place', keys)
  const venue = { ...request, key, timezone: null }
  const file = { ...part.file, venues: [venue] }
  refuseAll(
    [...checkAddresses({ ...file, address: null }), ...checkTexts(venue, `venues.${key}`, file)].map((refusal) =>
      refuse(refusal.type as 'required', refusal.path.replace(`venues.${key}.`, ''), refusal.message),
    ),
  )
  const ids = fileIds(ctx, file, stored)
  const rows = venueRows({ file, ids }).map((row) => ({ ...row, position: venues.length }))
  ctx.request.invalidateTags(`program:${program_id}`)
  ctx.request.setCreatedLocation(`/v1/organiser/programs/${program_id}`)
  await commit(ctx, [
    programIsAsRead(ctx.db, stored.program),
    touchProgram(ctx.db, program_id, ctx.now),
    ...putVenues(ctx.db, rows),
  ])
  return {
    object: 'organiser_venue',
    program_id,
    id: ids.venues(key),
    key,
    name: request.name,
    address: request.address,
  }
}

/** The key, with a number where another item has it. */
export function freeKey(key: string, used: ReadonlySet<string>): string {
  const short = key.slice(0, 60)
  const numbers = Array.from({ length: maxVenues }, (_, at) => `${short}-${at + 2}`)
  return [short, ...numbers].find((each) => !used.has(each)) ?? short
}
