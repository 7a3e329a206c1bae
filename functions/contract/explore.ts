import * as z from 'zod/mini'
import { flagInQuery, oneOrMore, paging } from './paging.ts'

const words = (most: number) => z.string().check(z.maxLength(most, `Use at most ${most} characters.`))

/** Query of GET explore/programs (api.txt §7). `place_name` looks in the name of the place, `search` in names, summaries, tags and places. */
export const ProgramListQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['name', 'created']), 'name'),
  type: z.optional(oneOrMore(words(60))),
  featured: z.optional(flagInQuery),
  search: z.optional(words(200)),
  tags: z.optional(oneOrMore(words(60))),
  place_name: z.optional(words(100)),
})
export type ProgramListQuery = z.infer<typeof ProgramListQuery>

/** Query of GET explore/programs/{program_id}/filters. `status` is ours: counts only what a list of the same status shows. */
export const ProgramFiltersQuery = z.strictObject({ status: z.optional(oneOrMore(z.enum(['upcoming', 'ongoing', 'ended', 'cancelled']))) })
export type ProgramFiltersQuery = z.infer<typeof ProgramFiltersQuery>
