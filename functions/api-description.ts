import type { Hono } from 'hono'
import { generateSpecs } from 'hono-openapi'
import * as z from 'zod/mini'
import { name, version } from '../package.json' with { type: 'json' }
import { Token, User } from './contract/account.ts'
import { ErrorBody } from './contract/api-error.ts'
import { AppointmentOption, AppointmentType } from './contract/appointment.ts'
import { Attendee, ProgramAttendeeProfile } from './contract/attendee.ts'
import { Address, Customer, CustomerProfile } from './contract/customer.ts'
import { Coupon, Discount } from './contract/discount.ts'
import { Event, EventOption, Field } from './contract/event.ts'
import { Money, Price } from './contract/money.ts'
import { Order, OrderItem, Quote } from './contract/order.ts'
import { MembershipPackage, SessionPackage } from './contract/package.ts'
import { Payment } from './contract/payment.ts'
import { Product, ProductCategory, ProductVariation, StoreProduct } from './contract/product.ts'
import { Program, ProgramFeatures, ProgramFilters, Venue } from './contract/program.ts'
import { Refund } from './contract/refund.ts'
import { Registration } from './contract/registration.ts'
import type { Worker } from './context.ts'

const named = {
  Address,
  AppointmentOption,
  AppointmentType,
  Attendee,
  Coupon,
  Customer,
  CustomerProfile,
  Discount,
  Error: ErrorBody,
  Event,
  EventOption,
  Field,
  MembershipPackage,
  Money,
  Order,
  OrderItem,
  Payment,
  Price,
  Product,
  ProductCategory,
  ProductVariation,
  Program,
  ProgramAttendeeProfile,
  ProgramFeatures,
  ProgramFilters,
  Quote,
  Refund,
  Registration,
  SessionPackage,
  StoreProduct,
  Token,
  User,
  Venue,
}
for (const [id, schema] of Object.entries(named)) z.globalRegistry.add(schema, { id })

export type ApiDescription = Awaited<ReturnType<typeof generateSpecs>>
const kept = new WeakMap<object, Promise<ApiDescription>>()

/** The OpenAPI 3.1 document of a table of routes, made from what each route says of itself; built once. */
export function describeApi(api: Hono<Worker>): Promise<ApiDescription> {
  const known = kept.get(api)
  if (known) return known
  const made = generateSpecs(api, {
    defaultValidationErrorResponse: false,
    excludeStaticFile: false,
    documentation: {
      info: {
        title: `${name[0]?.toUpperCase()}${name.slice(1)} API`,
        version,
        description:
          'Programs, registrations, orders and payments. Amounts are in minor units, times in ISO 8601, errors in one shape. Every POST takes an Idempotency-Key.',
      },
      servers: [{ url: '/api' }],
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'Access token of POST /v1/login, /v1/signup or /v1/oauth/token; good for ten minutes.',
          },
          basic: { type: 'http', scheme: 'basic', description: 'Client id and secret of an organisation.' },
        },
      },
    },
  })
  kept.set(api, made)
  return made
}
