import { ApiError } from '../../contract/api-error.ts'
import { emailKey, type Language } from '../../contract/field-rules.ts'
import { dayMs } from '../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { newSelf } from '../attendees/own-attendee.ts'
import { newCustomer } from '../customers/join-program.ts'
import { phoneNumber } from '../customers/phone-number.ts'
import { insertRecovery, supersedeOthers } from './recovery-rows.ts'
import { findUserById, findUserByKey, insertUser, noPassword, updateUser } from './user-rows.ts'

/** How long the link works with which a person takes an account over that staff made for them. */
const takeOverMs = 10 * dayMs

/** A person whom staff add: with an email, a phone number, or both. */
export type PersonByStaff = {
  first_name: string
  last_name: string
  email: string | null
  phone: string | null
}
type InProgram = { program_id: string; country: string; timezone: string; language: Language }
/** A new customer, and the statements that add them. */
export type AddedCustomer = { customer_id: string; user_id: string; writes: Statement[] }

/**
 * A new account without a password. With an email, its owner gets a link to take it over. Without one no
 * one can log in, and the account gets no mail. Throws `email_in_use` for the email of an account.
 */
export async function customerByStaff(
  ctx: Ctx,
  person: PersonByStaff,
  { program_id, country, timezone, language }: InProgram,
): Promise<AddedCustomer> {
  const { first_name, last_name, email } = person
  const phone = person.phone === null ? null : phoneNumber(person.phone, country)
  if (person.phone !== null && phone === null) throw new ApiError('invalid_phone', { param: 'customer.phone' })
  if (email !== null) await refuseKnown(ctx, email)
  const ids = { customer_id: ctx.newId('cus'), user_id: ctx.newId('usr') }
  const at = { timezone, language, created: ctx.now, updated: ctx.now }
  return {
    ...ids,
    writes: [
      insertUser(ctx, {
        ...{ id: ids.user_id, first_name, last_name, phone, password_hash: noPassword, ...at },
        ...(email === null ? withoutEmail(ids.user_id) : { email, email_key: emailKey(email) }),
      }),
      newCustomer(ctx, { id: ids.customer_id, user_id: ids.user_id, timezone }),
      ...newSelf(ctx, { customer_id: ids.customer_id, first_name, last_name, timezone }),
      ...(email === null ? [] : inviteToTakeOver(ctx, { email, program_id })),
    ],
  }
}

/** Statements that give an account without an email one, whose owner gets a link to take it over. */
export async function emailByStaff(
  ctx: Ctx,
  { user_id, email, program_id }: { user_id: string; email: string; program_id: string },
): Promise<Statement[]> {
  const [account] = await findUserById(ctx, user_id)
  if (account?.user.email_key === emailKey(email)) return []
  if (account?.user.email !== '') throw new ApiError('email_in_use', { param: 'customer.email' })
  await refuseKnown(ctx, email)
  return [
    updateUser(ctx, user_id, { email, email_key: emailKey(email) }),
    ...inviteToTakeOver(ctx, { email, program_id }),
  ]
}

async function refuseKnown(ctx: Ctx, email: string): Promise<void> {
  const [known] = await findUserByKey(ctx, emailKey(email))
  if (known) throw new ApiError('email_in_use', { param: 'customer.email' })
}

/** The columns of an account without an email. No email has this key. */
const withoutEmail = (user_id: string) => ({ email: '', email_key: `none ${user_id}` })

function inviteToTakeOver(ctx: Ctx, { email, program_id }: { email: string; program_id: string }): Statement[] {
  const id = ctx.newId('rec')
  return [
    insertRecovery(ctx, { id, email_key: emailKey(email), program_id, validMs: takeOverMs }),
    supersedeOthers(ctx, id),
    recordEvent(ctx, { kind: 'account.made_by_staff', ref: id, body: {} }),
  ]
}
