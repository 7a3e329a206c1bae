import type { Answer } from '../../functions/test-bench/http-client.ts'
import type { BusySite } from '../rush/busy-site.ts'

/** An option with fewer places than requests. */
export type Hall = { event_id: string; option_id: string; places: number }

/** The faults of a rush for the places of an option, found in the responses, the rows and the counters. */
export async function soldFaults(
  site: Pick<BusySite, 'sql'>,
  hall: Hall,
  answers: Answer[],
): Promise<{ faults: string[]; sold: number }> {
  const rows = (await site.sql('SELECT id, status FROM registrations WHERE option_id = ?', hall.option_id)) as {
    id: string
    status: string
  }[]
  const [counted] = await site.sql(
    `SELECT spots_taken, (SELECT count(*) FROM registrations WHERE option_id = event_options.id AND status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show')) AS held,
      (SELECT count(*) FROM status_history WHERE object = 'registration' AND object_id IN (SELECT id FROM registrations WHERE option_id = event_options.id)) AS steps FROM event_options WHERE id = ?`,
    hall.option_id,
  )
  const taken = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status, body }) => status === 409 && body.type === 'sold_out')
  const ids = new Set(rows.map((row) => row.id))
  const faults: string[] = []
  const say = (isBroken: boolean, what: string) => void (isBroken && faults.push(what))

  say(
    taken.length + refused.length !== answers.length,
    `answers that are neither a place nor sold_out: ${[...new Set(answers.filter((each) => !taken.includes(each) && !refused.includes(each)).map(({ status, body }) => `${status} ${body?.type}`))].join(', ')}`,
  )
  say(rows.length > hall.places, `${rows.length} rows for ${hall.places} places`)
  say(
    rows.length !== Math.min(hall.places, answers.length),
    `${answers.length} wanted ${hall.places} places and ${rows.length} got one`,
  )
  say(
    taken.length !== rows.length ||
      taken.some(({ body }) => !ids.has(body.id)) ||
      new Set(taken.map(({ body }) => body.id)).size !== taken.length,
    `${taken.length} answers 201 for ${rows.length} rows`,
  )
  say(
    rows.some(({ status }) => status !== 'pending'),
    'a place that is not pending',
  )
  say(
    counted.spots_taken !== counted.held || counted.held !== rows.length,
    `the counter says ${counted.spots_taken}, the rows ${counted.held}`,
  )
  say(counted.steps !== rows.length, `${counted.steps} steps of history for ${rows.length} places`)
  return { faults, sold: rows.length }
}
