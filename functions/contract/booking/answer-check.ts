import * as z from 'zod/mini'
import type { ErrorType } from '../api-error.ts'
import { AddressInput } from '../people/address.ts'
import type { Field } from '../offering/event.ts'
import { Email, lines, optionalLine } from '../field-rules.ts'
import { longTextLength, shortTextLength } from '../limits.ts'
import type { Answer } from './registration.ts'
import { isRealDay } from '../instant.ts'
import { isShown } from './shown-questions.ts'

type Value = Answer['value']
type Validation = { ok: true; value: Value } | { ok: false; type: ErrorType }
/** What the check of answers needs: how a phone number is read, who may sign, and which uploads can be used. */
export type AnswerContext = {
  readPhone: (typed: string) => string | null
  maySign: (name: string) => boolean
  mayUse: (fileId: string) => boolean
}
type AnswerFault = { type: ErrorType; field_id: string }

/**
 * Checks the answers of a form: each shown question by its type, required questions for an answer, and answers to
 * hidden questions are dropped. Returns the answers to store, in the order of the questions.
 */
export function checkAnswers(
  fields: readonly Field[],
  answers: readonly Answer[],
  context: AnswerContext,
): { answers: Answer[]; faults: AnswerFault[] } {
  const values = new Map(answers.map(({ field_id, value }) => [field_id, value]))
  const checked: ReturnType<typeof checkAnswers> = { answers: [], faults: [] }
  for (const { field_id } of answers)
    if (!fields.some(({ id }) => id === field_id)) checked.faults.push({ type: 'unknown_parameter', field_id })
  for (const field_id of answeredTwice(answers)) checked.faults.push({ type: 'invalid_parameter', field_id })
  for (const field of fields.filter((each) => isShown(each, fields, values))) {
    const value = values.get(field.id) ?? null
    if (isEmpty(value)) {
      if (field.validations.required) checked.faults.push({ type: 'required', field_id: field.id })
      continue
    }
    const validation = validateAnswer(field, value, context)
    if (validation.ok) checked.answers.push({ field_id: field.id, value: validation.value })
    else checked.faults.push({ type: validation.type, field_id: field.id })
  }
  return checked
}

/** Questions with two answers. They are rejected, because either could be meant. */
const answeredTwice = (answers: readonly Answer[]) =>
  new Set(answers.map(({ field_id }) => field_id).filter((id, at, all) => all.indexOf(id) !== at))
export const isEmpty = (value: Value) =>
  value === null || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0)

function validateAnswer(field: Field, value: Value, context: AnswerContext): Validation {
  switch (field.type) {
    case 'short_text':
      return validateText(optionalLine(maxLengthOf(field, shortTextLength)), value)
    case 'long_text':
      return validateText(lines(maxLengthOf(field, longTextLength)), value)
    case 'number':
      return validateNumber(field, value)
    case 'date':
      return typeof value === 'string' && isRealDay(value.trim())
        ? { ok: true, value: value.trim() }
        : { ok: false, type: 'invalid_date' }
    case 'phone': {
      const phone = typeof value === 'string' ? context.readPhone(value) : null
      return phone === null ? { ok: false, type: 'invalid_phone' } : { ok: true, value: phone }
    }
    case 'email': {
      const email = z.safeParse(Email, value)
      return email.success ? { ok: true, value: email.data } : { ok: false, type: 'invalid_email' }
    }
    case 'yes_no':
      return typeof value === 'boolean' ? { ok: true, value } : { ok: false, type: 'invalid_option' }
    case 'consent':
      return validateConsent(field, value)
    case 'single_choice':
    case 'dropdown':
      return typeof value === 'string' && isChoice(field, value)
        ? { ok: true, value }
        : { ok: false, type: 'invalid_option' }
    case 'multi_choice':
      return validateChoices(field, value)
    case 'address':
      return validateAddress(value)
    case 'signature':
      return validateSignature(value, context.maySign)
    case 'file':
      return typeof value === 'string' && context.mayUse(value)
        ? { ok: true, value }
        : { ok: false, type: 'file_not_found' }
  }
}

const maxLengthOf = (field: Field, most: number) => Math.min(field.validations.max_length ?? most, most)
const isChoice = (field: Field, value: string) => field.choices.some((choice) => choice.value === value)

function validateText(rule: ReturnType<typeof optionalLine>, value: Value): Validation {
  const text = z.safeParse(rule, value)
  if (text.success) return { ok: true, value: text.data }
  if (text.error.issues[0]?.message === 'invalid_characters') return { ok: false, type: 'invalid_characters' }
  return { ok: false, type: typeof value === 'string' ? 'too_long' : 'invalid_parameter' }
}

function validateNumber(field: Field, value: Value): Validation {
  if (typeof value !== 'number' || !Number.isFinite(value)) return { ok: false, type: 'invalid_parameter' }
  const { min, max } = field.validations
  return (min !== null && value < min) || (max !== null && value > max)
    ? { ok: false, type: 'out_of_range' }
    : { ok: true, value }
}

function validateConsent(field: Field, value: Value): Validation {
  if (typeof value !== 'boolean') return { ok: false, type: 'invalid_option' }
  return field.validations.required && !value ? { ok: false, type: 'required' } : { ok: true, value }
}

function validateChoices(field: Field, value: Value): Validation {
  if (!Array.isArray(value) || value.some((each) => !isChoice(field, each)))
    return { ok: false, type: 'invalid_option' }
  const chosen = [...new Set(value)]
  const { min, max } = field.validations
  return (min !== null && chosen.length < min) || (max !== null && chosen.length > max)
    ? { ok: false, type: 'out_of_range' }
    : { ok: true, value: chosen }
}

function validateAddress(value: Value): Validation {
  const address = z.safeParse(AddressInput, value)
  if (address.success) return { ok: true, value: address.data }
  const code = address.error.issues[0]?.message
  return { ok: false, type: code === 'too_long' || code === 'required' ? code : 'invalid_parameter' }
}

/** A signature is the typed name of a person who may sign. */
function validateSignature(value: Value, maySign: AnswerContext['maySign']): Validation {
  const name = typeof value === 'object' && value !== null && !Array.isArray(value) ? value['name'] : null
  if (typeof name !== 'string' || name.trim() === '') return { ok: false, type: 'required' }
  return maySign(name) ? { ok: true, value: { name: name.trim() } } : { ok: false, type: 'invalid_parameter' }
}
