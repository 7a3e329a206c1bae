import { noLinkCodeLine } from '../../contract/money/link-code.ts'
import { type Fields, isTicked } from '../read-form.ts'
import type { FormPost } from './form.ts'

/** The named fields, without empty ones. */
export const filled = (post: FormPost, ...names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, post.text(name)]).filter(([, text]) => text?.trim() !== ''))

/** The texts of the named fields. An empty or missing field has an empty text. */
export const texts = (post: FormPost, ...names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, post.text(name)]))

/** The named fields of the form; an empty one as null. */
export const orNull = (post: FormPost, ...names: readonly string[]): Fields =>
  Object.fromEntries(
    names
      .filter((name) => name in post.fields)
      .map((name) => [name, post.text(name).trim() === '' ? null : post.text(name)]),
  )

/** The amount that the page showed, in minor units, so that a changed amount is rejected; empty without a valid one. */
export function expectedAmount(post: FormPost): { expected_amount?: number } {
  const text = post.text('expected_amount')
  return /^\d{1,12}$/.test(text) ? { expected_amount: Number(text) } : {}
}

/** The credential that script put into the form; null for invalid JSON, which the API rejects. */
export function credentialOf(post: FormPost): unknown {
  try {
    return JSON.parse(post.text('passkey'))
  } catch {
    return null
  }
}

/** Saves the consent to a program's news, if it changed. */
export function saveNews(post: FormPost): Promise<Response> | null {
  const is_subscribed = isTicked(post.fields, 'is_subscribed')
  if (is_subscribed === isTicked(post.fields, 'was_subscribed')) return null
  return post.also('POST /v1/profile/programs/:program_id', { is_subscribed })
}

/** The idempotency key in the form. */
export const ownKey = (post: FormPost): string =>
  post
    .text('key')
    .replace(/[^\w-]/g, '')
    .slice(0, 64)

/** Deletes the code of the link once a form has sent one. */
export const usedLinkCode = (post: FormPost): string[] =>
  post.text('code') === '' ? [] : [noLinkCodeLine(post.text('program_id'))]

/** What the ticked boxes of a list name: `event.evt_1` names `evt_1`. */
export const namesTicked = ({ fields }: FormPost, prefix: string): string[] =>
  Object.keys(fields)
    .filter((name) => name.startsWith(prefix) && isTicked(fields, name))
    .map((name) => name.slice(prefix.length))
