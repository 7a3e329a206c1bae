import type { Context } from 'hono'
import type { Identity } from '../../platform/actor.ts'
import type { Visitor } from '../../people/accounts/cookie-identity.ts'
import type { ApiError } from '../../contract/api-error.ts'
import type { FormFailure } from '../../contract/people/account.ts'
import type { Worker } from '../../platform/context.ts'
import type { BegunSession, Query } from '../form-answer.ts'
import type { Fields } from '../read-form.ts'

/** A form of the site: its URL, the API call with its fields, and the next page. */
export type Form = FormAction & {
  /** The path to which the form is posted, from `contract/site-pages.ts`. */
  path: string
  /** The name under which the page finds the error of this form. */
  form: FormFailure['form']
  /**
   * Who may send it. A `customer` (the default) without a session is sent to the log-in and returns; `anyone` may be
   * logged in or not; for `anonymous` the session is not read.
   */
  sender?: 'customer' | 'anyone' | 'anonymous'
  /**
   * `file`: the form has a file in its field `file`. `files`: it may have several, in fields of any name. `stream`: its
   * body is passed to the API unread. Each such form is in `fileFormPaths`.
   */
  reads?: 'file' | 'files' | 'stream'
  /** The field that keeps the text of the file, so that the page shows it again. */
  fileText?: string
  /** Joins several fields into one, such as day, month and year into a date. */
  joins?: (fields: Fields) => Fields
  /** The buttons with their overrides. The first button whose `when` matches was pressed. */
  actions?: readonly FormAction[]
}

/** The effect of a form's button. Omitted properties are those of the form. */
export type FormAction = {
  /** Fields that identify the pressed button: with this text, or with any text for `true`. */
  when?: Readonly<Record<string, string | true>> | ((post: FormPost) => boolean)
  form?: FormFailure['form']
  /** The page that shows an error; by default the form's own page. */
  page?: string
  /** The fields for the query of the form's page, or the whole query. */
  back?: readonly string[] | ((post: FormPost) => Query)
  /** The form's own validation before any API call. */
  refuses?: (post: FormPost) => Response | null
  /**
   * The API call, such as `PUT /v1/profile/attendees/:attendee_id`, filled in from the URL and the fields. A function
   * makes several calls. Without a call the form only opens its page.
   */
  call?: string | ((post: FormPost) => Promise<Response>)
  /** The body of the call: names of fields, or a function that builds it. Omitted for a call without a body. */
  body?: readonly string[] | ((post: FormPost) => unknown)
  /** The idempotency key of a POST; default: the field `key`. */
  key?: (post: FormPost) => string
  /** A second call after the first succeeded, or null. */
  also?: (post: FormPost) => Promise<Response> | null
  /** The next page; by default the form's page. */
  next?: string | ((post: FormPost, answered: CallBody) => string | Promise<string>)
  /** The confirmation that the next page shows. */
  saved?: string
  /** Further effects of an accepted form; returns the cookies to set. */
  taken?: (post: FormPost, answered: CallBody, answer: Response) => string[] | Promise<string[]>
  /**
   * A rejection is answered with the page itself, so that a long text is not lost without JavaScript. `whole`: the page
   * gets every field, health data included.
   */
  showsAgain?: true | 'whole'
  /** The button changes the form itself: the page is shown with the input, after the call if there is one. */
  redraws?: true
  /** What is stored before a button without a call shows the page again; returns a refusal, or null. */
  keeps?: (post: FormPost) => Promise<Response | null>
  /** `asIs`: JavaScript sends the form and gets the API's response. `none`: JavaScript gets no body, only a cookie. */
  answers?: 'asIs' | 'none'
}

/** The body of a successful call. Its type is `never`, so that each function may declare its own call's type. */
export type CallBody = never

/** A posted form. */
export type FormPost = Readonly<{
  c: Context<Worker>
  fields: Fields
  file: File | null
  /** The files of a form that `reads` several, by field. */
  files: ReadonlyMap<string, File>
  /** The reason why the text of the file cannot be kept, or null. */
  fileProblem: ApiError | null
  /** A path parameter, or else a field's text; empty when missing. */
  text: (name: string) => string
  /** The field `goto` if it leads to a page of this site; otherwise empty. */
  goto: string
  /** The visitor, from the cookie. Trusted only for forms from this site's own pages. */
  visitor: () => Promise<Visitor | null>
  /** The URL of a page, filled in like an API call. */
  page: (path: string, query?: Query) => string
  /** Makes the form's call, once per key. Error texts are in the page's language. */
  send: (call: string, body?: unknown, options?: { key?: string; language?: string | null }) => Promise<Response>
  /** Further calls are made in a session that the form began, and its cookies are set with every answer. */
  begin: (session: BegunSession) => void
  begun: () => BegunSession | null
  /** Makes a further call without the key. */
  also: (call: string, body?: unknown, identity?: Identity | null) => Promise<Response>
}>
