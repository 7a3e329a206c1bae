import { type Fields, isTicked } from '../read-form.ts'
import type { FormPost } from './form.ts'

/** The named fields that are not empty. */
export const filled = (post: FormPost, ...names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, post.text(name)]).filter(([, text]) => text?.trim() !== ''))

/** The named fields, an empty or missing one as empty text. */
export const texts = (post: FormPost, ...names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, post.text(name)]))

/** The named fields that the form has, null where one is empty. */
export const orNull = (post: FormPost, ...names: readonly string[]): Fields =>
  Object.fromEntries(
    names
      .filter((name) => name in post.fields)
      .map((name) => [name, post.text(name).trim() === '' ? null : post.text(name)]),
  )

/** The amount that the page showed, in minor units, so that another one is refused; nothing where it is none. */
export function expectedAmount(post: FormPost): { expected_amount?: number } {
  const text = post.text('expected_amount')
  return /^\d{1,12}$/.test(text) ? { expected_amount: Number(text) } : {}
}

/** What the browser made or signed, as script put it into the form; null where it is no JSON, which the API refuses. */
export function credentialOf(post: FormPost): unknown {
  try {
    return JSON.parse(post.text('passkey'))
  } catch {
    return null
  }
}

/** A yes or no to the program's news where it is another than before. */
export function saveNews(post: FormPost): Promise<Response> | null {
  const is_subscribed = isTicked(post.fields, 'is_subscribed')
  if (is_subscribed === isTicked(post.fields, 'was_subscribed')) return null
  return post.also('POST /v1/profile/programs/:program_id', { is_subscribed })
}

/** The key that its page gave the form. */
export const ownKey = (post: FormPost): string =>
  post
    .text('key')
    .replace(/[^\w-]/g, '')
    .slice(0, 64)
