import { Hono } from 'hono'
import { Done, SignedUp } from '../../contract/people/account.ts'
import { InRecovery, Recovery, RecoveryRequest, ResetPasswordRequest } from '../../contract/people/recovery.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent, idempotentWithTokens } from '../../platform/middleware/idempotency.ts'
import { limitedByAddress } from '../../platform/middleware/rate-limit.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { requestRecovery } from './request-recovery.ts'
import { resetPassword } from './reset-password.ts'
import { readRecovery } from './read-recovery.ts'

const tag = 'Account'

/** Forgotten passwords: `/v1/recovery`. */
export const recoveryV1 = new Hono<Worker>()
  .post(
    '/',
    describeRoute({
      summary: 'Mail a link that sets a new password; the answer is the same for every email',
      tag,
      takesKey: true,
      answers: { 200: Done },
      errors: ['required', 'invalid_email', 'not_found'],
    }),
    limitedByAddress('recovery'),
    validate('json', RecoveryRequest),
    idempotent,
    async (c) => c.json(await requestRecovery(c.var.ctx, c.req.valid('json')), 200),
  )
  .get(
    '/:recovery_id',
    describeRoute({ summary: 'Show how the link of a mail stands', tag, answers: { 200: Recovery } }),
    limitedByAddress('recovery-link'),
    validate('param', InRecovery),
    async (c) => c.json(await readRecovery(c.var.ctx, c.req.valid('param')), 200),
  )
  .post(
    '/:recovery_id',
    describeRoute({
      summary: 'Set the new password with the link of the mail, once, and log in',
      tag,
      takesKey: true,
      answers: { 200: SignedUp },
      errors: [
        'required',
        'too_short',
        'too_long',
        'password_too_common',
        'link_expired',
        'state_conflict',
        'account_inactive',
      ],
    }),
    limitedByAddress('recovery-link'),
    validate('param', InRecovery),
    validate('json', ResetPasswordRequest),
    idempotentWithTokens,
    async (c) => c.json(await resetPassword(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('json') }), 200),
  )
export type RecoveryV1 = typeof recoveryV1
