import type { SignedUp, SignupRequest, Token, User } from '../../contract/people/account.ts'
import { ApiError } from '../../contract/api-error.ts'
import { safeGoto } from '../../contract/goto.ts'
import { fieldSentence } from '../../contract/sentences/sentence.ts'
import type { Ctx } from '../../platform/context.ts'
import { newSelf } from '../attendees/own-attendee.ts'
import { newCustomer } from '../customers/join-program.ts'
import { commit } from '../../platform/database/commit.ts'
import { isPasswordTooEasy } from './password-rules.ts'
import { hashEnv, hashPassword } from './password-hash.ts'
import { phoneNumber } from '../customers/phone-number.ts'
import { countByAddress, signUpsByAddress } from '../../platform/identity/wrong-attempts.ts'
import { sendCode } from './send-code.ts'
import { showUser } from './show-user.ts'
import { emailInUse, signInInstead } from './sign-in-instead.ts'
import { startSession } from './start-session.ts'
import { findProgramBrief, findUserByKey, insertUser, type ProgramBrief, type UserRow } from './user-rows.ts'
import { emailKey } from '../../contract/field-rules.ts'

export type SignUpAnswer = { isNew: boolean; answer: SignedUp }

/**
 * POST signup: creates a user with their customer, signed in and not verified; an email with an account logs in or is
 * refused.
 */
export async function signUp(ctx: Ctx, input: SignupRequest): Promise<SignUpAnswer> {
  const [program] = input.program_id ? await findProgramBrief(ctx, input.program_id) : []
  if (input.program_id && !program) throw new ApiError('not_found', { param: 'program_id' })
  const [existing] = await findUserByKey(ctx, emailKey(input.email))
  if (existing) return { isNew: false, answer: await signInInstead(ctx, existing, input) }

  await refuseBadFields(ctx, input, program)
  const account = await newAccount(ctx, input, program)
  try {
    await commit(ctx, account.writes)
  } catch (error) {
    // When two sign-ups run at once, the second may be a repeat by the same person.
    if (!(error instanceof ApiError) || error.type !== 'email_in_use') throw error
    const [rival] = await findUserByKey(ctx, emailKey(input.email))
    if (!rival) throw emailInUse(ctx)
    return { isNew: false, answer: await signInInstead(ctx, rival, input) }
  }
  return { isNew: true, answer: { ...account.user, ...account.token } }
}

async function refuseBadFields(ctx: Ctx, input: SignupRequest, program: ProgramBrief | undefined): Promise<void> {
  const failures: { type: 'invalid_phone' | 'password_too_common'; param: string }[] = []
  if (phoneNumber(input.phone, program?.country ?? 'CA') === null)
    failures.push({ type: 'invalid_phone', param: 'phone' })
  if (await isPasswordTooEasy(input.password, { ...input, program_name: program?.name ?? null }))
    failures.push({ type: 'password_too_common', param: 'password' })
  const [first] = failures
  if (first)
    throw new ApiError(first.type, {
      param: first.param,
      errors: failures.map((each) => ({ ...each, message: fieldSentence(each.type, ctx.language) })),
    })
}

async function newAccount(ctx: Ctx, input: SignupRequest, program: ProgramBrief | undefined) {
  const ids = { user_id: ctx.newId('usr'), customer_id: ctx.newId('cus') }
  const goto = safeGoto(input.goto, ctx.siteOrigin, '') || null
  // Both limits are checked before the hash, which is the cost of an account.
  const counted = await countByAddress(ctx, [signUpsByAddress])
  const language = input.language ?? ctx.language
  const program_id = program?.id ?? null
  const code =
    input.verify_email === false
      ? { limits: [], writes: [] }
      : await sendCode(ctx, { user_id: ids.user_id, email: input.email, language, program_id, goto })
  const row = {
    id: ids.user_id,
    first_name: input.first_name,
    last_name: input.last_name,
    email: input.email,
    email_key: emailKey(input.email),
    pending_email: null,
    phone: phoneNumber(input.phone, program?.country ?? 'CA'),
    picture_url: null,
    password_hash: await hashPassword(input.password, hashEnv(ctx, null)),
    is_active: true,
    is_email_verified: false,
    is_admin: false,
    timezone: input.timezone,
    language,
    last_login: ctx.now,
    created: ctx.now,
    updated: ctx.now,
    email_bounced_at: null,
    notifications_enabled: true,
    devices_known_since: 0,
    calendars_turned_at: 0,
  } satisfies UserRow['user']
  const { writes, token } = await startSession(ctx, { ...row, ...ids })
  const all = [
    ...counted,
    ...code.limits,
    insertUser(ctx, row),
    newCustomer(ctx, { id: ids.customer_id, user_id: row.id, timezone: row.timezone }),
    ...newSelf(ctx, { ...row, customer_id: ids.customer_id }),
    ...code.writes,
    ...writes,
  ]
  return { user: showUser({ user: row }) satisfies User, token: token satisfies Token, writes: all }
}
