import { Hono } from 'hono'
import {
  AppointmentOption,
  AppointmentOptionListQuery,
  AppointmentType,
  AppointmentTypeListQuery,
  AvailableDate,
  AvailableDatesQuery,
  AvailableTime,
  AvailableTimesQuery,
  InAppointmentOption,
  InAppointmentType,
} from '../../contract/offering/appointment.ts'
import { listOf } from '../../contract/paging.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { availableDates, availableTimes } from './find-availability.ts'
import { findAppointmentOption, findAppointmentType, listAppointmentOptions } from './find-type.ts'
import { listAppointmentTypes } from './list-types.ts'

const tag = 'Explore'

/**
 * Appointment types, mounted at /v1/explore/appointment_types: every response is public and has an ETag. No credentials
 * are read.
 */
export const appointmentTypesV1 = new Hono<Worker>()
  .get(
    '/',
    describeRoute({ summary: 'List what can be booked by the hour', tag, answers: { 200: listOf(AppointmentType) } }),
    validate('query', AppointmentTypeListQuery),
    async (c) => c.json(await listAppointmentTypes(c.var.ctx, c.req.valid('query')), 200),
  )
  .get(
    '/:appointment_type_id',
    describeRoute({
      summary: 'Show an appointment type',
      tag,
      answers: { 200: AppointmentType },
      errors: ['not_found'],
    }),
    validate('param', InAppointmentType),
    async (c) => c.json(await findAppointmentType(c.var.ctx, c.req.valid('param')), 200),
  )
  .get(
    '/:appointment_type_id/options',
    describeRoute({
      summary: 'List the options of an appointment type',
      tag,
      answers: { 200: listOf(AppointmentOption) },
      errors: ['not_found'],
    }),
    validate('param', InAppointmentType),
    validate('query', AppointmentOptionListQuery),
    async (c) =>
      c.json(await listAppointmentOptions(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }), 200),
  )
  .get(
    '/:appointment_type_id/options/:option_id',
    describeRoute({
      summary: 'Show an option of an appointment type',
      tag,
      answers: { 200: AppointmentOption },
      errors: ['not_found'],
    }),
    validate('param', InAppointmentOption),
    async (c) => c.json(await findAppointmentOption(c.var.ctx, c.req.valid('param')), 200),
  )

/** Availability of appointments, mounted at /v1/explore/availability. */
export const availabilityV1 = new Hono<Worker>()
  .get(
    '/dates',
    describeRoute({
      summary: 'Say on which days of a month or a week something can be booked',
      tag,
      answers: { 200: listOf(AvailableDate) },
      errors: ['required_parameter_missing', 'not_found'],
    }),
    validate('query', AvailableDatesQuery),
    async (c) => c.json(await availableDates(c.var.ctx, c.req.valid('query')), 200),
  )
  .get(
    '/times',
    describeRoute({
      summary: 'List the times of a day that can be booked',
      tag,
      answers: { 200: listOf(AvailableTime) },
      errors: ['required_parameter_missing', 'not_found'],
    }),
    validate('query', AvailableTimesQuery),
    async (c) => c.json(await availableTimes(c.var.ctx, c.req.valid('query')), 200),
  )
