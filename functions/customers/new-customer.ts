import type { Ctx } from '../context.ts'
import type { Statement } from '../database/database.ts'
import { insertCustomer } from './customer-rows.ts'

/** The customer that every sign-up makes next to the user. */
export function newCustomer(ctx: Ctx, customer: { id: string; user_id: string; timezone: string }): Statement {
  return insertCustomer(ctx, customer)
}
