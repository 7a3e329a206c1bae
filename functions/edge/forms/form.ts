import type { Context } from 'hono'
import type { Identity } from '../../platform/actor.ts'
import type { Visitor } from '../../people/accounts/cookie-identity.ts'
import type { FormFailure } from '../../contract/people/account.ts'
import type { Worker } from '../../platform/context.ts'
import type { Query } from '../form-answer.ts'
import type { Fields } from '../read-form.ts'

/** A form of the site: its address, the API call with its fields, and the next page. */
export type Form = FormAction & {
  /** The address that it is posted to, from `contract/site-pages.ts`. */
  path: string
  /** The name under which its page finds an error. */
  form: FormFailure['form']
  /**
   * Who may send it. A `customer` (default) without a session goes to the log-in and returns; `anyone` may be logged in
   * or not; with `anonymous` the session is not read.
   */
  sender?: 'customer' | 'anyone' | 'anonymous'
  /** `file`: it has a file in its field `file`. `stream`: its body is passed to the API unread. */
  reads?: 'file' | 'stream'
  /** Joins several fields into one, such as day, month and year into a date. */
  joins?: (fields: Fields) => Fields
  /** Its buttons with their overrides; the first whose `when` matches was pressed. */
  actions?: readonly FormAction[]
}

/** The effect of a form's button; omitted properties are those of the form. */
export type FormAction = {
  /** Fields that identify the pressed button: with this text, or with any text for `true`. */
  when?: Readonly<Record<string, string | true>> | ((post: FormPost) => boolean)
  form?: FormFailure['form']
  /** The page that shows an error; default: the form's own address. */
  page?: string
  /** Fields for the query of that page, or its whole query. */
  back?: readonly string[] | ((post: FormPost) => Query)
  /** The form's own validation before any call. */
  refuses?: (post: FormPost) => Response | null
  /**
   * The API call, such as `PUT /v1/profile/attendees/:attendee_id`, filled in from the address and the fields. A
   * function for several calls; without one the form only opens its page.
   */
  call?: string | ((post: FormPost) => Promise<Response>)
  /** The body of the call: names of fields, or a function that builds it. Omitted for a call without a body. */
  body?: readonly string[] | ((post: FormPost) => unknown)
  /** The idempotency key of a POST; default: the field `key`. */
  key?: (post: FormPost) => string
  /** A second call after the first succeeded, or null. */
  also?: (post: FormPost) => Promise<Response> | null
  /** The next page; default: the form's. */
  next?: string | ((post: FormPost, answered: Answered) => string | Promise<string>)
  /** The confirmation that the next page shows. */
  saved?: string
  /** Further effects of an accepted form; returns the cookies to set. */
  taken?: (post: FormPost, answered: Answered, answer: Response) => string[] | Promise<string[]>
  /** A rejection is answered with the page itself, so that a long text is not lost without script. */
  showsAgain?: true
  /** `asIs`: a script sends it, and gets the API's response. `none`: the script gets no body, only a cookie. */
  answers?: 'asIs' | 'none'
}

/** The body of a successful call: `never`, so that each function may declare its own call's type. */
export type Answered = never

/** A posted form. */
export type FormPost = Readonly<{
  c: Context<Worker>
  fields: Fields
  file: File | null
  /** A path parameter, or else a field's text; empty when missing. */
  text: (name: string) => string
  /** The field `goto` if it leads to a page of this site; otherwise empty. */
  goto: string
  /** The visitor, from the cookie; trusted only for posts from this site's own pages. */
  visitor: () => Promise<Visitor | null>
  /** The address of a page, filled in like a call. */
  page: (path: string, query?: Query) => string
  /** Makes the form's call, once per key. Error texts are in the page's language. */
  send: (call: string, body?: unknown, options?: { key?: string; language?: string | null }) => Promise<Response>
  /** Makes a further call without the key. */
  also: (call: string, body?: unknown, identity?: Identity | null) => Promise<Response>
}>
