import * as z from 'zod/mini'
import type { UpdateUserRequest, User } from '../contract/account.ts'
import { ApiError } from '../contract/api-error.ts'
import { HttpsUrl } from '../contract/field-rules.ts'
import { fieldSentence } from '../contract/sentences/sentence.ts'
import type { Ctx, CustomerContext } from '../context.ts'
import { commit } from '../database/commit.ts'
import { changeEmail } from './change-email.ts'
import { phoneNumber } from './phone-number.ts'
import { requireUser } from './require-user.ts'
import { showUser } from './show-user.ts'
import { emailKey } from './sign-in-tries.ts'
import { findLatestCountry, findUserById, type UserChange, type UserRow, updateUser } from './user-rows.ts'

/** PUT profile: present fields change. A new email waits until its code is entered, and needs the old one confirmed. */
export async function updateProfile(ctx: CustomerContext, ask: UpdateUserRequest): Promise<User> {
  const found = await requireUser(ctx)
  const change = await checkedChange(ctx, found, ask)
  const isNewEmail = ask.email !== undefined && ask.email !== found.user.email
  if (isNewEmail && emailKey(ask.email ?? '') !== found.user.email_key && !found.user.is_email_verified)
    throw new ApiError('email_not_verified', { param: 'email' })

  const writes =
    isNewEmail && ask.email !== undefined
      ? await changeEmail(ctx, found, { email: ask.email, program_id: null, goto: null, also: change })
      : [updateUser(ctx, found.user.id, change)]
  const [[row]] = await commit(ctx, writes, findUserById(ctx, found.user.id))
  return showUser(row as UserRow)
}

async function checkedChange(ctx: Ctx, { user }: UserRow, ask: UpdateUserRequest): Promise<UserChange> {
  const { first_name, last_name, timezone, language } = ask
  const change: UserChange = {
    ...(first_name === undefined ? {} : { first_name }),
    ...(last_name === undefined ? {} : { last_name }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(language === undefined ? {} : { language }),
  }
  if (ask.picture_url !== undefined) change.picture_url = ask.picture_url ? pictureUrl(ctx, ask.picture_url) : null
  if (ask.phone !== undefined) change.phone = ask.phone === null ? null : await phoneOf(ctx, user.id, ask.phone)
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
