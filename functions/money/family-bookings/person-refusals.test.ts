import { describe, expect, it } from 'vitest'
import { ApiError } from '../../contract/api-error.ts'
import { errorSentence } from '../../contract/sentences/sentence.ts'
import type { PersonRefusal } from '../../contract/person-refusal.ts'
import { collect, errorOfRefusals, fieldOfPerson, refusalsOfError } from './person-refusals.ts'

const refusal = (type: string, param: string, message = type): PersonRefusal => ({ person: 0, type, param, message })

it.each<[string | null | undefined, string]>([
  [undefined, 'people[1].option_id'],
  [null, 'people[1].option_id'],
  ['option_id', 'people[1].option_id'],
  ['attendee_profile_id', 'people[1].attendee_id'],
  ['attendee_id', 'people[1].attendee_id'],
  ['waiver', 'people[1].waiver'],
  ['session_credit_id', 'people[1].session_credit_id'],
  ['session_package_id', 'people[1].session_package_id'],
  ['form_response.answers[2]', 'people[1].form_response.answers[2]'],
  ['items[0].quantity', 'people[1].items[0].quantity'],
  ['date_of_birth', 'people[1].attendee.date_of_birth'],
  ['relations[0].relation', 'people[1].attendee.relation'],
  ['event_id', 'event_id'],
  ['program_id', 'program_id'],
  ['appointment_type_id', 'appointment.appointment_type_id'],
  ['appointment.starts_at[3]', 'appointment.starts_at[3]'],
])('a refusal of %s of a call is about %s of a booking', (param, expected) => {
  expect(fieldOfPerson(1, param)).toBe(expected)
})

describe('refusals of an error', () => {
  it('a refusal has the sentence of its type where the rule gives no message', () => {
    expect(refusalsOfError(2, new ApiError('sold_out', { param: 'option_id' }), 'fr')).toEqual([
      { person: 2, type: 'sold_out', param: 'people[2].option_id', message: errorSentence('sold_out', 'fr') },
    ])
  })

  it('a refusal keeps the message of the rule', () => {
    const error = new ApiError('sold_out', { param: 'option_id', message: 'Two left.' })
    expect(refusalsOfError(0, error, 'en')[0]?.message).toBe('Two left.')
  })

  it('an error with several fields refuses each', () => {
    const errors = [
      { type: 'required', param: 'first_name', message: 'First.' },
      { type: 'required', param: 'form_response.answers[0]', message: 'Answer.' },
    ]
    expect(refusalsOfError(0, new ApiError('required', { errors }), 'en')).toEqual([
      { person: 0, type: 'required', param: 'people[0].attendee.first_name', message: 'First.' },
      { person: 0, type: 'required', param: 'people[0].form_response.answers[0]', message: 'Answer.' },
    ])
  })
})

describe('the error of a refused booking', () => {
  it('the error of a refused booking has the type, field and message of the first refusal, and all refusals', () => {
    const { type, detail } = errorOfRefusals([
      refusal('sold_out', 'people[0].option_id', 'Full.'),
      refusal('required', 'people[1].waiver', 'Sign.'),
    ])
    expect([type, detail.param, detail.message]).toEqual(['sold_out', 'people[0].option_id', 'Full.'])
    expect(detail.errors).toEqual([
      { type: 'sold_out', param: 'people[0].option_id', message: 'Full.' },
      { type: 'required', param: 'people[1].waiver', message: 'Sign.' },
    ])
  })

  it('the error is invalid_parameter when no error has the type of the first refusal', () => {
    const { type, detail } = errorOfRefusals([refusal('type_of_no_error', 'people[0].attendee.first_name')])
    expect([type, detail.errors?.[0]?.type]).toEqual(['invalid_parameter', 'type_of_no_error'])
  })
})

describe('a collected check', () => {
  const collecting = () => ({ person: 0, language: 'en' as const, refusals: [] as PersonRefusal[] })
  const failing = (error: Error) => () => {
    throw error
  }

  it('a passed check returns its result and adds no refusal', async () => {
    const into = collecting()
    expect([await collect(() => 7, into), into.refusals]).toEqual([7, []])
  })

  it('a refused check returns null and adds what it refuses', async () => {
    const into = collecting()
    expect(await collect(failing(new ApiError('sold_out', { param: 'option_id' })), into)).toBeNull()
    expect(into.refusals.map(({ param }) => param)).toEqual(['people[0].option_id'])
  })

  it.each([new ApiError('internal_error'), new TypeError('broken')])(
    'throws %s, which refuses no person',
    async (error) => {
      const into = collecting()
      await expect(collect(failing(error), into)).rejects.toBe(error)
      expect(into.refusals).toEqual([])
    },
  )
})
