import { Hono } from 'hono'
import {
  AccountDeletion,
  DataExport,
  DeleteAccountRequest,
  ExportRequest,
  Privacy,
} from '../../contract/records/privacy.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { signedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { deleteAccount, keepAccount } from './delete-account.ts'
import { requestExport } from './request-export.ts'
import { readPrivacy } from './read-privacy.ts'

const tag = 'Account'
const caller = 'customer' as const

/** A customer's personal data: export and deletion. Mounted at `/v1/profile`. */
export const privacyV1 = new Hono<Worker>()
  .get(
    '/privacy',
    describeRoute({ summary: 'Show the archive and how the account stands', tag, caller, answers: { 200: Privacy } }),
    signedIn,
    async (c) => c.json(await readPrivacy(c.var.ctx), 200),
  )
  .post(
    '/export',
    describeRoute({
      summary: 'Ask for an archive of one’s own data',
      tag,
      caller,
      takesKey: true,
      answers: { 202: DataExport },
      errors: ['required', 'not_found', 'too_many_requests'],
    }),
    signedIn,
    validate('json', ExportRequest),
    idempotent,
    async (c) => c.json(await requestExport(c.var.ctx, c.req.valid('json')), 202),
  )
  .delete(
    '/customer',
    describeRoute({
      summary: 'Delete the account, in 14 days',
      tag,
      caller,
      answers: { 202: AccountDeletion },
      errors: ['required', 'password_incorrect', 'has_future_registrations', 'state_conflict', 'too_many_requests'],
    }),
    signedIn,
    validate('json', DeleteAccountRequest),
    async (c) => c.json(await deleteAccount(c.var.ctx, c.req.valid('json')), 202),
  )
  .post(
    '/customer/restore',
    describeRoute({
      summary: 'Keep an account that was to be deleted',
      tag,
      caller,
      takesKey: true,
      answers: { 200: AccountDeletion },
      errors: ['state_conflict'],
    }),
    signedIn,
    idempotent,
    async (c) => c.json(await keepAccount(c.var.ctx), 200),
  )
