import type { Context } from 'hono'
import { html } from 'hono/html'
import { ApiError } from '../contract/api-error.ts'
import type { Language } from '../contract/field-rules.ts'
import { ClaimCustomerRequest } from '../contract/organisation/customer-merge.ts'
import { bookingLinkWords } from '../contract/sentences/booking-link-words.ts'
import { customerMergeWords } from '../contract/sentences/customer-merge-words.ts'
import { errorSentence } from '../contract/sentences/sentence.ts'
import { localize } from '../contract/texts.ts'
import { findFeedbackPage } from '../contact/feedback/show-feedback.ts'
import { claimCustomer, readClaim } from '../organisation/families/claim-customer.ts'
import { identityFromCookie } from '../people/accounts/cookie-identity.ts'
import { actAs, type CustomerContext, type Worker } from '../platform/context.ts'
import { limitedByAddress } from '../platform/middleware/rate-limit.ts'
import { unknown } from './completion-page.ts'
import { edgeField, edgePage, type Html, languageOf, limitReachedPage, programAddress } from './edge-page.ts'
import { readForm, textOf } from './read-form.ts'

type Program = NonNullable<Awaited<ReturnType<typeof findFeedbackPage>>>['program']
type Page = { program: Program; language: Language; own: string }
const limited = limitedByAddress('desk')

/**
 * `/pg/{program_id}/join?token=…`: the owner of an account adds what the organisation booked for them under another
 * record. GET changes nothing. The token works for one account only, so another site cannot post it for someone else.
 * Null for an unknown program and other methods.
 */
export async function answerJoin(c: Context<Worker>): Promise<Response | null> {
  const { method } = c.req
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') return null
  const refused = await limitReachedPage(c, limited)
  if (refused) return refused
  const program_id = c.req.param('program_id') ?? ''
  const token = (c.req.query('token') ?? '').slice(0, 300)
  const program = (await findFeedbackPage(c.var.ctx, { program_id, code: '' }))?.program
  if (!program) return null
  const language = languageOf(c, program.language)
  const own = `/pg/${encodeURIComponent(program_id)}/join?${new URLSearchParams({ token, lang: language })}`
  const page = { program: { ...program, ...localize(program, language) }, language, own }
  const claim = await readClaim(c.var.ctx, token)
  if (claim?.program_id !== program_id) return unknown(page, token === '' ? 200 : 404)
  const visitor = await identityFromCookie(c.var.ctx, c.req.raw)
  if (visitor?.identity.user_id !== claim.user_id) return logInFirst(page)
  if (method !== 'POST') return form(page, null)
  const ctx = actAs(c.var.ctx, { type: 'customer', ...visitor.identity }) as CustomerContext
  return join(page, ctx, { token, fields: await readForm(c.req.raw) })
}

async function join(
  page: Page,
  ctx: CustomerContext,
  { token, fields }: { token: string; fields: Record<string, unknown> },
): Promise<Response> {
  const link = textOf(fields, 'completion').trim().slice(0, 600)
  const completion_token = link === '' ? undefined : (tokenOf(link) ?? 'unknown')
  const born_on = textOf(fields, 'born_on').trim() || undefined
  const proof = ClaimCustomerRequest.safeParse({ token, born_on, completion_token })
  if (!proof.success) return form(page, new ApiError('invalid_date', { param: 'born_on' }))
  try {
    await claimCustomer(ctx, proof.data)
    return done(page)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code >= 500) throw error
    return form(page, error)
  }
}

/** The token of a link that completes a booking; null for another text. */
const tokenOf = (link: string): string | null => (URL.canParse(link) ? new URL(link).searchParams.get('token') : null)

const headingOf = ({ program, language }: Page): Html => {
  const words = customerMergeWords[language].page
  return html`<div class="stack"><h1>${words.title}</h1><p>${words.lead(program.name)}</p></div>`
}

function form(page: Page, refusal: ApiError | null): Promise<Response> {
  const words = customerMergeWords[page.language].page
  const { born, bornHint, bornWrong } = bookingLinkWords[page.language].page
  const sentence = refusal && (refusal.detail.message ?? errorSentence(refusal.type, page.language))
  const isBirth = refusal?.detail.param === 'born_on'
  const isLink = refusal?.detail.param === 'completion_token'
  const alert = sentence && !isBirth && !isLink ? html`<p class="error" role="alert">${sentence}</p>` : ''
  const fields = [
    edgeField({
      ...{ id: 'born_on', name: 'born_on', label: born, hint: bornHint, error: isBirth ? bornWrong : null },
      ...{ maxLength: 10, autocomplete: 'off' },
    }),
    edgeField({
      ...{ id: 'completion', name: 'completion', label: words.completion, error: isLink ? sentence : null },
      ...{ maxLength: 600, autocomplete: 'off' },
    }),
  ]
  return edgePage(page, {
    title: words.title,
    status: refusal?.code ?? 200,
    main: html`${headingOf(page)}${alert}<form class="stack loose" method="post" action="${page.own}" novalidate>${fields}<p class="row"><button class="btn">${words.join}</button></p></form>`,
  })
}

/** Leads to the log-in, which returns to this page. */
function logInFirst(page: Page): Promise<Response> {
  const words = customerMergeWords[page.language].page
  const logIn = `${programAddress(page, '/login')}&${new URLSearchParams({ goto: page.own })}`
  return edgePage(page, {
    title: words.title,
    main: html`${headingOf(page)}<p>${words.logIn}</p><p class="row"><a class="btn" href="${logIn}">${words.open}</a></p>`,
  })
}

function done(page: Page): Promise<Response> {
  const words = customerMergeWords[page.language].page
  return edgePage(page, {
    title: words.title,
    main: html`<h1>${words.title}</h1><p role="status">${words.done}</p><p class="row"><a class="btn" href="${programAddress(page, '/profile')}">${words.toAccount}</a></p>`,
  })
}
