import type { FormFailure } from '../../../api/page-request.ts'
import type { Text } from '../../../locales/choose-language.ts'
import { fieldError, typedIn } from '../../people/account/form-words.ts'

/** A refused message: the wrong field, the typed text, and the stored file. */
export type RefusedMessage = {
  failure: FormFailure | null
  error: (param: 'body' | 'subject' | 'file') => string | null
  typed: (name: string, otherwise?: string) => string
  kept: { id: string; name: string } | null
}

export function refusedMessage(refused: FormFailure | null, { errors }: Text['messages']): RefusedMessage {
  const failure = refused && inPageWords(refused, errors)
  const typed = (name: string, otherwise = '') => typedIn(refused, name, otherwise)
  const id = typed('attachment')
  return {
    failure,
    error: (param) => fieldError(failure, param),
    typed,
    kept: id && refused?.param !== 'attachments' ? { id, name: typed('attachment_name') } : null,
  }
}

function inPageWords(refused: FormFailure, errors: Text['messages']['errors']): FormFailure {
  if (refused.type === 'too_many_requests') return { ...refused, message: errors.tooMany, errors: [] }
  const all =
    refused.errors.length > 0
      ? refused.errors
      : [{ type: refused.type, param: refused.param ?? '', message: refused.message }]
  const isOfFile = (type: string, param: string) => /^(?:file|attachments)$/.test(param) || /^file_/.test(type)
  return {
    ...refused,
    errors: all.map((error) => {
      if (isOfFile(error.type, error.param))
        return { ...error, param: 'file', message: error.type === 'file_not_found' ? error.message : errors.file }
      return error.param === 'body' && error.type === 'required' ? { ...error, message: errors.body } : error
    }),
  }
}
