import type { Context } from 'hono'
import { largestBodyBytes, largestFileBytes } from '../contract/limits.ts'
import type { Worker } from '../context.ts'
import { findClient } from './organiser-client.ts'

const programFile = /\/v1\/organiser\/programs\/[^/]+$/

/** How long a body may be: a program file is as large as its organisation, but only from a client whose credentials are right is so much read at all. */
export async function largestBodyOf(c: Context<Worker>): Promise<number> {
  if (c.req.method !== 'PUT' || !programFile.test(c.req.path)) return largestBodyBytes
  return (await findClient(c.env.ORGANISER_CLIENTS ?? '', c.req.header('Authorization') ?? ''))
    ? largestFileBytes
    : largestBodyBytes
}
