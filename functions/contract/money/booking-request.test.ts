import { describe, expect, it } from 'vitest'
import type { Field } from '../offering/event.ts'
import type { Values } from '../booking/form-controls.ts'
import {
  type BookingForm,
  bookingRequest,
  type FormPerson,
  isAboutCart,
  payPrice,
  payWithCredit,
  payWithPackage,
  refusedControls,
} from './booking-request.ts'
import { BookFamilyRequest } from './family-booking.ts'

const question = (id: string, type: Field['type'], part: Partial<Field> = {}): Field => ({
  id,
  title: id,
  type,
  help: null,
  validations: { required: true, max_length: null, min: null, max: null },
  choices: [],
  show_if: null,
  ...part,
})
const form: BookingForm = {
  fields: [
    question('fld_swims', 'yes_no'),
    question('fld_metres', 'number', { show_if: { field: 'fld_swims', equals: true } }),
    question('fld_size', 'multi_choice', {
      choices: [
        { value: 'm', label: 'M' },
        { value: 'l', label: 'L' },
      ],
    }),
    question('fld_since', 'date'),
  ],
  waiver: { waiver_id: 'wvr_1', version: 3 },
}
const people: FormPerson[] = [
  { key: 'att_maya', attendee_id: 'att_maya', knownFields: ['date_of_birth'] },
  { key: 'att_sam', attendee_id: 'att_sam' },
  { key: 'new-1', attendee_id: null },
]
const about = { program_id: 'lakeside', event_id: 'evt_1', on_refusal: 'hold' as const }
const maya: Values = { 'att_maya.comes': true, 'att_maya.option_id': 'opt_day' }
const noor: Values = {
  'new-1.comes': 'on',
  'new-1.first_name': ' Noor ',
  'new-1.last_name': 'Roy',
  'new-1.relation': 'parent',
  'new-1.date_of_birth~day': '4',
  'new-1.date_of_birth~month': '3',
  'new-1.date_of_birth~year': '2018',
  'new-1.option_id': 'opt_day',
}
const bodyOf = (values: Values) => bookingRequest(form, people, values, about)
const personOf = (values: Values) => bodyOf({ ...maya, ...values }).people[0]

const plain = {
  attendee_id: 'att_maya',
  option_id: 'opt_day',
  form_response: { answers: [] },
  waiver: null,
  items: [],
}

describe('the request of a registration form', () => {
  it('a shared field is sent for the people who lack it, and their own value wins', () => {
    const { people: sent } = bodyOf({
      ...maya,
      ...noor,
      'att_sam.comes': true,
      'att_sam.option_id': 'opt_day',
      'att_sam.shared': 'emergency_contact_phone',
      'att_sam.emergency_contact_phone': ' 613 555 0199 ',
      'new-1.shared': 'relation emergency_contact_phone',
      'new-1.relation': '',
      'all.relation': 'grandparent',
      'all.emergency_contact_phone': '613 555 0142',
    })
    const sharedOf = ({ attendee }: (typeof sent)[number]) => [attendee?.relation, attendee?.emergency_contact_phone]
    expect(sent.map(sharedOf)).toEqual([
      [undefined, undefined],
      [undefined, '613 555 0199'],
      ['grandparent', '613 555 0142'],
    ])
  })

  it('a refused shared value is at the shared control, and an own value at its own', () => {
    const values: Values = { ...noor, 'new-1.shared': 'emergency_contact_phone', 'all.emergency_contact_phone': '1' }
    const refused = [{ param: 'people[0].attendee.emergency_contact_phone', message: 'No phone.' }]
    const nameOf = (more: Values) => refusedControls(people, { ...values, ...more }, refused)[0]?.name
    expect([nameOf({}), nameOf({ 'new-1.emergency_contact_phone': '2' })]).toEqual([
      'all.emergency_contact_phone',
      'new-1.emergency_contact_phone',
    ])
  })

  it('the body has the people who come, in the order of the form', () => {
    const body = bodyOf({ ...noor, ...maya, 'att_sam.comes': false, 'att_sam.option_id': 'opt_day' })
    expect(body.people.map(({ attendee_id, attendee }) => attendee_id ?? attendee)).toEqual([
      'att_maya',
      { first_name: 'Noor', last_name: 'Roy', relation: 'parent', date_of_birth: '2018-03-04' },
    ])
    expect(BookFamilyRequest.parse(body)).toMatchObject({ event_id: 'evt_1', on_refusal: 'hold', dry_run: false })
  })

  it.each<[string, Values, object]>([
    ['a field to fill in', { 'att_maya.parent_name': 'Ada Roy' }, { attendee: { parent_name: 'Ada Roy' } }],
    ['no field that the program has', { 'att_maya.date_of_birth': '2017-05-31' }, {}],
    ['no name of an attendee that exists', { 'att_maya.first_name': 'M' }, {}],
    ['the price as payment', { 'att_maya.way': payPrice }, {}],
    ['a visit as payment', { 'att_maya.way': payWithCredit('scr_1') }, { session_credit_id: 'scr_1' }],
    ['a package as payment', { 'att_maya.way': payWithPackage('spk_1') }, { session_package_id: 'spk_1' }],
    ['no waiver that is not ticked', {}, {}],
    ['the waiver', { waiver: 'on' }, { waiver: { waiver_id: 'wvr_1', version: 3 } }],
    [
      'the chosen products',
      {
        'att_maya.add.prd_1': 'var_m',
        'att_maya.count.prd_1': '2',
        'att_maya.add.prd_2': '',
        'att_maya.add.prd_3': 'var_x',
      },
      {
        items: [
          { product_variation_id: 'var_m', quantity: 2 },
          { product_variation_id: 'var_x', quantity: 1 },
        ],
      },
    ],
  ])('the person has %s', (_, values, expected) => expect(personOf(values)).toEqual({ ...plain, ...expected }))

  it.each<[string, Values, object[]]>([
    ['empty for empty controls', { 'att_maya.q.fld_since': '' }, []],
    [
      'those of visible questions',
      { 'att_maya.q.fld_swims': 'no', 'att_maya.q.fld_metres': '25' },
      [{ field_id: 'fld_swims', value: false }],
    ],
    [
      'text that is not a number as it is, for the API to refuse',
      { 'att_maya.q.fld_swims': 'yes', 'att_maya.q.fld_metres': 'far' },
      [
        { field_id: 'fld_swims', value: true },
        { field_id: 'fld_metres', value: 'far' },
      ],
    ],
    [
      'ticked choices and a date in parts',
      {
        'att_maya.q.fld_size.l': 'on',
        'att_maya.q.fld_since~day': '1',
        'att_maya.q.fld_since~month': '12',
        'att_maya.q.fld_since~year': '2020',
      },
      [
        { field_id: 'fld_size', value: ['l'] },
        { field_id: 'fld_since', value: '2020-12-01' },
      ],
    ],
  ])('the answers are %s', (_, values, answers) => expect(personOf(values)?.form_response?.answers).toEqual(answers))

  it.each([
    ['people[0].form_response.answers[fld_swims]', 'att_maya.q.fld_swims'],
    ['people[0].option_id', 'att_maya.option_id'],
    ['people[0].attendee_id', 'att_maya.comes'],
    ['people[0].attendee.emergency_contact_phone', 'att_maya.emergency_contact_phone'],
    ['people[0].attendee.first_name', 'att_maya.comes'],
    ['people[0].attendee.timezone', 'att_maya.comes'],
    ['people[0].waiver', 'waiver'],
    ['people[0].session_credit_id', 'att_maya.way'],
    ['people[0].session_package_id', 'att_maya.way'],
    ['people[0].items[1].quantity', 'att_maya.add.prd_3'],
    ['people[1].attendee.first_name', 'new-1.first_name'],
    ['people[1].attendee.date_of_birth', 'new-1.date_of_birth'],
    ['people[7].option_id', null],
    ['people', null],
    ['code', 'code'],
    ['order_id', null],
  ])('the refusal of %s is at the control %s', (param, name) => {
    const values = {
      ...maya,
      ...noor,
      'att_maya.add.prd_1': 'var_m',
      'att_maya.add.prd_2': '',
      'att_maya.add.prd_3': 'x',
    }
    expect(refusedControls(people, values, [{ param, message: 'No.' }])).toEqual([{ name, message: 'No.' }])
  })

  it('the refusal of a time is at its person', () =>
    expect(
      refusedControls(people, { ...maya, ...noor }, [
        { person: 1, param: 'appointment.starts_at[0]', message: 'Taken.' },
      ]),
    ).toEqual([{ name: 'new-1.comes', message: 'Taken.' }]))
})

it.each<[string, Parameters<typeof isAboutCart>[0], boolean]>([
  ['a lapsed cart', { code: 409, param: 'order_id', errors: [] }, true],
  ['a cart with a payment', { code: 409, param: null, errors: [] }, true],
  ['a person', { code: 409, param: 'people[0].option_id', errors: [{ param: 'people[0].option_id' }] }, false],
  ['a person among several fields', { code: 422, param: null, errors: [{ param: 'people[1].waiver' }] }, false],
  ['a time', { code: 409, param: 'appointment.starts_at[0]', errors: [] }, false],
  ['a code', { code: 404, param: 'code', errors: [] }, false],
  ['the session', { code: 401, param: null, errors: [] }, false],
  ['too many calls', { code: 429, param: null, errors: [] }, false],
  ['the server', { code: 503, param: null, errors: [] }, false],
])('whether a refusal of %s is about the cart', (_, refusal, expected) => expect(isAboutCart(refusal)).toBe(expected))
