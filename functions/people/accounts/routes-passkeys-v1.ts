import { Hono } from 'hono'
import { Done } from '../../contract/people/account.ts'
import { listOf } from '../../contract/paging.ts'
import {
  AddPasskeyRequest,
  InPasskey,
  Passkey,
  PasskeyCreationOptions,
  PasskeyListQuery,
  PasskeyOptionsRequest,
  RemovePasskeyRequest,
  RenamePasskeyRequest,
} from '../../contract/people/passkey.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotentFromStart } from '../../platform/middleware/idempotency.ts'
import { signedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { addPasskey, listPasskeys, removePasskey, renamePasskey, readOnePasskey, startPasskey } from './own-passkeys.ts'

const tag = 'Account'
const caller = 'customer' as const

/** The passkeys of the caller: `/v1/profile/passkeys`. */
export const passkeysV1 = new Hono<Worker>()
  .get(
    '/',
    describeRoute({ summary: 'List the passkeys', tag, caller, answers: { 200: listOf(Passkey) } }),
    signedIn,
    validate('query', PasskeyListQuery),
    async (c) => c.json(await listPasskeys(c.var.ctx, c.req.valid('query')), 200),
  )
  .post(
    '/options',
    describeRoute({
      summary: 'Start making a passkey',
      tag,
      caller,
      takesKey: true,
      answers: { 200: PasskeyCreationOptions },
      errors: [
        'required',
        'password_incorrect',
        'email_not_verified',
        'transition_not_allowed',
        'state_conflict',
        'too_many_requests',
      ],
    }),
    signedIn,
    validate('json', PasskeyOptionsRequest),
    idempotentFromStart,
    async (c) => c.json(await startPasskey(c.var.ctx, c.req.valid('json')), 200),
  )
  .post(
    '/',
    describeRoute({
      summary: 'Add the passkey that the browser made',
      tag,
      caller,
      takesKey: true,
      answers: { 201: Passkey },
      errors: [
        'required',
        'too_long',
        'invalid_parameter',
        'passkey_not_accepted',
        'transition_not_allowed',
        'state_conflict',
      ],
    }),
    signedIn,
    validate('json', AddPasskeyRequest),
    idempotentFromStart,
    async (c) => c.json(await addPasskey(c.var.ctx, c.req.valid('json')), 201),
  )
  .get(
    '/:passkey_id',
    describeRoute({ summary: 'Show one passkey', tag, caller, answers: { 200: Passkey } }),
    signedIn,
    validate('param', InPasskey),
    async (c) => c.json(await readOnePasskey(c.var.ctx, c.req.valid('param')), 200),
  )
  .put(
    '/:passkey_id',
    describeRoute({
      summary: 'Rename a passkey',
      tag,
      caller,
      answers: { 200: Passkey },
      errors: ['required', 'too_long', 'transition_not_allowed'],
    }),
    signedIn,
    validate('param', InPasskey),
    validate('json', RenamePasskeyRequest),
    async (c) => c.json(await renamePasskey(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('json') }), 200),
  )
  .delete(
    '/:passkey_id',
    describeRoute({
      summary: 'Remove a passkey',
      tag,
      caller,
      answers: { 200: Done },
      errors: ['required', 'password_incorrect', 'transition_not_allowed', 'state_conflict', 'too_many_requests'],
    }),
    signedIn,
    validate('param', InPasskey),
    validate('json', RemovePasskeyRequest),
    async (c) => c.json(await removePasskey(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('json') }), 200),
  )
