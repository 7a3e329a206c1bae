import * as z from 'zod/mini'
import { Id, line, ProgramId } from '../field-rules.ts'
import { paging } from '../paging.ts'

/** A client of the API that an owner made. `secret` is in the response that makes it, and null ever after. */
export const MachineClient = z.strictObject({
  id: z.string(),
  object: z.literal('machine_client'),
  program_id: z.string(),
  name: z.string(),
  secret: z.nullable(z.string()),
  created_by: z.nullable(z.string()),
  created: z.string(),
  last_used_at: z.nullable(z.string()),
  revoked_at: z.nullable(z.string()),
})
export type MachineClient = z.infer<typeof MachineClient>

/** Body of POST clients. */
export const MachineClientRequest = z.strictObject({ name: line(80) })
export type MachineClientRequest = z.infer<typeof MachineClientRequest>

/** Query of GET clients: paging only. */
export const MachineClientListQuery = z.strictObject({
  ...paging,
  order: z._default(z.enum(['asc', 'desc']), 'desc'),
  sort: z._default(z.enum(['created']), 'created'),
})
export type MachineClientListQuery = z.infer<typeof MachineClientListQuery>
export const InMachineClient = z.strictObject({ program_id: ProgramId, machine_client_id: Id })
