import { Hono } from 'hono'
import { InProgramOfLaterPlaces, LaterPlace, LaterPlacesQuery } from '../../contract/booking/later-place.ts'
import { listOf } from '../../contract/paging.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { signedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { listLaterPlaces } from './list-later-places.ts'

/** Booked places after the end of a membership, mounted at /v1/profile/programs/{program_id}/later_places. */
export const laterPlacesV1 = new Hono<Worker>().get(
  '/',
  describeRoute({
    summary: 'Your booked places for days after the end of a membership',
    tag: 'Memberships',
    caller: 'customer',
    answers: { 200: listOf(LaterPlace) },
  }),
  signedIn,
  validate('param', InProgramOfLaterPlaces),
  validate('query', LaterPlacesQuery),
  async (c) => c.json(await listLaterPlaces(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }), 200),
)
