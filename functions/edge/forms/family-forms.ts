import { refusalOfFields } from '../../people/attendees/attendee-fields.ts'
import { rights as everyRight } from '../../contract/people/attendee.ts'
import { alwaysRequired, fieldsOfForm, formOf } from '../../contract/people/attendee-fields.ts'
import { errorBody } from '../../platform/middleware/error-response.ts'
import { type Fields, pick, textOf } from '../read-form.ts'
import { filled, orNull } from './form-bodies.ts'
import type { Form, FormPost } from './form.ts'

const familyPage = '/pg/:program_id/profile/family'
const memberPage = '/pg/:program_id/profile/family/:attendee_id'
const adultsPage = '/pg/:program_id/profile/family/:attendee_id/adults'
const mergePage = '/pg/:program_id/profile/family/:attendee_id/merge'

const personalFields = fieldsOfForm('personal')
const emergencyFields = fieldsOfForm('emergency', 'health').filter((name) => formOf(name).control !== 'card')
/** Fields that these forms always require; a program may require more. */
const required = [...alwaysRequired, 'relation']

type Removed = { id: string; result?: string }

/** Forms about a customer's people and their guardians, and the form that merges two records of one person. */
export const familyForms: readonly Form[] = [
  {
    path: `${familyPage}/add`,
    form: 'family-add',
    joins: withDate,
    refuses: (post) => missing(post, required),
    call: 'POST /v1/profile/attendees',
    body: (post) => ({
      ...filled(post, ...personalFields, ...emergencyFields, 'health_card_number'),
      relations: [{ relation: post.text('relation') }],
      program_ids: [post.text('program_id')],
    }),
    next: (post, { id }: Removed) => post.page(familyPage, { saved: 'added', who: id }),
  },
  {
    path: memberPage,
    form: 'family',
    actions: [
      {
        when: { action: 'restore' },
        page: familyPage,
        call: 'POST /v1/profile/attendees/:attendee_id/restore',
        next: (post, { id }: Removed) => post.page(familyPage, { saved: 'restored', who: id }),
      },
      {
        call: 'DELETE /v1/profile/attendees/:attendee_id',
        next: (post, { id, result = '' }: Removed) => post.page(familyPage, { saved: result, who: id }),
      },
    ],
  },
  {
    path: `${memberPage}/edit-personal`,
    form: 'family-personal',
    joins: withDate,
    refuses: (post) =>
      missing(
        post,
        required.filter((name) => name in post.fields),
      ),
    call: 'PUT /v1/profile/attendees/:attendee_id',
    body: (post) => ({
      ...orNull(post, ...personalFields),
      ...(post.text('relation') ? { relations: [{ relation: post.text('relation') }] } : {}),
    }),
    next: memberPage,
    saved: 'changed',
  },
  {
    path: `${memberPage}/edit-emergency`,
    form: 'family-emergency',
    call: 'PUT /v1/profile/attendees/:attendee_id',
    body: (post) => ({
      ...orNull(post, ...emergencyFields),
      // The stored number is never shown, so an empty field leaves it unchanged.
      ...(post.text('health_card_removed') ? { health_card_number: null } : {}),
      ...filled(post, 'health_card_number'),
    }),
    next: memberPage,
    saved: 'changed',
  },
  {
    path: `${memberPage}/connect`,
    form: 'family-connect',
    next: memberPage,
    actions: [
      {
        when: { action: 'disconnect' },
        call: 'POST /v1/profile/programs/:program_id/attendees/:program_attendee_id/disconnect',
        saved: 'disconnected',
      },
      { call: 'POST /v1/profile/programs/:program_id/attendees', body: ['attendee_id'], saved: 'connected' },
    ],
  },
  {
    path: mergePage,
    form: 'family-merge',
    actions: [
      { when: { action: 'undo' }, call: 'POST /v1/profile/attendees/:attendee_id/merge/undo', saved: 'undone' },
      {
        back: (post) => ({ with: post.text('merge_from') }),
        call: 'PUT /v1/profile/attendees/:attendee_id/merge',
        body: (post) => ({ merge_from: post.text('merge_from'), merge_into: post.text('attendee_id') }),
        saved: 'merged',
      },
    ],
  },
  {
    path: adultsPage,
    form: 'invite',
    actions: [
      {
        when: { action: 'remove' },
        call: 'DELETE /v1/profile/attendees/:attendee_id/members/:member_id',
        saved: 'removed',
      },
      {
        when: { action: 'change' },
        call: 'PUT /v1/profile/attendees/:attendee_id/members/:member_id',
        body: (post) => ({ rights: rightsOf(post) }),
        saved: 'changed',
      },
      { when: { action: 'revoke' }, call: 'POST /v1/profile/invitations/:invitation_id/revoke', saved: 'revoked' },
      {
        call: 'POST /v1/profile/invitations',
        body: (post) => ({
          ...pick(post.fields, ['first_name', 'last_name', 'email', 'relation']),
          program_id: post.text('program_id'),
          attendee_ids: [post.text('attendee_id')],
          rights: rightsOf(post),
        }),
        saved: 'invited',
      },
    ],
  },
  {
    path: '/pg/:program_id/invitations/:invite_code',
    form: 'invitation',
    next: (post, { attendee_ids: [id] = [] }: { attendee_ids?: string[] }) =>
      id
        ? post.page(`${familyPage}/${encodeURIComponent(id)}/adults`, { saved: 'accepted' })
        : post.page('/pg/:program_id/invitations/:invite_code'),
    actions: [
      { when: { to: 'team', answer: 'decline' }, call: 'POST /v1/staff_invitations/:invite_code/decline' },
      { when: { to: 'team' }, call: 'POST /v1/staff_invitations/:invite_code/accept' },
      { when: { answer: 'decline' }, call: 'POST /v1/invitations/:invite_code/decline' },
      { call: 'POST /v1/invitations/:invite_code/accept' },
    ],
  },
]

/** The rights of an invitation's checkboxes: booking means registering and paying. */
const rightsOfBox = {
  may_book: ['register', 'pay'],
  may_health: ['medical'],
  may_pickup: ['pickup'],
  may_manage: ['manage'],
} as const

function rightsOf(post: FormPost): string[] {
  const ticked: string[] = Object.entries(rightsOfBox).flatMap(([box, rights]) => (post.text(box) ? rights : []))
  return everyRight.filter((right) => right === 'view' || ticked.includes(right))
}

/** Joins day, month and year into one date; missing parts stay missing, so that the date is rejected. */
function withDate(fields: Fields): Fields {
  const [year = '', month = '', day = ''] = ['year', 'month', 'day'].map((part) =>
    textOf(fields, `date_of_birth_${part}`).trim(),
  )
  if (!('date_of_birth_year' in fields)) return fields
  const date = year || month || day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : ''
  return { ...fields, date_of_birth: date }
}

/** Rejects a form when one of these fields is empty. */
function missing({ c, fields }: FormPost, names: readonly string[]): Response | null {
  const empty = names.filter((name) => textOf(fields, name).trim() === '')
  if (empty.length === 0) return null
  const refusal = refusalOfFields(
    empty.map((param) => ({ type: 'required', param })),
    c.var.ctx.language,
  )
  return Response.json(errorBody(refusal, c), { status: 400 })
}
