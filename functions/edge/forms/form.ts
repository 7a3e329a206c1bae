import type { Context } from 'hono'
import type { Identity } from '../../platform/actor.ts'
import type { Visitor } from '../../people/accounts/cookie-identity.ts'
import type { FormFailure } from '../../contract/people/account.ts'
import type { Worker } from '../../platform/context.ts'
import type { Query } from '../form-answer.ts'
import type { Fields } from '../read-form.ts'

/** A form of the site: where it is posted to, which call of the API it makes with which fields, and where the browser goes next. */
export type Form = FormAction & {
  /** The address that it is posted to, as in `contract/site-pages.ts`. */
  path: string
  /** The name under which its page finds a refusal. */
  form: FormFailure['form']
  /** Who may send it. A `customer` (the default) without a session is led to the log-in and comes back; `anyone` may be logged in or not; for `nobody` no session is read. */
  sender?: 'customer' | 'anyone' | 'nobody'
  /** `file`: it brings one in its field `file`. `stream`: its body goes to the API as it comes in, unread. */
  reads?: 'file' | 'stream'
  /** Makes one field of several, such as a date of its day, month and year. */
  joins?: (fields: Fields) => Fields
  /** Its buttons, each with what differs; the first whose `when` fits was pressed. */
  actions?: readonly FormAction[]
}

/** What a button of a form does. What it leaves out is as the form has it. */
export type FormAction = {
  /** Fields that tell that this button was pressed: with this text, or with any where it is `true`. */
  when?: Readonly<Record<string, string | true>> | ((post: FormPost) => boolean)
  form?: FormFailure['form']
  /** The page that shows a refusal; by default it has the form's own address. */
  page?: string
  /** Fields that go into the address of that page, or its whole query. */
  back?: readonly string[] | ((post: FormPost) => Query)
  /** What the form refuses before any call. */
  refuses?: (post: FormPost) => Response | null
  /** The call of the API: `PUT /v1/profile/attendees/:attendee_id`, filled in from the address and the fields. A function where it takes several; without one the form only opens its page. */
  call?: string | ((post: FormPost) => Promise<Response>)
  /** The body of the call: the names of fields, or what is made of them. Without it the call has none. */
  body?: readonly string[] | ((post: FormPost) => unknown)
  /** By the same key a POST is made once, however often the button is pressed; by default the field `key`. */
  key?: (post: FormPost) => string
  /** A second call, made after the first was taken; null where there is none to make. */
  also?: (post: FormPost) => Promise<Response> | null
  /** The page to go on to; by default that of the form. */
  next?: string | ((post: FormPost, answered: Answered) => string | Promise<string>)
  /** What that page says is done. */
  saved?: string
  /** What else a taken form does; the cookies that it sets. */
  taken?: (post: FormPost, answered: Answered, answer: Response) => string[] | Promise<string[]>
  /** A refusal is answered with the page itself, so that a long text is not lost with script off. */
  showsAgain?: true
  /** `asIs`: script sends it, and gets what the API answered. `none`: script gets no body, what it needs is a cookie. */
  answers?: 'asIs' | 'none'
}

/** What the API answered a call that it took: `never`, so that each function may name the body that its own call has. */
export type Answered = never

/** A form as it was posted. */
export type FormPost = Readonly<{
  c: Context<Worker>
  fields: Fields
  file: File | null
  /** What the address has under a name, else the text of a field; empty where there is none. */
  text: (name: string) => string
  /** The field `goto` where it leads to a page of this site, else empty. */
  goto: string
  /** The visitor who sent it, by the cookie. It speaks only for forms that this site's own pages post. */
  visitor: () => Promise<Visitor | null>
  /** The address of a page, filled in as a call is. */
  page: (path: string, query?: Query) => string
  /** Makes the call that the form is for, once for one key. Its refusals are in the language of the page. */
  send: (call: string, body?: unknown, options?: { key?: string; language?: string | null }) => Promise<Response>
  /** Makes a call besides it, without its key. */
  also: (call: string, body?: unknown, identity?: Identity | null) => Promise<Response>
}>
