import { placeRefusals } from '../registrations/eligibility.ts'
import { Hono } from 'hono'
import { InOrganiserEvent } from '../../contract/organisation/organiser-event.ts'
import { listOf } from '../../contract/paging.ts'
import { InRegistration, RegisterRequest, Registration } from '../../contract/booking/registration.ts'
import {
  DeclineWaitlistOfferRequest,
  InOrganiserWaitlistEntry,
  OfferPlaceRequest,
  OrganiserWaitlistEntry,
  OrganiserWaitlistExportQuery,
  OrganiserWaitlistQuery,
  WaitlistEntry,
  WaitlistOffer,
  WaitlistOfferQuery,
} from '../../contract/booking/waitlist.ts'
import type { Worker } from '../../platform/context.ts'
import { csvHeaders } from '../../platform/middleware/csv-file.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { organiser } from '../../platform/middleware/organiser.ts'
import { limitedByAddress } from '../../platform/middleware/rate-limit.ts'
import { signedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { claimOffer } from './claim-offer.ts'
import { registerOrJoin } from './join-waitlist.ts'
import { declineOffer, leaveWaitlist } from './leave-waitlist.ts'
import { exportWaiting, listWaiting } from './list-waiting.ts'
import { offerByStaff } from './offer-by-staff.ts'
import { readEntry } from './read-entry.ts'
import { readOffer } from './read-offer.ts'

const tag = 'Registrations'

/** Mounted at /v1/profile/registrations: taking a place, joining a waitlist, and accepting or declining its offers. */
export const waitlistV1 = new Hono<Worker>()
  .post(
    '/',
    describeRoute({
      summary: 'Take a place for somebody, or join the waitlist',
      tag,
      caller: 'customer',
      takesKey: true,
      answers: { 201: Registration },
      errors: [
        'sold_out',
        'already_registered',
        'already_started',
        ...placeRefusals,
        'credit_not_available',
        'waiver_required',
        'program_not_accepting_orders',
        'transition_not_allowed',
      ],
    }),
    signedIn,
    limitedByAddress('holds'),
    validate('json', RegisterRequest),
    idempotent,
    async (c) => c.json(await registerOrJoin(c.var.ctx, c.req.valid('json')), 201),
  )
  .get(
    '/:registration_id/waitlist',
    describeRoute({
      summary: 'Where a registration stands in the waitlist, or what it is offered',
      tag,
      caller: 'customer',
      answers: { 200: WaitlistEntry },
    }),
    signedIn,
    validate('param', InRegistration),
    async (c) => c.json(await readEntry(c.var.ctx, c.req.valid('param')), 200),
  )
  .post(
    '/:registration_id/claim',
    describeRoute({
      summary: 'Take the place that is offered, with everyone who waited together',
      tag,
      caller: 'customer',
      takesKey: true,
      answers: { 200: Registration },
      errors: ['offer_expired', 'state_conflict', 'attendee_conflict', 'transition_not_allowed'],
    }),
    signedIn,
    validate('param', InRegistration),
    idempotent,
    async (c) => c.json(await claimOffer(c.var.ctx, c.req.valid('param')), 200),
  )
  .post(
    '/:registration_id/decline',
    describeRoute({
      summary: 'Decline the place that is offered, or leave the waitlist, with everyone who waits together',
      tag,
      caller: 'customer',
      takesKey: true,
      answers: { 200: WaitlistEntry },
      errors: ['state_conflict'],
    }),
    signedIn,
    validate('param', InRegistration),
    idempotent,
    async (c) => c.json(await leaveWaitlist(c.var.ctx, c.req.valid('param')), 200),
  )

/** Mounted at /v1/waitlist_offers: the offer that a mail links to. The token authorises the request. */
export const waitlistOffersV1 = new Hono<Worker>()
  .get(
    '/',
    describeRoute({
      summary: 'What the link of an offer’s mail shows',
      tag,
      caller: 'anyone',
      answers: { 200: WaitlistOffer },
      errors: ['not_found'],
    }),
    limitedByAddress('waitlist_offers'),
    validate('query', WaitlistOfferQuery),
    async (c) => c.json(await readOffer(c.var.ctx, c.req.valid('query')), 200),
  )
  .post(
    '/decline',
    describeRoute({
      summary: 'Decline the offer of a mail’s link',
      tag,
      caller: 'anyone',
      takesKey: true,
      answers: { 200: WaitlistOffer },
      errors: ['not_found'],
    }),
    limitedByAddress('waitlist_offers'),
    validate('json', DeclineWaitlistOfferRequest),
    idempotent,
    async (c) => c.json(await declineOffer(c.var.ctx, c.req.valid('json')), 200),
  )

/** The waitlist of an event for its organisation, mounted at `/v1/organiser/programs/{program_id}`. */
export const organiserWaitlistV1 = new Hono<Worker>()
  .get(
    '/events/:key/waitlist',
    describeRoute({
      summary: 'Who waits for an event, in order',
      tag: 'Organiser',
      caller: 'organiser',
      answers: { 200: listOf(OrganiserWaitlistEntry) },
    }),
    organiser('bookings'),
    validate('param', InOrganiserEvent),
    validate('query', OrganiserWaitlistQuery),
    async (c) => c.json(await listWaiting(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }), 200),
  )
  .get(
    '/events/:key/waitlist/export',
    describeRoute({
      summary: 'Who waits for an event, as a file for spreadsheets',
      tag: 'Organiser',
      caller: 'organiser',
      answers: { 200: null },
      file: 'text/csv',
    }),
    organiser('bookings'),
    validate('param', InOrganiserEvent),
    validate('query', OrganiserWaitlistExportQuery),
    async (c) =>
      c.body(
        await exportWaiting(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }),
        200,
        csvHeaders('waitlist'),
      ),
  )
  .post(
    '/waitlist/:waitlist_entry_id/offer',
    describeRoute({
      summary: 'Offer a waiting family its places now',
      tag: 'Organiser',
      caller: 'organiser',
      takesKey: true,
      answers: { 200: OrganiserWaitlistEntry },
      errors: ['required', 'too_long', 'sold_out', 'already_started', 'state_conflict'],
    }),
    organiser('bookings'),
    validate('param', InOrganiserWaitlistEntry),
    validate('json', OfferPlaceRequest),
    idempotent,
    async (c) => c.json(await offerByStaff(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )
