import * as z from 'zod/mini'
import { Id } from '../field-rules.ts'
import { scopes } from './oauth.ts'
import { paging } from '../paging.ts'

/** A log-in of the caller on one device: the names of its browser and system, null when unknown. */
export const Session = z.strictObject({
  id: z.string(),
  object: z.literal('session'),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  is_current: z.boolean(),
  /** The program and the scopes of a client; null in a log-in of the customer. */
  program_id: z.nullable(z.string()),
  scopes: z.nullable(z.array(z.enum(scopes))),
  created: z.string(),
  last_used: z.string(),
  expires_at: z.string(),
})
export type Session = z.infer<typeof Session>

/** Query of GET profile/sessions: last used first by default. */
export const SessionListQuery = z.strictObject({
  ...paging,
  order: z._default(z.enum(['asc', 'desc']), 'desc'),
  sort: z._default(z.enum(['last_used']), 'last_used'),
})

/** `/profile/sessions/{session_id}` in a path. */
export const InSession = z.strictObject({ session_id: Id })
