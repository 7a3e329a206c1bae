import type { ShapeWords } from '../field-words.ts'

const role = ['What they may do: each role has its rights.', 'front_desk'] as const
const events = [
  'Events and appointment types that a coach or a nurse looks after, each the `id` of an Event or an AppointmentType; empty means all.',
  ['evt_5nK2pQ8rT1'],
] as const

/** The team of a program. */
export const staffShapes: Record<string, ShapeWords> = {
  StaffMember: {
    id: ['Id of the member of the team.', 'stf_4sD8fG1hJ6'],
    user_id: ['Their account, the `id` of a User; null until they accept.', 'usr_4sD8fG1hJ6'],
    email: ['Where the invitation was sent.', 'sam@example.com'],
    first_name: ['First name; that of the account once they accept.', 'Sam'],
    last_name: ['Last name; that of the account once they accept.', 'Tremblay'],
    title: ['Title in the organization; null without one.', 'Camp director'],
    role: [...role],
    event_ids: [events[0], [...events[1]]],
    status: ['Where it stands.', 'active'],
    invited_at: ['When the newest invitation was sent, in UTC.', '2027-05-02T14:03:11.000Z', { format: 'date-time' }],
    expires_at: ['Until when it can be accepted, in UTC.', '2027-05-12T14:03:11.000Z'],
    accepted_at: ['When they accepted, in UTC; null before.', '2027-05-03T08:11:40.000Z', { format: 'date-time' }],
    ended_at: ['When they left the team, in UTC; null before.', null, { format: 'date-time' }],
    last_seen: ['Their newest call for this program, to the hour, in UTC; null before.', null, { format: 'date-time' }],
  },
  InviteStaffRequest: {
    email: ['Where the invitation goes.', 'sam@example.com'],
    first_name: ['First name.', 'Sam'],
    last_name: ['Last name.', 'Tremblay'],
    title: ['Title in the organization.', 'Camp director'],
    role: [...role],
    event_ids: [events[0], [...events[1]]],
    language: ['Language of the mail; that of the call without it.', 'en'],
  },
  ChangeStaffRequest: {
    first_name: ['First name.', 'Sam'],
    last_name: ['Last name.', 'Tremblay'],
    title: ['Title in the organization; null removes it.', 'Camp director'],
    role: [...role],
    event_ids: [events[0], [...events[1]]],
  },
  StaffInvitation: {
    id: ['Id of the member of the team.', 'stf_4sD8fG1hJ6'],
    program_name: ['Name of the program.', 'Lakeside Camps'],
    status: ['Where it stands.', 'invited'],
    invited_by: ['Name of the member who invites; null for a client of the API.', 'Nadia Roy'],
    sent_to: ['Where it was sent, masked.', 's…@example.com'],
    role: [...role],
    title: ['Title in the organization; null without one.', 'Camp director'],
    expires_at: ['Until when it can be answered, in UTC.', '2027-05-12T14:03:11.000Z'],
  },
  StaffNotices: {
    staff_id: ['The caller, the `id` of a StaffMember.', 'stf_4sD8fG1hJ6'],
    topics: 'The mails that the role of the caller may choose.',
    'topics[].topic': ['What the mails are about.', 'summary'],
    'topics[].title': ['Its name, in the language of the call.', 'A summary each day at 7:00'],
    'topics[].is_on': ['Whether the caller gets these mails.', true],
  },
  ChangeStaffNoticesRequest: {
    bookings: ['A mail for each booking that is paid or free.', true],
    summary: ['A mail at 7:00 in the time zone of the program: what was sold, who comes, and what waits.', true],
    low_places: ['A mail when an option has few places left.', false],
    waitlist: ['A mail when somebody joins a waitlist.', false],
    messages: ['A mail for each message of a customer.', true],
    tasks: ['A mail for each refund request and each payment that needs attention.', true],
  },
  MachineClient: {
    id: ['Id of the client: the name of its Basic credentials.', 'mcl_4f0c7d1e4f0c7d1e4f0c7d1e4f0c7d1e'],
    name: ['What it is for.', 'Website of the club'],
    secret: ['The secret of its Basic credentials, in the response that makes it; null ever after.', null],
    created_by: ['Who made it, the `id` of a StaffMember; null for a client of the API.', 'stf_4sD8fG1hJ6'],
    last_used_at: ['Its newest call, to the hour, in UTC; null before.', null, { format: 'date-time' }],
    revoked_at: ['When it was revoked, in UTC; null while it works.', null, { format: 'date-time' }],
  },
  MachineClientRequest: { name: ['What it is for.', 'Website of the club'] },
  SiteAdmin: {
    email: ['Email of the account.', 'sam@example.com'],
    is_admin: ['Whether they run the site.', true],
  },
  SiteAdminRequest: {
    email: ['Confirmed email of the account.', 'sam@example.com'],
    is_admin: ['Whether they run the site from now on.', true],
  },
}
