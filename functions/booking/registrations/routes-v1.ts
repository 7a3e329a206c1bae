import { placeRefusals } from './eligibility.ts'
import { Hono } from 'hono'
import {
  AppointmentSeries,
  BookAppointmentRequest,
  BookSeriesRequest,
} from '../../contract/booking/appointment-registration.ts'
import { listOf } from '../../contract/paging.ts'
import {
  InRegistration,
  Registration,
  RegistrationListQuery,
  SignedWaiver,
  UpdateRegistrationRequest,
} from '../../contract/booking/registration.ts'
import { RegistrationAnswers } from '../../contract/booking/registration-answers.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { limitedByAddress } from '../../platform/middleware/rate-limit.ts'
import { signedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { bookAppointment } from './book-appointment.ts'
import { bookSeries } from './book-series.ts'
import { changeRegistration } from './change-registration.ts'
import { listRegistrations } from './list-registrations.ts'
import { readAnswers } from './read-answers.ts'
import { readAppointment, readRegistration } from './show-registration.ts'
import { readSignedWaiver } from './read-waiver.ts'

const tag = 'Registrations'

/**
 * Mounted at /v1/profile/registrations, after the cancellations, which take `PUT {status: cancelled}`, and the
 * waitlist, which takes `POST`.
 */
export const registrationsV1 = new Hono<Worker>()
  .get(
    '/',
    describeRoute({ summary: 'Your registrations', tag, caller: 'customer', answers: { 200: listOf(Registration) } }),
    signedIn,
    validate('query', RegistrationListQuery),
    async (c) => c.json(await listRegistrations(c.var.ctx, c.req.valid('query')), 200),
  )
  .get(
    '/:registration_id',
    describeRoute({
      summary: 'One registration, with what cancelling it gives back',
      tag,
      caller: 'customer',
      answers: { 200: Registration },
    }),
    signedIn,
    validate('param', InRegistration),
    async (c) => c.json(await readRegistration(c.var.ctx, c.req.valid('param')), 200),
  )
  .get(
    '/:registration_id/waiver',
    describeRoute({
      summary: 'The waiver as it was signed',
      tag,
      caller: 'customer',
      answers: { 200: SignedWaiver },
    }),
    signedIn,
    validate('param', InRegistration),
    async (c) => c.json(await readSignedWaiver(c.var.ctx, c.req.valid('param')), 200),
  )
  .get(
    '/:registration_id/answers',
    describeRoute({
      summary: 'The answers of a registration, and how they changed',
      tag,
      caller: 'customer',
      answers: { 200: RegistrationAnswers },
    }),
    signedIn,
    validate('param', InRegistration),
    async (c) => c.json(await readAnswers(c.var.ctx, c.req.valid('param')), 200),
  )
  .put(
    '/:registration_id',
    describeRoute({
      summary: 'Change answers, accept the waiver, or move the place',
      tag,
      caller: 'customer',
      answers: { 200: Registration },
      errors: [
        'transition_not_allowed',
        'state_conflict',
        'already_started',
        'waiver_required',
        'sold_out',
        'already_registered',
        ...placeRefusals,
        'program_not_accepting_orders',
        'quote_stale',
        'required',
      ],
    }),
    signedIn,
    validate('param', InRegistration),
    validate('json', UpdateRegistrationRequest),
    async (c) => c.json(await changeRegistration(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )

export type RegistrationsV1 = typeof registrationsV1

/** Mounted at /v1/profile/appointments: registrations with a time of an appointment type. */
/** Reasons why a time of an appointment cannot be booked. */
const refusedTimes = [
  'slot_taken',
  'attendee_conflict',
  'attendee_fields_missing',
  'option_not_on_sale',
  'membership_required',
  'credit_not_available',
  'waiver_required',
  'program_not_accepting_orders',
  'transition_not_allowed',
] as const

export const appointmentsV1 = new Hono<Worker>()
  .post(
    '/',
    describeRoute({
      summary: 'Book a time of an appointment type for somebody',
      tag,
      caller: 'customer',
      takesKey: true,
      answers: { 201: Registration },
      errors: [...refusedTimes],
    }),
    signedIn,
    limitedByAddress('holds'),
    validate('json', BookAppointmentRequest),
    idempotent,
    async (c) => c.json(await bookAppointment(c.var.ctx, c.req.valid('json')), 201),
  )
  .post(
    '/series',
    describeRoute({
      summary: 'Book the same hour of several weeks for somebody',
      tag,
      caller: 'customer',
      takesKey: true,
      answers: { 201: AppointmentSeries },
      errors: [...refusedTimes],
    }),
    signedIn,
    limitedByAddress('holds'),
    validate('json', BookSeriesRequest),
    idempotent,
    async (c) => c.json(await bookSeries(c.var.ctx, c.req.valid('json')), 201),
  )
  .get(
    '/:registration_id',
    describeRoute({
      summary: 'One appointment, with what cancelling it gives back',
      tag,
      caller: 'customer',
      answers: { 200: Registration },
    }),
    signedIn,
    validate('param', InRegistration),
    async (c) => c.json(await readAppointment(c.var.ctx, c.req.valid('param')), 200),
  )
