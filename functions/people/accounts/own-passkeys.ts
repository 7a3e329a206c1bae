import type { Done } from '../../contract/people/account.ts'
import { ApiError } from '../../contract/api-error.ts'
import { instant } from '../../contract/instant.ts'
import { list, type List, type Page } from '../../contract/paging.ts'
import {
  type AddPasskeyRequest,
  maxPasskeys,
  type Passkey,
  type PasskeyCreationOptions,
  type PasskeyOptionsRequest,
  type RemovePasskeyRequest,
} from '../../contract/people/passkey.ts'
import { accountWords } from '../../contract/sentences/account-words.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { guard } from '../../platform/database/guard.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { confirmIdentity, requireOwnSession } from './confirm-password.ts'
import { deviceName } from '../../platform/identity/device-name.ts'
import { ceremonyTimeout, keyAlgorithms, newChallenge, relyingParty, verifyNewCredential } from './passkey-ceremony.ts'
import {
  challengeMs,
  countOwnPasskeys,
  findOwnPasskey,
  findOwnPasskeys,
  insertChallenge,
  insertPasskey,
  listOwnPasskeys,
  type PasskeyRow,
  removeOwnPasskey,
  renameOwnPasskey,
} from './passkey-rows.ts'
import { done, requireUser } from './show-user.ts'
import { findLatestProgram } from './user-rows.ts'

const showPasskey = ({ id, name, created, last_used_at }: PasskeyRow): Passkey => ({
  id,
  object: 'passkey',
  name,
  created: instant(created),
  last_used_at: instant(last_used_at),
})

/** GET profile/passkeys: the passkeys of the caller. */
export async function listPasskeys(ctx: CustomerContext, page: Page): Promise<List<Passkey>> {
  const [rows, totals] = await ctx.db.batch([listOwnPasskeys(ctx, page), countOwnPasskeys(ctx)])
  return list(rows.map(showPasskey), totals[0]?.total ?? 0, page)
}

/** GET profile/passkeys/{passkey_id}: one passkey of the caller. */
export async function readOnePasskey(ctx: CustomerContext, input: { passkey_id: string }): Promise<Passkey> {
  const [passkey] = await findOwnPasskey(ctx, input.passkey_id)
  if (!passkey) throw new ApiError('not_found')
  return showPasskey(passkey)
}

/**
 * POST profile/passkeys/options: the options for a browser to create a passkey. The email must be confirmed. Otherwise
 * a person who signed up with another person's address would keep access after its owner takes over the account.
 */
export async function startPasskey(
  ctx: CustomerContext,
  input: PasskeyOptionsRequest,
): Promise<PasskeyCreationOptions> {
  await requireOwnSession(ctx)
  const account = await requireUser(ctx)
  const { user } = account
  if (!user.is_email_verified) throw new ApiError('email_not_verified', { param: 'email' })
  await confirmIdentity(ctx, account, input.password)
  const existing = await findOwnPasskeys(ctx)
  if (existing.length >= maxPasskeys) throw new ApiError('state_conflict')

  const { challenge, hash } = newChallenge()
  await commit(ctx, [insertChallenge(ctx, { hash, user_id: user.id, session_id: ctx.actor.session_id })])
  const { id, name } = relyingParty(ctx)
  return {
    object: 'passkey_creation_options',
    challenge,
    rp: { id, name },
    user: {
      id: Buffer.from(user.id).toString('base64url'),
      name: user.email,
      displayName: `${user.first_name} ${user.last_name}`,
    },
    pubKeyCredParams: keyAlgorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: ceremonyTimeout,
    attestation: 'none',
    excludeCredentials: existing.map(({ credential_id, transports }) => ({
      type: 'public-key',
      id: credential_id,
      transports,
    })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    expires_at: instant(ctx.now + challengeMs),
  }
}

/**
 * POST profile/passkeys: stores the created passkey. Its challenge proves that the customer confirmed their identity.
 */
export async function addPasskey(ctx: CustomerContext, input: AddPasskeyRequest): Promise<Passkey> {
  await requireOwnSession(ctx)
  const { user } = await requireUser(ctx)
  const ceremony = { user_id: user.id, session_id: ctx.actor.session_id }
  const credential = await verifyNewCredential(ctx, ceremony, input.credential)
  if (!credential) throw new ApiError('passkey_not_accepted')

  const id = ctx.newId('psk')
  const [program] = await findLatestProgram(ctx, user.id)
  const [[row]] = await commit(
    ctx,
    [
      insertPasskey(ctx, {
        id,
        user_id: user.id,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: input.credential.response.transports ?? [],
        name: input.name ?? nameOfDevice(ctx),
        created: ctx.now,
      }),
      recordEvent(ctx, { kind: 'account.passkey_added', ref: id, body: { program_id: program?.id ?? null } }),
    ],
    findOwnPasskey(ctx, id),
  )
  return showPasskey(row as PasskeyRow)
}

/** PUT profile/passkeys/{passkey_id}: renames it. */
export async function renamePasskey(
  ctx: CustomerContext,
  input: { passkey_id: string; name: string },
): Promise<Passkey> {
  const [passkey] = await findOwnPasskey(ctx, input.passkey_id)
  if (!passkey) throw new ApiError('not_found')
  await requireOwnSession(ctx)

  await commit(ctx, [renameOwnPasskey(ctx, passkey.id, input.name)])
  return showPasskey({ ...passkey, name: input.name })
}

/** DELETE profile/passkeys/{passkey_id}: removes it. */
export async function removePasskey(
  ctx: CustomerContext,
  input: RemovePasskeyRequest & { passkey_id: string },
): Promise<Done> {
  const [passkey] = await findOwnPasskey(ctx, input.passkey_id)
  if (!passkey) throw new ApiError('not_found')
  await requireOwnSession(ctx)
  const account = await requireUser(ctx)
  await confirmIdentity(ctx, account, input.password)

  const [program] = await findLatestProgram(ctx, account.user.id)
  await commit(ctx, [
    removeOwnPasskey(ctx, passkey.id),
    guard(ctx.db, 'state'),
    recordEvent(ctx, { kind: 'account.passkey_removed', ref: passkey.id, body: { program_id: program?.id ?? null } }),
  ])
  return done(ctx, 'passkey_removed')
}

function nameOfDevice(ctx: CustomerContext): string {
  const { browser, system } = deviceName(ctx.userAgent)
  const words = accountWords[ctx.language].mail.newLogin
  return browser && system ? words.deviceWords(browser, system) : (browser ?? system ?? words.unknownDevice)
}
