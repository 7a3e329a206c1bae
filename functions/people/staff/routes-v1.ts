import { Hono } from 'hono'
import { InOrganiserProgram } from '../../contract/organisation/organiser-event.ts'
import {
  ChangeStaffRequest,
  InStaff,
  InviteStaffRequest,
  SiteAdmin,
  SiteAdminRequest,
  StaffInvitation,
  StaffListQuery,
  StaffMember,
} from '../../contract/people/staff.ts'
import { listOf } from '../../contract/paging.ts'
import {
  InMachineClient,
  MachineClient,
  MachineClientListQuery,
  MachineClientRequest,
} from '../../contract/people/machine-client.ts'
import { endClient, listClients, makeClient } from './machine-clients.ts'
import { ByInviteCode } from '../../contract/people/invitation.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { organiser } from '../../platform/middleware/organiser.ts'
import { limitedByAddress } from '../../platform/middleware/rate-limit.ts'
import { maybeSignedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { acceptStaffInvitation, declineStaffInvitation, readStaffInvitation } from './answer-staff-invitation.ts'
import {
  changeSiteAdmin,
  changeStaff,
  endStaff,
  inviteStaff,
  listTeam,
  readStaff,
  resendStaffInvitation,
} from './team.ts'

const described = { tag: 'Organiser', caller: 'organiser' as const, answers: { 200: StaffMember } }

/** Mounted at /v1/organiser/programs/:program_id/team. */
export const teamV1 = new Hono<Worker>()
  .get(
    '/',
    describeRoute({ ...described, summary: 'The team of a program', answers: { 200: listOf(StaffMember) } }),
    organiser('team'),
    validate('param', InOrganiserProgram),
    validate('query', StaffListQuery),
    async (c) => c.json(await listTeam(c.var.ctx, { ...c.req.valid('query'), ...c.req.valid('param') }), 200),
  )
  .post(
    '/',
    describeRoute({
      ...described,
      summary: 'Invite a person to the team by mail',
      takesKey: true,
      answers: { 201: StaffMember },
      errors: ['required', 'invalid_email', 'invalid_option', 'state_conflict'],
    }),
    organiser('team'),
    validate('param', InOrganiserProgram),
    validate('json', InviteStaffRequest),
    idempotent,
    async (c) => c.json(await inviteStaff(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 201),
  )
  .get(
    '/:staff_id',
    describeRoute({ ...described, summary: 'One member of the team' }),
    organiser('team'),
    validate('param', InStaff),
    async (c) => c.json(await readStaff(c.var.ctx, c.req.valid('param')), 200),
  )
  .put(
    '/:staff_id',
    describeRoute({
      ...described,
      summary: 'Change the title, the role or the events of a member of the team',
      errors: ['invalid_option', 'last_owner', 'state_conflict'],
    }),
    organiser('team'),
    validate('param', InStaff),
    validate('json', ChangeStaffRequest),
    async (c) => c.json(await changeStaff(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )
  .delete(
    '/:staff_id',
    describeRoute({
      ...described,
      summary: 'End a member of the team at once, or withdraw their invitation',
      errors: ['last_owner', 'state_conflict'],
    }),
    organiser('team'),
    validate('param', InStaff),
    async (c) => c.json(await endStaff(c.var.ctx, c.req.valid('param')), 200),
  )
  .post(
    '/:staff_id/resend',
    describeRoute({
      ...described,
      summary: 'Send an invitation to the team again',
      takesKey: true,
      errors: ['state_conflict'],
    }),
    organiser('team'),
    validate('param', InStaff),
    idempotent,
    async (c) => c.json(await resendStaffInvitation(c.var.ctx, c.req.valid('param')), 200),
  )

const clients = { tag: 'Organiser', caller: 'organiser' as const, answers: { 200: MachineClient } }

/** Mounted at /v1/organiser/programs/:program_id/clients. */
export const machineClientsV1 = new Hono<Worker>()
  .get(
    '/',
    describeRoute({
      ...clients,
      summary: 'The clients of the API of a program',
      answers: { 200: listOf(MachineClient) },
    }),
    organiser('machine_access'),
    validate('param', InOrganiserProgram),
    validate('query', MachineClientListQuery),
    async (c) => c.json(await listClients(c.var.ctx, { ...c.req.valid('query'), ...c.req.valid('param') }), 200),
  )
  .post(
    '/',
    describeRoute({
      ...clients,
      summary: 'Make a client of the API; its secret is shown once',
      takesKey: true,
      answers: { 201: MachineClient },
      errors: ['required', 'too_long', 'invalid_characters', 'too_many_requests'],
    }),
    organiser('machine_access'),
    validate('param', InOrganiserProgram),
    validate('json', MachineClientRequest),
    idempotent,
    async (c) => c.json(await makeClient(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 201),
  )
  .delete(
    '/:machine_client_id',
    describeRoute({ ...clients, summary: 'Revoke a client of the API at once' }),
    organiser('machine_access'),
    validate('param', InMachineClient),
    async (c) => c.json(await endClient(c.var.ctx, c.req.valid('param')), 200),
  )

/** Mounted at /v1/organiser/admins. */
export const siteAdminsV1 = new Hono<Worker>().post(
  '/',
  describeRoute({
    summary: 'Make an account a person who runs the site, or end it',
    tag: 'Organiser',
    caller: 'organiser',
    takesKey: true,
    answers: { 200: SiteAdmin },
    errors: ['required', 'invalid_email'],
  }),
  organiser('site'),
  validate('json', SiteAdminRequest),
  idempotent,
  async (c) => c.json(await changeSiteAdmin(c.var.ctx, c.req.valid('json')), 200),
)

const invitation = { tag: 'Account', answers: { 200: StaffInvitation } }

/** Mounted at /v1/staff_invitations, for the code in the mail. A GET changes nothing; only a POST decides. */
export const staffInvitationsV1 = new Hono<Worker>()
  .get(
    '/:invite_code',
    describeRoute({ ...invitation, summary: 'An invitation to a team, before it is answered' }),
    limitedByAddress('invitation'),
    validate('param', ByInviteCode),
    async (c) => c.json(await readStaffInvitation(c.var.ctx, c.req.valid('param')), 200),
  )
  .post(
    '/:invite_code/accept',
    describeRoute({
      ...invitation,
      summary: 'Accept an invitation to a team',
      takesKey: true,
      errors: ['not_authenticated', 'transition_not_allowed', 'email_not_verified', 'link_expired', 'state_conflict'],
    }),
    limitedByAddress('invitation'),
    maybeSignedIn,
    validate('param', ByInviteCode),
    idempotent,
    async (c) => c.json(await acceptStaffInvitation(c.var.ctx, c.req.valid('param')), 200),
  )
  .post(
    '/:invite_code/decline',
    describeRoute({
      ...invitation,
      summary: 'Decline an invitation to a team',
      takesKey: true,
      errors: ['link_expired', 'state_conflict'],
    }),
    limitedByAddress('invitation'),
    validate('param', ByInviteCode),
    idempotent,
    async (c) => c.json(await declineStaffInvitation(c.var.ctx, c.req.valid('param')), 200),
  )
