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
import { accountInProgram, findUserById, insertUser, noPassword, updateUser } from './user-rows.ts'

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
 * one can log in, and the account gets no mail. The email of an account elsewhere stays with that account, which is
 * invited to take the customer over. Throws `email_in_use` for the email of a customer of the program.
 */
export async function customerByStaff(
  ctx: Ctx,
  person: PersonByStaff,
  { program_id, country, timezone, language }: InProgram,
): Promise<AddedCustomer> {
  const { first_name, last_name, email } = person
  const phone = person.phone === null ? null : phoneNumber(person.phone, country)
  if (person.phone !== null && phone === null) throw new ApiError('invalid_phone', { param: 'customer.phone' })
  const [known] = email === null ? [] : await accountInProgram(ctx, { email_key: emailKey(email), program_id })
  if (known?.is_member) throw new ApiError('email_in_use', { param: 'customer.email' })
  const own = known ? null : email
  const ids = { customer_id: ctx.newId('cus'), user_id: ctx.newId('usr') }
  const at = { timezone, language, created: ctx.now, updated: ctx.now }
  return {
    ...ids,
    writes: [
      insertUser(ctx, {
        ...{ id: ids.user_id, first_name, last_name, phone, password_hash: noPassword, ...at },
        ...(own === null ? withoutEmail(ids.user_id) : { email: own, email_key: emailKey(own) }),
      }),
      newCustomer(ctx, { id: ids.customer_id, user_id: ids.user_id, timezone }),
      ...newSelf(ctx, { customer_id: ids.customer_id, first_name, last_name, timezone }),
      ...(own === null ? [] : inviteToTakeOver(ctx, { email: own, program_id })),
      ...(known ? [offerClaim(ctx, { customer_id: ids.customer_id, user_id: known.user_id, program_id })] : []),
    ],
  }
}

/**
 * Statements that give an account without an email one, whose owner gets a link to take it over. When the email already
 * has an account, it stays with that account, which is invited to take the customer over.
 */
export async function emailByStaff(
  ctx: Ctx,
  {
    customer_id,
    user_id,
    email,
    program_id,
  }: { customer_id: string; user_id: string; email: string; program_id: string },
): Promise<Statement[]> {
  const [account] = await findUserById(ctx, user_id)
  if (account?.user.email_key === emailKey(email)) return []
  if (account?.user.email !== '') throw new ApiError('email_in_use', { param: 'customer.email' })
  const [known] = await accountInProgram(ctx, { email_key: emailKey(email), program_id })
  if (known) return [offerClaim(ctx, { customer_id, user_id: known.user_id, program_id })]
  return [
    updateUser(ctx, user_id, { email, email_key: emailKey(email) }),
    ...inviteToTakeOver(ctx, { email, program_id }),
  ]
}

/** Mails the owner of an account, once a day, that they may take over a customer without a log-in. */
function offerClaim(ctx: Ctx, offer: { customer_id: string; user_id: string; program_id: string }): Statement {
  const { customer_id: ref, ...body } = offer
  const key = `${ref}:${body.user_id}:${Math.floor(ctx.now / dayMs)}`
  return recordEvent(ctx, { kind: 'customer.claim_offered', ref, key, body })
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
