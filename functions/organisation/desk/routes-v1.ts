import { Hono } from 'hono'
import {
  DecideDeskRequest,
  DeskQuery,
  DeskTask,
  InOrganiserOrder,
  InOrganiserPayment,
  InOrganiserRefundRequest,
  OrganiserOrder,
  OrganiserOrderExportQuery,
  OrganiserOrderListQuery,
} from '../../contract/organisation/desk.ts'
import { InOrganiserProgram } from '../../contract/organisation/organiser-event.ts'
import { listOf } from '../../contract/paging.ts'
import {
  CorrectPaymentRequest,
  Payment,
  PaymentCorrection,
  RecordPaymentRequest,
} from '../../contract/money/payment.ts'
import {
  ApproveRefundRequest,
  DeclineRefundRequest,
  OrganiserRefundRequest,
  RefundRequestExportQuery,
  RefundRequestListQuery,
} from '../../contract/money/refund.ts'
import type { Worker } from '../../platform/context.ts'
import { csvHeaders } from '../../platform/middleware/csv-file.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { limitedByAddress } from '../../platform/middleware/rate-limit.ts'
import { organiser } from '../../platform/middleware/organiser.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { getPaymentOfProgram } from '../../money/payments/get-payment.ts'
import { recordPayment } from '../../money/payments/record-payment.ts'
import { correctPayment } from '../../money/refunds/correct-payment.ts'
import { approveRefund, declineRefund } from '../../money/refunds/decide-refund-request.ts'
import { listRefundRequests } from '../../money/refunds/show-refund-request.ts'
import { decideTask } from './decide-task.ts'
import { exportRefundRequests } from './export-refund-requests.ts'
import { exportOrders, listOrders } from './list-orders.ts'
import { readTask } from './read-task.ts'

const tag = 'Organiser'
const exporting = { tag, caller: 'organiser' as const, answers: { 200: null }, file: 'text/csv' as const }

/** Mounted at /v1/desk: the pages that an organisation's mails link to. Their token is the permission. */
export const deskV1 = new Hono<Worker>()
  .get(
    '/',
    describeRoute({
      summary: 'What a link of an organisation’s mail is about',
      tag,
      caller: 'anyone',
      answers: { 200: DeskTask },
      errors: ['not_found', 'link_expired'],
    }),
    limitedByAddress('desk'),
    validate('query', DeskQuery),
    async (c) => c.json(await readTask(c.var.ctx, c.req.valid('query')), 200),
  )
  .post(
    '/',
    describeRoute({
      summary: 'Decide what a link of an organisation’s mail is about, once',
      tag,
      caller: 'anyone',
      takesKey: true,
      answers: { 200: DeskTask },
      errors: [
        'not_found',
        'link_expired',
        'required',
        'invalid_option',
        'invalid_amount',
        'state_conflict',
        'refund_not_allowed',
        'payment_in_progress',
        'hold_expired',
      ],
    }),
    limitedByAddress('desk'),
    validate('json', DecideDeskRequest),
    idempotent,
    async (c) => c.json(await decideTask(c.var.ctx, c.req.valid('json')), 200),
  )

/** An organisation's calls about money, with Basic credentials; mounted at /v1/organiser. */
export const organiserMoneyV1 = new Hono<Worker>()
  .get(
    '/programs/:program_id/orders',
    describeRoute({
      summary: 'Orders of a program; unless you say which, those that wait for money you take yourself',
      tag,
      caller: 'organiser',
      answers: { 200: listOf(OrganiserOrder) },
    }),
    organiser('money', { takesPayments: true }),
    validate('param', InOrganiserProgram),
    validate('query', OrganiserOrderListQuery),
    async (c) => c.json(await listOrders(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }), 200),
  )
  .get(
    '/programs/:program_id/orders/export',
    describeRoute({ ...exporting, summary: 'The same orders as a file for spreadsheets' }),
    organiser('money'),
    validate('param', InOrganiserProgram),
    validate('query', OrganiserOrderExportQuery),
    async (c) =>
      c.body(
        await exportOrders(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }),
        200,
        csvHeaders('orders'),
      ),
  )
  .post(
    '/programs/:program_id/orders/:order_id/payments',
    describeRoute({
      summary: 'Record money you took yourself, whole or in part',
      tag,
      caller: 'organiser',
      takesKey: true,
      answers: { 201: Payment, 200: Payment },
      errors: ['invalid_amount', 'invalid_option', 'state_conflict', 'payment_in_progress', 'hold_expired'],
    }),
    organiser('money', { takesPayments: true }),
    validate('param', InOrganiserOrder),
    validate('json', RecordPaymentRequest),
    idempotent,
    async (c) => {
      const { ctx } = c.var
      const input = { ...c.req.valid('json'), ...c.req.valid('param'), actor: ctx.actor }
      const { payment, isNew } = await recordPayment(ctx, input)
      return c.json(payment, isNew ? 201 : 200)
    },
  )
  .post(
    '/programs/:program_id/orders/:order_id/payments/:payment_id/correct',
    describeRoute({
      summary: 'Correct the amount of an offline payment',
      tag,
      caller: 'organiser',
      takesKey: true,
      answers: { 200: PaymentCorrection },
      errors: ['required', 'invalid_amount', 'refund_not_allowed', 'payment_in_progress', 'state_conflict'],
    }),
    organiser('money'),
    validate('param', InOrganiserPayment),
    validate('json', CorrectPaymentRequest),
    idempotent,
    async (c) => c.json(await correctPayment(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )
  .get(
    '/programs/:program_id/orders/:order_id/payments/:payment_id',
    describeRoute({ summary: 'One payment of an order', tag, caller: 'organiser', answers: { 200: Payment } }),
    organiser('money', { takesPayments: true }),
    validate('param', InOrganiserPayment),
    async (c) => c.json(await getPaymentOfProgram(c.var.ctx, c.req.valid('param')), 200),
  )
  .get(
    '/programs/:program_id/refund_requests',
    describeRoute({
      summary: 'Refunds that customers asked for',
      tag,
      caller: 'organiser',
      answers: { 200: listOf(OrganiserRefundRequest) },
    }),
    organiser('money'),
    validate('param', InOrganiserProgram),
    validate('query', RefundRequestListQuery),
    async (c) => c.json(await listRefundRequests(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }), 200),
  )
  .get(
    '/programs/:program_id/refund_requests/export',
    describeRoute({ ...exporting, summary: 'Refunds that customers asked for, as a file for spreadsheets' }),
    organiser('money'),
    validate('param', InOrganiserProgram),
    validate('query', RefundRequestExportQuery),
    async (c) =>
      c.body(
        await exportRefundRequests(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }),
        200,
        csvHeaders('refund-requests'),
      ),
  )
  .post(
    '/programs/:program_id/refund_requests/:refund_request_id/approve',
    describeRoute({
      summary: 'Send back what a customer asked for, or another amount',
      tag,
      caller: 'organiser',
      takesKey: true,
      answers: { 200: OrganiserRefundRequest },
      errors: ['invalid_amount', 'state_conflict', 'refund_not_allowed', 'credit_partly_used'],
    }),
    organiser('money'),
    validate('param', InOrganiserRefundRequest),
    validate('json', ApproveRefundRequest),
    idempotent,
    async (c) => {
      const { ctx } = c.var
      const input = { ...c.req.valid('json'), ...c.req.valid('param'), actor: ctx.actor }
      return c.json(await approveRefund(ctx, input), 200)
    },
  )
  .post(
    '/programs/:program_id/refund_requests/:refund_request_id/decline',
    describeRoute({
      summary: 'Decline a refund, with the words the customer is mailed',
      tag,
      caller: 'organiser',
      takesKey: true,
      answers: { 200: OrganiserRefundRequest },
      errors: ['required', 'state_conflict'],
    }),
    organiser('money'),
    validate('param', InOrganiserRefundRequest),
    validate('json', DeclineRefundRequest),
    idempotent,
    async (c) => {
      const { ctx } = c.var
      const input = { ...c.req.valid('json'), ...c.req.valid('param'), actor: ctx.actor }
      return c.json(await declineRefund(ctx, input), 200)
    },
  )
