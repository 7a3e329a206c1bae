import { followNames } from '../attendees/own-attendee.ts'
import type { ChangeEmailRequest, UpdateUserRequest, User } from '../../contract/people/account.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { usePicture } from '../uploads/picture-of.ts'
import { changeEmail } from './change-email.ts'
import { confirmIdentity } from './confirm-password.ts'
import { phoneNumber } from '../customers/phone-number.ts'
import { requireUser, showUser } from './show-user.ts'
import { findLatestProgram, findUserById, type UserChange, type UserRow, updateUser } from './user-rows.ts'
import { emailKey } from '../../contract/field-rules.ts'
import { refusedField } from '../../contract/sentences/sentence.ts'

/**
 * PUT profile: changes the given fields. A new email is pending until its code is entered. It requires that the
 * current email is confirmed, and the password.
 */
export async function updateProfile(ctx: CustomerContext, input: UpdateUserRequest): Promise<User> {
  const { email, password } = input
  // A request with a password alone is rejected, because its response would look as if the password had been changed.
  if (password !== undefined && email === undefined) throw new ApiError('unknown_parameter', { param: 'password' })
  const account = await requireUser(ctx)
  const change = await checkedChange(ctx, account, input)

  const isMoving = email !== undefined && email !== account.user.email
  if (isMoving) await confirmNewEmail(ctx, account, { email, password })
  const writes = isMoving
    ? await changeEmail(ctx, account, { email, program_id: null, goto: null, also: change })
    : [updateUser(ctx, account.user.id, change)]
  const { user, customer_id } = account
  const pictured = await usePicture(
    ctx,
    { kind: 'user', owner_id: user.id },
    { before: user.picture_url, after: input.picture_url },
  )
  const named = followNames(ctx, { customer_id, before: user, after: change })
  const [[row]] = await commit(ctx, [...writes, ...pictured, ...named], findUserById(ctx, user.id))
  return showUser(row as UserRow)
}

/** POST profile/email: changes only the email. Sending the current address withdraws a pending one. */
export async function requestEmailChange(ctx: CustomerContext, input: ChangeEmailRequest): Promise<User> {
  const account = await requireUser(ctx)
  await confirmNewEmail(ctx, account, input)
  const change = await changeEmail(ctx, account, { email: input.email, program_id: null, goto: null })
  const [[row]] = await commit(ctx, change, findUserById(ctx, account.user.id))
  return showUser(row as UserRow)
}

// A new spelling of the customer's own address needs no code.
async function confirmNewEmail(
  ctx: CustomerContext,
  account: UserRow,
  { email, password }: ChangeEmailRequest,
): Promise<void> {
  if (emailKey(email) === account.user.email_key) return
  if (!account.user.is_email_verified) throw new ApiError('email_not_verified', { param: 'email' })
  await confirmIdentity(ctx, account, password)
}

async function checkedChange(ctx: Ctx, { user }: UserRow, input: UpdateUserRequest): Promise<UserChange> {
  const { first_name, last_name, timezone, language } = input
  const change: UserChange = {
    ...(first_name === undefined ? {} : { first_name }),
    ...(last_name === undefined ? {} : { last_name }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(language === undefined ? {} : { language }),
  }
  if (input.picture_url !== undefined) change.picture_url = input.picture_url || null
  if (input.phone !== undefined) change.phone = input.phone === null ? null : await phoneOf(ctx, user.id, input.phone)
  return change
}

async function phoneOf(ctx: Ctx, user_id: string, typed: string): Promise<string> {
  const [latest] = await findLatestProgram(ctx, user_id)
  const number = phoneNumber(typed, latest?.country ?? 'CA')
  if (number === null) throw refusedField(ctx, 'invalid_phone', 'phone')
  return number
}
