import { Hono } from 'hono'
import { InFamily } from '../../contract/organisation/people.ts'
import {
  AccountDeletion,
  CustomerPrivacy,
  DataExport,
  InCustomerExport,
  PersonalDataRequest,
} from '../../contract/records/privacy.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { organiser } from '../../platform/middleware/organiser.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { archiveHeaders } from './open-export.ts'
import { eraseByStaff, exportByStaff, keepByStaff, openExportByStaff, readPrivacyByStaff } from './privacy-by-staff.ts'

const described = { tag: 'Organiser', caller: 'organiser' as const }
const textErrors = ['required', 'too_long', 'invalid_characters', 'state_conflict'] as const

/** The personal data of a customer without a log-in: `/v1/organiser/programs/{program_id}/people`. */
export const organiserPrivacyV1 = new Hono<Worker>()
  .get(
    '/:customer_id/privacy',
    describeRoute({
      ...described,
      summary: 'The archive and the erasure of a customer without a log-in',
      answers: { 200: CustomerPrivacy },
      errors: ['state_conflict'],
    }),
    organiser('personal_data'),
    validate('param', InFamily),
    async (c) => c.json(await readPrivacyByStaff(c.var.ctx, c.req.valid('param')), 200),
  )
  .post(
    '/:customer_id/export',
    describeRoute({
      ...described,
      summary: 'Ask for an archive of the data of a customer without a log-in',
      takesKey: true,
      answers: { 202: DataExport },
      errors: [...textErrors, 'too_many_requests'],
    }),
    organiser('personal_data'),
    validate('param', InFamily),
    validate('json', PersonalDataRequest),
    idempotent,
    async (c) => c.json(await exportByStaff(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 202),
  )
  .get(
    '/:customer_id/export/:export_id',
    describeRoute({
      ...described,
      summary: 'The archive of a customer without a log-in, as a file',
      answers: { 200: null },
      file: 'application/zip',
      errors: ['state_conflict', 'link_expired'],
    }),
    organiser('personal_data'),
    validate('param', InCustomerExport),
    async (c) => {
      const archive = await openExportByStaff(c.var.ctx, c.req.valid('param'))
      return c.body(archive.body, 200, archiveHeaders(archive, 'customer-data'))
    },
  )
  .post(
    '/:customer_id/erasure',
    describeRoute({
      ...described,
      summary: 'Erase a customer without a log-in, in 14 days',
      takesKey: true,
      answers: { 202: AccountDeletion },
      errors: [...textErrors, 'has_future_registrations'],
    }),
    organiser('personal_data'),
    validate('param', InFamily),
    validate('json', PersonalDataRequest),
    idempotent,
    async (c) => c.json(await eraseByStaff(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 202),
  )
  .delete(
    '/:customer_id/erasure',
    describeRoute({
      ...described,
      summary: 'Keep a customer who was to be erased',
      answers: { 200: AccountDeletion },
      errors: ['state_conflict'],
    }),
    organiser('personal_data'),
    validate('param', InFamily),
    async (c) => c.json(await keepByStaff(c.var.ctx, c.req.valid('param')), 200),
  )
