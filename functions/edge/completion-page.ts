import type { Context } from 'hono'
import { html } from 'hono/html'
import { ApiError } from '../contract/api-error.ts'
import { answerField } from '../contract/booking/answer-fields.ts'
import type { Language } from '../contract/field-rules.ts'
import type { Field } from '../contract/offering/event.ts'
import { isCharge } from '../contract/money/order.ts'
import { bookingLinkWords } from '../contract/sentences/booking-link-words.ts'
import { chargeWords } from '../contract/sentences/charge-words.ts'
import { localize } from '../contract/texts.ts'
import { findFeedbackPage } from '../contact/feedback/show-feedback.ts'
import {
  checkBirth,
  completeBooking,
  type Completion,
  findCompletion,
  isComplete,
  type OpenPlace,
  payCompletion,
} from '../organisation/desk/complete-booking.ts'
import type { Worker } from '../platform/context.ts'
import { limitedByAddress } from '../platform/middleware/rate-limit.ts'
import { personFieldset, questionControl, readPeople } from './completion-controls.ts'
import { edgeField, edgePage, type Html, languageOf, limitReachedPage } from './edge-page.ts'
import { type Fields, readFormWithFiles, textOf } from './read-form.ts'

type Program = NonNullable<Awaited<ReturnType<typeof findFeedbackPage>>>['program']
type Page = { program: Program; language: Language; own: string }
const limited = limitedByAddress('desk')

/**
 * `/pg/{program_id}/complete?token=…`: what a family still answers of a booking by staff, and its payment. The signed
 * token and a date of birth authenticate; no cookie is read. GET asks for the date and changes nothing. Null for an
 * unknown program and other methods.
 */
export async function answerCompletion(c: Context<Worker>): Promise<Response | null> {
  const { method } = c.req
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') return null
  const refused = await limitReachedPage(c, limited)
  if (refused) return refused
  const program_id = c.req.param('program_id') ?? ''
  const token = (c.req.query('token') ?? '').slice(0, 300)
  const program = (await findFeedbackPage(c.var.ctx, { program_id, code: '' }))?.program
  if (!program) return null
  const language = languageOf(c, program.language)
  const query = new URLSearchParams({ token, lang: language })
  const own = `/pg/${encodeURIComponent(program_id)}/complete?${query}`
  const page = { program: { ...program, ...localize(program, language) }, language, own }
  const completion = await findCompletion(c.var.ctx, { program_id, token })
  if (!completion) return unknown(page, token === '' ? 200 : 404)
  return method === 'POST' ? act(c, page, completion) : birthForm(page, completion, null)
}

async function act(c: Context<Worker>, page: Page, completion: Completion): Promise<Response> {
  const { ctx } = c.var
  const { fields, files } = await readFormWithFiles(c.req.raw)
  const bornOn = textOf(fields, 'born_on').trim()
  const action = textOf(fields, 'action')
  try {
    if (action === 'pay') return toPayment(page, completion, await payCompletion(ctx, completion, bornOn))
    if (action !== 'save') {
      await checkBirth(ctx, completion, bornOn)
      return form(page, completion, { fields: {}, bornOn, error: null })
    }
    const people = readPeople(completion.people, { fields, language: page.language })
    await completeBooking(ctx, completion, { fields, files, people, bornOn })
    // A date of birth that was missing is now the one that the page asks for.
    const birth = bornOn || [...people.values()].flatMap(({ date_of_birth }) => date_of_birth ?? [])[0] || ''
    const again = await findCompletion(ctx, {
      program_id: page.program.id,
      token: (c.req.query('token') ?? '').slice(0, 300),
    })
    return again ? form(page, again, { fields: {}, bornOn: birth, error: null }) : unknown(page, 404)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code >= 500) throw error
    if (error.detail.param === 'born_on' || error.type === 'too_many_requests')
      return birthForm(page, completion, error)
    return form(page, completion, { fields, bornOn, error })
  }
}

/** The heading of a booking; of a charge, what it is for. */
const titleOf = ({ program, language }: Page, { order }: Completion): { title: string; lead: string } => {
  const words = bookingLinkWords[language].page
  const charge = order.items.find(isCharge)
  if (!charge) return { title: words.title, lead: words.lead(program.name) }
  return { title: charge.product_name, lead: chargeWords[language].page(program.name, charge.product_name) }
}

const heading = ({ title, lead }: ReturnType<typeof titleOf>): Html =>
  html`<div class="stack"><h1>${title}</h1><p>${lead}</p></div>`

/** Asks for the date of birth, before anything of the booking is shown. */
function birthForm(page: Page, completion: Completion, refusal: ApiError | null): Promise<Response> {
  const words = bookingLinkWords[page.language].page
  const head = titleOf(page, completion)
  const { places } = completion
  const knows = places.some(({ registration }) => registration.attendee_profile.date_of_birth !== null)
  const isWrong = refusal?.detail.param === 'born_on'
  const error = refusal && (isWrong ? words.bornWrong : (refusal.detail.message ?? words.bornWrong))
  const dateOfBirth = edgeField({
    ...{ id: 'born_on', name: 'born_on', label: words.born, hint: words.bornHint, error },
    ...{ maxLength: 10, isRequired: true, autocomplete: 'off' },
  })
  return edgePage(page, {
    title: head.title,
    status: refusal?.code ?? 200,
    main: html`${heading(head)}<form class="stack loose" method="post" action="${page.own}" novalidate>${knows ? dateOfBirth : ''}<p class="row"><button class="btn">${words.next}</button></p></form>`,
  })
}

type Shown = { fields: Fields; bornOn: string; error: ApiError | null }

/** The missing fields of every person and the open questions of every place, or the payment once all are answered. */
function form(page: Page, completion: Completion, { fields, bornOn, error }: Shown): Promise<Response> {
  const words = bookingLinkWords[page.language].page
  const { order, amountDue } = completion
  const head = titleOf(page, completion)
  const born = html`<input type="hidden" name="born_on" value="${bornOn}">`
  const alert = error ? html`<p class="error" role="alert">${messageOf(page, error)}</p>` : ''
  const isOpen = !isComplete(completion)
  const open = completion.places.filter(({ questions, needsWaiver }) => questions.length > 0 || needsWaiver)
  const hasFile = open.some((place) => place.questions.some(({ type }) => type === 'file'))
  const errorOf = (name: string) => error?.detail.errors?.find(({ param }) => param === name)?.message ?? null
  const people = completion.people.map((person) => personFieldset(page.language, person, { fields, errorOf }))
  const questions = html`<form class="stack loose" method="post" action="${page.own}"${hasFile ? html` enctype="multipart/form-data"` : ''} novalidate>${born}<input type="hidden" name="action" value="save">${people}${open.map((place) => placeFields(page, place, { fields, error }))}<p class="row"><button class="btn">${words.save}</button></p></form>`
  const pay = html`<form class="stack" method="post" action="${page.own}">${born}<input type="hidden" name="action" value="pay"><p class="row"><button class="btn">${words.pay(order.amount_due.display)}</button></p></form>`
  const rest =
    amountDue > 0
      ? html`<p role="status">${words.done}</p>${pay}`
      : html`<p role="status">${words.done} ${order.status === 'paid' ? words.paid : ''}</p>`
  return edgePage(page, {
    title: head.title,
    status: error?.code ?? 200,
    main: html`${heading(head)}${alert}${isOpen ? questions : rest}`,
  })
}

const messageOf = ({ language }: Page, error: ApiError): string =>
  error.type === 'waiver_required'
    ? bookingLinkWords[language].page.waiverMissing
    : (error.detail.message ?? error.type)

function placeFields(
  page: Page,
  { registration, questions, needsWaiver }: OpenPlace,
  { fields, error }: Pick<Shown, 'fields' | 'error'>,
): Html {
  const words = bookingLinkWords[page.language].page
  const { event, attendee_profile: person, id } = registration
  const { waiver } = event
  const errorOf = (field: Field) =>
    error?.detail.errors?.find(({ param }) => param.includes(`[${field.id}]`))?.message ?? null
  const accept =
    waiver && needsWaiver
      ? html`<div class="stack"><h3>${waiver.title}</h3><div class="stack">${waiver.text.split('\n').map((line) => html`<p>${line}</p>`)}</div><label class="choice"><input type="checkbox" name="${id}.waiver" value="on"> <span>${words.waiver(waiver.title)}</span></label></div>`
      : ''
  return html`<section class="stack loose"><h2>${person.first_name} · ${event.name}</h2>${questions.map((field) => questionControl(page.language, { field, name: `${id}.${answerField(field)}`, fields, error: errorOf(field) }))}${accept}</section>`
}

/** A link and not a redirect, because the form of this page may only lead to this site. */
function toPayment(page: Page, completion: Completion, address: string): Promise<Response> {
  const words = bookingLinkWords[page.language].page
  const head = titleOf(page, completion)
  return edgePage(page, {
    title: head.title,
    main: html`${heading(head)}<p class="row"><a class="btn" href="${address}">${words.toPayment}</a></p>`,
  })
}

/** The page of a link that is forged or expired. */
export function unknown(page: Page, status: number): Promise<Response> {
  const words = bookingLinkWords[page.language].page
  return edgePage(page, {
    title: words.unknown,
    status,
    main: html`<div class="stack"><h1>${words.unknown}</h1><p>${words.unknownText}</p></div>`,
  })
}
