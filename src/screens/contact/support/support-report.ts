import { declineCodes } from '#contract/money/declines'
import { type ErrorType, errorNumbers } from '#contract/api-error'
import { declineSentence, errorSentence } from '#contract/sentences/sentence'
import type { SupportQuery } from '#contract/site-pages'
import { type IssueType, issueTypes, type SupportType, supportTypes } from '#contract/contact/support'
import type { FormFailure } from '../../../api/page-request.ts'
import type { Language } from '../../../locales/choose-language.ts'
import type { FailureToReport } from '../../../address.ts'

/** The failure that led to the form, with the sentence that the reader saw. */
export type ShownFailure = Required<FailureToReport> & { message: string }

/**
 * The failure in the form's URL. Its sentence is chosen by its type, so that a forged link cannot put its own words on
 * the page.
 */
export function failureFrom(query: SupportQuery, language: Language): ShownFailure | null {
  const type = query.get('type') ?? ''
  const message = sentenceOf(type, language)
  if (message === null) return null
  const path = query.get('path') ?? ''
  const param = query.get('param') ?? ''
  const timestamp = query.get('timestamp') ?? ''
  const code = Number(query.get('code'))
  return {
    type,
    message,
    code: Number.isInteger(code) && code >= 400 && code <= 599 ? code : null,
    param: /^[a-z0-9_.[\]-]{1,120}$/i.test(param) ? param : null,
    path: /^\/[\w/.~%-]{0,400}$/.test(path) ? path : null,
    timestamp: timestamp.length <= 40 && !Number.isNaN(Date.parse(timestamp)) ? timestamp : null,
  }
}

function sentenceOf(type: string, language: Language): string | null {
  if (Object.hasOwn(errorNumbers, type)) return errorSentence(type as ErrorType, language)
  if ((declineCodes as readonly string[]).includes(type)) return declineSentence(type, language)
  return type === 'unreachable' ? errorSentence('unavailable', language) : null
}

export type SupportTopic = { type: SupportType | null; issue: IssueType | null }

/** The likely topic of a report. The reader chose it, the link names it, or it is derived from the failure. */
export function topicOf(
  input: { typed: FormFailure['values'] | null; about: string | null },
  failure: Pick<ShownFailure, 'type' | 'code'> | null,
): SupportTopic {
  if (input.typed) {
    const type = supportTypes.find((each) => each === input.typed?.['type']) ?? null
    return { type, issue: type && issueNamed(type, input.typed[`issue_${type}`] ?? '') }
  }
  const [about = '', issue = ''] = (input.about ?? '').split('.')
  const named = supportTypes.find((each) => each === about)
  if (named) return { type: named, issue: issueNamed(named, issue) }
  return failure ? topicOfFailure(failure) : { type: null, issue: null }
}

const issueNamed = (type: SupportType, name: string): IssueType | null =>
  issueTypes[type].find((each) => each === name) ?? null

const signInFailures: Record<string, IssueType> = {
  bad_credentials: 'cannot_log_in',
  account_locked: 'cannot_log_in',
  link_expired: 'recovery_link_invalid',
  token_invalid: 'code_not_received',
}

function topicOfFailure({ type, code }: Pick<ShownFailure, 'type' | 'code'>): SupportTopic {
  const signIn = signInFailures[type]
  if (signIn) return { type: 'account_access', issue: signIn }
  if (code === 402) return { type: 'billing', issue: 'payment_failed' }
  return { type: 'problem', issue: 'page_error' }
}
