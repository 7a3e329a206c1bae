import type { List } from '../contract/paging.ts'
import type { Event } from '../contract/offering/event.ts'
import type * as z from 'zod/mini'
import type { ProgramFile, ProgramPlan } from '../contract/organisation/organiser.ts'
import type { Bench } from './bench.ts'
import { unique } from './people.ts'

export type WrittenFile = z.input<typeof ProgramFile>
export const organiserHeaders = {
  Authorization: `Basic ${Buffer.from('bench:bench-secret-of-32-characters-x').toString('base64')}`,
  'Content-Type': 'application/json',
}

/** The minimal program file. */
export const shortestFile = (): WrittenFile => ({
  program: `program-${unique()}`,
  name: 'Lakeside Camps',
  timezone: 'America/Toronto',
  default_currency: 'CAD',
  country: 'CA',
  features: { online_payments: true },
})

/** Sends a program file as its organisation would. */
export async function putFile(
  bench: Bench,
  file: WrittenFile,
  input: { isDryRun?: boolean; headers?: Record<string, string> } = {},
): Promise<{
  status: number
  plan: ProgramPlan
  error: { type: string; param: string; message: string; errors: { type: string; param: string; message: string }[] }
}> {
  const answer = await bench.call(`/v1/organiser/programs/${file.program}?dry_run=${input.isDryRun ?? false}`, {
    method: 'PUT',
    headers: input.headers ?? organiserHeaders,
    body: JSON.stringify(file),
  })
  const body = await answer.json()
  return { status: answer.status, plan: body as never, error: body as never }
}

/** The changes of a plan, such as `update events.canoe`. */
export const realChanges = (changes: readonly { action: string; path: string }[]): string[] =>
  changes.filter(({ action }) => action !== 'keep').map(({ action, path }) => `${action} ${path}`)

/** A program's exported file. */
export const exportedFile = async (bench: Bench, program: string): Promise<WrittenFile> =>
  (await (await bench.call(`/v1/organiser/programs/${program}`, { headers: organiserHeaders })).json()) as WrittenFile

export const firstEventOf = async (bench: Bench, program: string): Promise<Event | undefined> =>
  ((await (await bench.call(`/v1/explore/events?program_id=${program}`)).json()) as List<Event>).data[0]
