import * as z from 'zod/mini'
import { maxEventsPerProgram } from '../../../contract/limits.ts'
import { ProgramFile } from '../../../contract/organisation/organiser.ts'
import { FileEvent } from '../../../contract/organisation/file-events.ts'
import { mapInChunks } from './in-chunks.ts'

/** A file with at most this many events is checked in one piece. */
const maxEventsAtOnce = 50

type Parsed = { success: true; data: ProgramFile } | { success: false; issues: z.core.$ZodIssue[] }

/** Checks the form of a program file, in chunks of events, so that visitors do not wait for a long one. */
export async function parseFile(body: unknown): Promise<Parsed> {
  const events = eventsOf(body)
  if (events.length <= maxEventsAtOnce || events.length > maxEventsPerProgram) return resultOf(ProgramFile, body)
  const rest = resultOf(ProgramFile, { ...(body as object), events: [] })
  const results = await mapInChunks(events, (event) => resultOf(FileEvent, event))

  const issues = results.flatMap((result, index) =>
    result.success ? [] : result.issues.map((issue) => ({ ...issue, path: ['events', index, ...issue.path] })),
  )
  if (rest.success && issues.length === 0)
    return {
      success: true,
      data: { ...rest.data, events: results.flatMap((result) => (result.success ? result.data : [])) },
    }
  return { success: false, issues: inOrder([...(rest.success ? [] : rest.issues), ...issues]) }
}

/** The schema of a program file for a request, which checks it in chunks. */
export const ProgramFileInChunks: typeof ProgramFile = Object.create(ProgramFile, {
  '~standard': {
    value: {
      ...ProgramFile['~standard'],
      validate: async (body: unknown) => {
        const parsed = await parseFile(body)
        return parsed.success ? { value: parsed.data } : { issues: parsed.issues }
      },
    },
  },
})

function resultOf<Schema extends z.core.$ZodType>(
  schema: Schema,
  value: unknown,
): { success: true; data: z.output<Schema> } | { success: false; issues: z.core.$ZodIssue[] } {
  const result = z.safeParse(schema, value)
  return result.success ? { success: true, data: result.data } : { success: false, issues: result.error.issues }
}

const eventsOf = (body: unknown): unknown[] => {
  const events = typeof body === 'object' && body !== null && 'events' in body ? body.events : []
  return Array.isArray(events) ? events : []
}

// Fields in the order of the schema; unknown fields come last.
const places = new Map<PropertyKey, number>(Object.keys(ProgramFile.shape).map((name, place) => [name, place]))
const inOrder = (issues: z.core.$ZodIssue[]): z.core.$ZodIssue[] => issues.sort((a, b) => placeOf(a) - placeOf(b))
const placeOf = ({ path }: z.core.$ZodIssue): number => places.get(path[0] ?? '') ?? places.size
