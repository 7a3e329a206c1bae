import * as z from 'zod/mini'
import type { UpdateUserRequest, User } from '../contract/account.ts'
import { ApiError } from '../contract/api-error.ts'
import { HttpsUrl } from '../contract/field-rules.ts'
import { fieldSentence } from '../contract/sentences/sentence.ts'
import type { Ctx, CustomerContext } from '../context.ts'
import { commit } from '../database/commit.ts'
import { changeEmail } from './change-email.ts'
import { phoneNumber } from './phone-number.ts'
import { requireUser, showUser } from './show-user.ts'
import { emailKey } from './sign-in-attempts.ts'
import { findLatestCountry, findUserById, type UserChange, type UserRow, updateUser } from './user-rows.ts'

/** PUT profile: present fields change. A new email waits until its code is entered, and needs the old one confirmed. */
export async function updateProfile(ctx: CustomerContext, input: UpdateUserRequest): Promise<User> {
  const account = await requireUser(ctx)
  const change = await checkedChange(ctx, account, input)
  const isNewEmail = input.email !== undefined && input.email !== account.user.email
  if (isNewEmail && emailKey(input.email ?? '') !== account.user.email_key && !account.user.is_email_verified)
    throw new ApiError('email_not_verified', { param: 'email' })

  const writes =
    isNewEmail && input.email !== undefined
      ? await changeEmail(ctx, account, { email: input.email, program_id: null, goto: null, also: change })
      : [updateUser(ctx, account.user.id, change)]
  const [[row]] = await commit(ctx, writes, findUserById(ctx, account.user.id))
  return showUser(row as UserRow)
}

async function checkedChange(ctx: Ctx, { user }: UserRow, input: UpdateUserRequest): Promise<UserChange> {
  const { first_name, last_name, timezone, language } = input
  const change: UserChange = {
    ...(first_name === undefined ? {} : { first_name }),
    ...(last_name === undefined ? {} : { last_name }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(language === undefined ? {} : { language }),
  }
  if (input.picture_url !== undefined)
    change.picture_url = input.picture_url ? pictureUrl(ctx, input.picture_url) : null
  if (input.phone !== undefined) change.phone = input.phone === null ? null : await phoneOf(ctx, user.id, input.phone)
  return change
}

function pictureUrl(ctx: Ctx, typed: string): string {
  const checked = z.safeParse(HttpsUrl, typed)
  if (!checked.success) throw refusedField(ctx, 'invalid_url', 'picture_url')
  return checked.data
}

async function phoneOf(ctx: Ctx, user_id: string, typed: string): Promise<string> {
  const [latest] = await findLatestCountry(ctx, user_id)
  const number = phoneNumber(typed, latest?.country ?? 'CA')
  if (number === null) throw refusedField(ctx, 'invalid_phone', 'phone')
  return number
}

function refusedField(ctx: Ctx, type: 'invalid_url' | 'invalid_phone', param: string): ApiError {
  return new ApiError(type, { param, errors: [{ type, param, message: fieldSentence(type, ctx.language) }] })
}
