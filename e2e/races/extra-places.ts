import * as registrationStates from '../../functions/contract/states/registration-states.ts'
import { statusListText } from '../../functions/platform/database/status-sql.ts'
import { organiserHeaders } from '../../functions/test-bench/program-file.ts'
import type { Answer } from '../../functions/test-bench/http-client.ts'
import type { ProofSite } from '../proofs/proof-site.ts'

/** Counts read while a round is under way. */
const looks = 6
const held = statusListText(registrationStates.held)

export const byStaff = (site: ProofSite, programId: string, path: string, body: object): Promise<Answer> =>
  site.call(`/api/v1/organiser/programs/${programId}/${path}`, {
    method: 'POST',
    headers: organiserHeaders,
    body: JSON.stringify(body),
  })

/** The counts of an option, and the places that its registrations take. */
export type Counts = { total: number; taken: number; extra: number; ordinary: number; rows: number }
export const isWrong = (places: number, { total, taken, extra, ordinary, rows }: Counts): boolean =>
  total !== places || taken !== ordinary || extra !== rows - ordinary || taken > places || (extra > 0 && taken < places)

export async function countsOf(site: ProofSite, optionId: string): Promise<Counts> {
  const [row] = await site.sql(
    `SELECT spots_total AS total, spots_taken AS taken, spots_extra AS extra,
      (SELECT count(*) FROM registrations WHERE option_id = o.id AND is_extra = 0 AND status IN ${held}) AS ordinary,
      (SELECT count(*) FROM registrations WHERE option_id = o.id AND status IN ${held}) AS rows
      FROM event_options AS o WHERE o.id = ?`,
    optionId,
  )
  return row as Counts
}

/** The counts again and again while others book and cancel. Each is one statement, so its numbers belong together. */
export async function lookOn(site: ProofSite, optionId: string): Promise<Counts[]> {
  const seen: Counts[] = []
  while (seen.length < looks) seen.push(await countsOf(site, optionId))
  return seen
}
