import { Hono } from 'hono'
import { AgreeToChargesRequest, CardChargeConsent } from '../../contract/money/card-charges.ts'
import { InProgram } from '../../contract/people/account.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { signedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { agreeToCharges, readChargeConsent, withdrawChargeConsent } from './card-charge-consent.ts'

const tag = 'Payments'

/** The consent to later charges of a stored card, mounted at /v1/profile/programs/{program_id}/payment_methods/consent. */
export const chargeConsentV1 = new Hono<Worker>()
  .get(
    '/',
    describeRoute({
      summary: 'Whether the organisation may charge the stored card later, and in which words.',
      tag,
      caller: 'customer',
      answers: { 200: CardChargeConsent },
    }),
    signedIn,
    validate('param', InProgram),
    async (c) => c.json(await readChargeConsent(c.var.ctx, c.req.valid('param'))),
  )
  .post(
    '/',
    describeRoute({
      summary: 'Let the organisation charge the stored card later, in the words of a version.',
      tag,
      caller: 'customer',
      takesKey: true,
      answers: { 200: CardChargeConsent },
      errors: ['required', 'state_conflict'],
    }),
    signedIn,
    validate('param', InProgram),
    validate('json', AgreeToChargesRequest),
    idempotent,
    async (c) => c.json(await agreeToCharges(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') })),
  )
  .delete(
    '/',
    describeRoute({
      summary: 'Withdraw the consent to later charges of the stored card.',
      tag,
      caller: 'customer',
      answers: { 200: CardChargeConsent },
    }),
    signedIn,
    validate('param', InProgram),
    async (c) => c.json(await withdrawChargeConsent(c.var.ctx, c.req.valid('param'))),
  )
