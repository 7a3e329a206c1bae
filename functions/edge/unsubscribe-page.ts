import type { Context } from 'hono'
import { html } from 'hono/html'
import * as z from 'zod/mini'
import { ApiError } from '../contract/api-error.ts'
import { type Language, maskedEmail } from '../contract/field-rules.ts'
import { reasonOtherLength, UnsubscribeLinkRequest, UnsubscribeRequest } from '../contract/contact/marketing.ts'
import { marketingWords } from '../contract/sentences/marketing-words.ts'
import { localize } from '../contract/texts.ts'
import type { Worker } from '../platform/context.ts'
import { requestUnsubscribeLink } from '../contact/marketing/request-unsubscribe-link.ts'
import { findSubscriptionPage, type Subscription } from '../contact/marketing/show-subscription.ts'
import { subscribe } from '../contact/marketing/subscribe.ts'
import { unsubscribe } from '../contact/marketing/unsubscribe.ts'
import { limitedByAddress } from '../platform/middleware/rate-limit.ts'
import { refusalOfIssues } from '../platform/middleware/validate.ts'
import {
  discountIn,
  edgeField,
  edgePage,
  type Html,
  languageOf,
  programAddress,
  limitReachedPage,
} from './edge-page.ts'
import { type Fields, readForm, textOf } from './read-form.ts'

type Page = {
  program: Subscription['program']
  language: Language
  /** The URLs to which the forms post: this page with its token, and without. */
  own: string
  byAddress: string
  discount: string | null
}
const limited = limitedByAddress('unsubscribe_link')

/**
 * `/pg/{program_id}/unsubscribe`: GET never changes anything; POST acts. A mail client's one-click POST (RFC 8058) has
 * no cookies and gets a short text; a person's form gets a page. Only the token authenticates: no cookie is read, and an
 * address in the body is ignored. Null for an unknown program and other methods.
 */
export async function answerUnsubscribe(c: Context<Worker>): Promise<Response | null> {
  const { method } = c.req
  if (method === 'GET' || method === 'HEAD') return show(c)
  if (method !== 'POST') return null
  const fields = await readForm(c.req.raw)
  const token = c.req.query('token')
  if (textOf(fields, 'List-Unsubscribe') === 'One-Click') return answerOneClick(c, token)
  return token === undefined ? sendLink(c, fields) : act(c, { fields, token })
}

async function show(c: Context<Worker>): Promise<Response | null> {
  const token = c.req.query('token')
  const loaded = await findSubscriptionPage(c.var.ctx, {
    program_id: c.req.param('program_id') ?? '',
    token: token ?? '',
  })
  if (!loaded) return null
  const page = pageOf(c, loaded.program, loaded.subscription)
  if (!loaded.subscription)
    return formByAddress(page, { isUnknown: token !== undefined, status: token === undefined ? 200 : 400 })
  return loaded.subscription.profile.is_subscribed
    ? question(page, loaded.subscription, { fields: {}, error: null })
    : stopped(page, loaded.subscription)
}

async function answerOneClick(c: Context<Worker>, token: string | undefined): Promise<Response> {
  const language = languageOf(c)
  const { oneClick, oneClickUnknown } = marketingWords[language].page
  const headers = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }
  try {
    await unsubscribe(c.var.ctx, {
      program_id: c.req.param('program_id') ?? '',
      token: token ?? '',
      reason: 'unspecified',
    })
  } catch (error) {
    if (!(error instanceof ApiError) || error.type !== 'token_invalid') throw error
    return c.text(`${oneClickUnknown}\n`, 400, headers)
  }
  return c.text(`${oneClick}\n`, 200, headers)
}

/** Handles a person's form with a token. */
async function act(c: Context<Worker>, { fields, token }: { fields: Fields; token: string }): Promise<Response | null> {
  const { ctx } = c.var
  const program_id = c.req.param('program_id') ?? ''
  const reason = textOf(fields, 'reason') || 'unspecified'
  const reason_other = reason === 'other' ? textOf(fields, 'reason_other') : null
  try {
    if (textOf(fields, 'action') === 'subscribe') {
      const current = await subscribe(ctx, { program_id, token })
      return back(pageOf(c, current.program, current))
    }
    const input = { program_id, token, reason, reason_other }
    const read = z.safeParse(UnsubscribeRequest, input)
    if (!read.success) throw refusalOfIssues(read.error.issues, input, { target: 'json', language: languageOf(c) })
    const current = await unsubscribe(ctx, read.data)
    return stopped(pageOf(c, current.program, current), current)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code >= 500) throw error
    const loaded = await findSubscriptionPage(ctx, { program_id, token })
    if (!loaded) return null
    const page = pageOf(c, loaded.program, loaded.subscription)
    if (!loaded.subscription) return formByAddress(page, { isUnknown: true, status: 400 })
    if (error.type === 'email_not_verified') return suppressed(page)
    return question(page, loaded.subscription, { fields, error: error.detail.message ?? null })
  }
}

/** Handles the form with an address; the response is the same for every address. */
async function sendLink(c: Context<Worker>, fields: Fields): Promise<Response | null> {
  const refused = await limitReachedPage(c, limited)
  if (refused) return refused
  const program_id = c.req.param('program_id') ?? ''
  const input = { program_id, email: textOf(fields, 'email') }
  const read = z.safeParse(UnsubscribeLinkRequest, input)
  if (!read.success) {
    const loaded = await findSubscriptionPage(c.var.ctx, { program_id, token: '' })
    if (!loaded) return null
    const page = pageOf(c, loaded.program, null)
    const { detail } = refusalOfIssues(read.error.issues, input, { target: 'json', language: page.language })
    return formByAddress(page, { isUnknown: false, status: 400, email: input.email, error: detail.message ?? null })
  }
  const program = await requestUnsubscribeLink(c.var.ctx, read.data)
  if (!program) return null
  const page = pageOf(c, program, null)
  const { page: words } = marketingWords[page.language]
  return edgePage(page, {
    title: words.sentTitle,
    main: html`<div class="stack" role="status"><h1>${words.sentTitle}</h1><p>${words.sent(page.program.name)}</p></div>
<p><a class="btn quiet" href="${programAddress(page)}">${words.toProgram(page.program.name)}</a></p>`,
  })
}

function pageOf(c: Context<Worker>, program: Page['program'], subscription: Subscription | null): Page {
  const language = languageOf(c, subscription?.user.language, program.language)
  const token = c.req.query('token')
  const discount = discountIn(c)
  const code: Record<string, string> = discount === null ? {} : { discount }
  const path = `/pg/${encodeURIComponent(program.id)}/unsubscribe`
  const address = (query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`
  return {
    program: { ...program, ...localize(program, language) },
    language,
    own: address({ ...(token === undefined ? {} : { token }), ...code, lang: language }),
    byAddress: address({ ...code, lang: language }),
    discount,
  }
}

/** Asks for confirmation, with the reasons. */
function question(page: Page, { user }: Subscription, { fields, error }: { fields: Fields; error: string | null }) {
  const { page: words } = marketingWords[page.language]
  const chosen = textOf(fields, 'reason')
  return edgePage(page, {
    title: words.title,
    status: error === null ? 200 : 400,
    main: html`<div class="stack"><h1>${words.heading(page.program.name)}</h1><p>${words.forAddress(maskedEmail(user.email))} ${words.stays}</p></div>
<form class="stack loose" method="post" action="${page.own}">
<fieldset class="stack"><legend>${words.why} <small class="muted">${words.optional}</small></legend>
${Object.entries(words.reasons).map(([reason, label]) => html`<label class="choice"><input type="radio" name="reason" value="${reason}"${reason === chosen ? html` checked` : ''}> <span>${label}</span></label>`)}</fieldset>
${edgeField({ id: 'reason-other', name: 'reason_other', label: words.words, hint: words.wordsHint, value: textOf(fields, 'reason_other'), maxLength: reasonOtherLength, error })}
<p class="row"><button class="btn">${words.stop}</button> <a class="btn plain" href="/pg/${page.program.id}/profile/preferences?lang=${page.language}">${words.topics}</a></p>
</form>
<p class="fine muted">${words.atOnce}</p>`,
  })
}

const subscribeForm = (page: Page): Html => {
  const { page: words } = marketingWords[page.language]
  return html`<form class="stack" method="post" action="${page.own}"><input type="hidden" name="action" value="subscribe"><p>${words.againHint}</p><p class="row"><button class="btn quiet">${words.again}</button></p></form>`
}

/** Confirms that no news is sent, and offers to subscribe again. */
function stopped(page: Page, subscription: Subscription) {
  const { page: words } = marketingWords[page.language]
  return edgePage(page, {
    title: words.doneTitle,
    main: html`<div class="stack" role="status"><h1>${words.done(page.program.name)}</h1><p>${words.forAddress(maskedEmail(subscription.user.email))} ${words.doneText}</p></div>
${subscribeForm(page)}`,
  })
}

/** Confirms that news is sent again, and explains how to stop it. */
function back(page: Page) {
  const { page: words } = marketingWords[page.language]
  return edgePage(page, {
    title: words.backTitle,
    main: html`<div class="stack" role="status"><h1>${words.back(page.program.name)}</h1><p>${words.backText}</p></div>
<form method="post" action="${page.own}"><p class="row"><button class="btn quiet">${words.stop}</button></p></form>`,
  })
}

/** Explains the steps before news can be sent to a suppressed address. */
function suppressed(page: Page) {
  const { page: words } = marketingWords[page.language]
  return edgePage(page, {
    title: words.doneTitle,
    status: 403,
    main: html`<div class="stack" role="alert"><h1>${words.done(page.program.name)}</h1><p>${words.suppressed}</p></div>
<p><a class="btn" href="${programAddress(page, '/verify')}">${words.toAccount}</a></p>`,
  })
}

/** The form of a reader with an unknown link, or without one. */
function formByAddress(
  page: Page,
  input: { isUnknown: boolean; status: number; email?: string; error?: string | null },
) {
  const { page: words } = marketingWords[page.language]
  const { name } = page.program
  return edgePage(page, {
    title: words.title,
    status: input.status,
    main: html`<div class="stack"><h1>${input.isUnknown ? words.unknown : words.byAddressTitle(name)}</h1><p>${words.unknownText}</p></div>
<form class="stack loose" method="post" action="${page.byAddress}" novalidate>
${edgeField({ id: 'email', name: 'email', label: words.email, type: 'email', value: input.email ?? '', maxLength: 254, isRequired: true, error: input.error ?? null, autocomplete: 'email' })}
<p class="row"><button class="btn">${words.send}</button></p>
</form>`,
  })
}
