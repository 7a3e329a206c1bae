import { expect, it } from 'vitest'
import {
  fieldNames,
  fieldsOfForm,
  mergedFieldNames,
  personFields,
  sealedFields,
} from '#contract/people/attendee-fields'
import { languages } from '#contract/field-rules'
import { textIn } from '../../../locales/choose-language.ts'
import { withoutSensitive } from '../../../stores/booking/form-draft.ts'
import { emergencyIds, hintOf, labelOf, personalIds, suggestionsOf } from './member-fields.ts'
import { mergeLabel } from './merge-rows.ts'

it.each(languages)('every field has a label, a hint, suggestions and words for a merge in %s', (language) => {
  const text = textIn(language)
  for (const field of fieldsOfForm('personal', 'emergency', 'health')) {
    const { hint, suggestions, isAlwaysRequired } = personFields[field].form as {
      hint?: string
      suggestions?: string
    } & {
      isAlwaysRequired?: true
    }
    expect([field, labelOf(text, field)]).toEqual([field, expect.stringMatching(/^(?!undefined)./)])
    expect([field, hintOf(text, field)]).toEqual([field, hint ? expect.stringMatching(/^(?!undefined)./) : null])
    expect([field, suggestionsOf(text, field).length > 0]).toEqual([field, suggestions !== undefined])
    if (isAlwaysRequired || personFields[field].isRequirable) expect(text.registration.enter).toHaveProperty(field)
  }
  for (const field of mergedFieldNames)
    expect([field, mergeLabel(text, field)]).toEqual([field, expect.stringMatching(/^(?!undefined)./)])
})

it('every field with a control is linked from the summary of errors', () => {
  const text = textIn('en')
  const linked = Object.keys({ ...personalIds(text), ...emergencyIds(text) })
  expect(linked).toEqual(['relation', ...fieldNames.filter((name) => personFields[name].form !== null)])
})

it('a health text is never stored on a device', () => {
  const typed = Object.fromEntries(sealedFields.map((name) => [name, 'Asthma']))
  expect(withoutSensitive(typed)).toEqual({})
})
