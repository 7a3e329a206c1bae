import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import * as z from 'zod/mini'
import { ApiError } from '../contract/api-error.ts'
import { dayMonth, type Locale, localeOf } from '../contract/date-format.ts'
import { commentsLength, feedbackDays, UpdateFeedbackRequest } from '../contract/contact/feedback.ts'
import type { Language } from '../contract/field-rules.ts'
import { feedbackWords } from '../contract/sentences/feedback-words.ts'
import { localize } from '../contract/texts.ts'
import { wallClock } from '../contract/wall-clock.ts'
import type { Worker } from '../platform/context.ts'
import { findFeedbackPage, showFeedback } from '../contact/feedback/show-feedback.ts'
import { submitFeedback } from '../contact/feedback/submit-feedback.ts'
import { limitedByAddress } from '../platform/middleware/rate-limit.ts'
import { refusalOfIssues } from '../platform/middleware/validate.ts'
import { discountIn, edgePage, type Html, languageOf, limitReachedPage } from './edge-page.ts'
import { type Fields, readForm, textOf } from './read-form.ts'
import { daysText } from '../contact/feedback/feedback-occasions.ts'

type Found = NonNullable<Awaited<ReturnType<typeof findFeedbackPage>>>
type Page = {
  program: Found['program']
  language: Language
  locale: Locale
  /** The URL of this page, with the code. */
  own: string
  discount: string | null
  now: number
}
const limited = limitedByAddress('feedback')
const ratings = [1, 2, 3, 4, 5]
const star = raw(
  '<svg class="vh" aria-hidden="true"><symbol id="i-star" viewBox="0 0 20 20"><path d="m10 3 2.2 4.5 4.9.7-3.55 3.45.85 4.9L10 14.25l-4.4 2.3.85-4.9L2.9 8.2l4.9-.7z"/></symbol></svg>',
)

/**
 * `/pg/{program_id}/feedback?code=…&rating=4`: GET preselects the rating of the mail and writes nothing; POST saves the
 * feedback. The code alone authenticates: no cookie is read. Unknown programs and other methods go to the next handler.
 */
export async function answerFeedback(c: Context<Worker>): Promise<Response | undefined> {
  const { method } = c.req
  if (method === 'POST') return (await limitReachedPage(c, limited)) ?? save(c)
  if (method === 'GET' || method === 'HEAD') return show(c, { fields: {}, refusal: null })
  return undefined
}

async function save(c: Context<Worker>): Promise<Response | undefined> {
  const fields = await readForm(c.req.raw)
  const rating = textOf(fields, 'rating')
  const program_id = c.req.param('program_id') ?? ''
  const input = {
    code: c.req.query('code') ?? '',
    comments: textOf(fields, 'comments'),
    ...(/^[1-5]$/.test(rating) ? { rating: Number(rating) } : {}),
  }
  try {
    const read = z.safeParse(UpdateFeedbackRequest, input)
    if (!read.success) throw refusalOfIssues(read.error.issues, input, { target: 'json', language: languageOf(c) })
    await submitFeedback(c.var.ctx, { ...read.data, feedback_id: textOf(fields, 'feedback_id'), program_id })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code >= 500) throw error
    return show(c, { fields, refusal: error })
  }
  const query = new URLSearchParams({ code: input.code, lang: languageOf(c) })
  return c.redirect(`/pg/${encodeURIComponent(program_id)}/feedback?${query}`, 303)
}

/** The current page. After a rejected form it has the input and the errors. */
async function show(
  c: Context<Worker>,
  refused: { fields: Fields; refusal: ApiError | null },
): Promise<Response | undefined> {
  const { ctx } = c.var
  const loaded = await findFeedbackPage(ctx, {
    program_id: c.req.param('program_id') ?? '',
    code: (c.req.query('code') ?? '').slice(0, 64),
  })
  if (!loaded) return undefined
  const page = pageOf(c, loaded)
  // A valid link always opens, however many visitors share an address; only guesses are limited.
  if (!loaded.row) return (c.req.method === 'POST' ? null : await limitReachedPage(c, limited)) ?? unknown(page)
  const selected = /^[1-5]$/.test(c.req.query('rating') ?? '') ? Number(c.req.query('rating')) : null
  const feedback = showFeedback({ ...ctx, contentLanguage: page.language }, loaded.row, selected)
  if (feedback.status === 'expired') return expired(page)
  if (feedback.status !== 'submitted') return form(page, feedback, refused)
  if (Date.parse(feedback.editable_until ?? '') < ctx.now) return closed(page)
  const isEditing = selected !== null || c.req.query('edit') !== undefined || refused.refusal !== null
  return isEditing ? form(page, feedback, refused) : thanks(page, feedback)
}

type Feedback = ReturnType<typeof showFeedback>
function pageOf(c: Context<Worker>, { program, row }: Found): Page {
  const language = languageOf(c, row?.customer.language, program.language)
  const discount = discountIn(c)
  const query = new URLSearchParams({
    code: c.req.query('code') ?? '',
    ...(discount === null ? {} : { discount }),
    lang: language,
  })
  return {
    program: { ...program, ...localize(program, language) },
    language,
    locale: localeOf(language, program.country),
    own: `/pg/${encodeURIComponent(program.id)}/feedback?${query}`,
    discount,
    now: c.var.ctx.now,
  }
}

function form(
  page: Page,
  feedback: Feedback,
  { fields, refusal }: { fields: Fields; refusal: ApiError | null },
): Promise<Response> {
  const { page: words } = feedbackWords[page.language]
  const { about } = feedback
  const isRefused = refusal !== null
  const chosen = isRefused ? Number(textOf(fields, 'rating')) : feedback.selected_rating
  const comments = isRefused ? textOf(fields, 'comments') : (feedback.comments ?? '')
  const isRating = isRefused && refusal.detail.param !== 'comments'
  const commentsError = isRefused && !isRating ? (refusal.detail.message ?? null) : null
  const ratingError = isRating
    ? refusal.detail.param === 'rating'
      ? words.ratingMissing
      : (refusal.detail.message ?? words.unknown)
    : null
  const rating = (value: number) =>
    html`<label><input class="vh" type="radio" name="rating" value="${value}" required${value === chosen ? html` checked` : ''}${ratingError && value === 1 ? html` autofocus` : ''}><svg class="i" aria-hidden="true"><use href="#i-star"></use></svg><span>${words.ratings[value - 1]}</span></label>`
  return edgePage(page, {
    title: `${isRefused ? `${ratingError ?? commentsError} ` : ''}${words.title(about.title)}`,
    status: isRefused ? 400 : 200,
    main: html`${star}<div class="stack"><h1>${words.heading(feedback.attendee_profile.first_name)}</h1><p class="muted">${about.title}<br>${daysText(about, page.locale)}</p></div>
<form class="stack loose" method="post" action="${page.own}" novalidate>
<input type="hidden" name="feedback_id" value="${feedback.id}">
<fieldset class="field"${ratingError ? html` aria-describedby="rating-error"` : ''}><legend class="label">${words.rating}</legend>${ratingError ? error('rating-error', ratingError) : ''}<div class="stars">${ratings.map(rating)}</div></fieldset>
<p class="field"><label for="comments">${words.comments} <small>${words.optional}</small></label><span class="hint" id="comments-hint">${words.readBy(page.program.name)}</span>${commentsError ? error('comments-error', commentsError) : ''}<textarea id="comments" name="comments" rows="5" maxlength="${commentsLength}" aria-describedby="comments-hint${commentsError ? ' comments-error' : ''}"${commentsError ? html` aria-invalid="true" autofocus` : ''}>${comments}</textarea></p>
<button class="btn wide">${feedback.status === 'submitted' ? words.save : words.send}</button>
</form>
<p class="fine muted">${words.until(untilOf(page, feedback))}</p>`,
  })
}

const error = (id: string, text: string): Html =>
  html`<span class="error" id="${id}" role="alert"><svg class="i" aria-hidden="true"><use href="#i-alert"></use></svg> ${text}</span>`

// Before the form is sent, the deadline for changes as if it were sent now.
function untilOf({ locale, now }: Page, { editable_until, about }: Feedback): string {
  const until = editable_until === null ? now + feedbackDays.editing * 86_400_000 : Date.parse(editable_until)
  return dayMonth(wallClock(until, about.timezone), locale)
}

function thanks(page: Page, feedback: Feedback): Promise<Response> {
  const { page: words } = feedbackWords[page.language]
  const rating = feedback.rating ?? 0
  return edgePage(page, {
    title: words.thanks,
    main: html`<div class="stack" role="status"><h1>${words.thanks}</h1><p>${words.saved(page.program.name)} ${words.youSaid(rating, words.ratings[rating - 1] ?? '')}</p></div>
${feedback.comments ? html`<blockquote class="stack muted">${feedback.comments.split('\n').map((line) => html`<p>${line}</p>`)}</blockquote>` : ''}
<p class="row"><a class="btn quiet" href="${page.own}&edit=1">${words.change}</a><a class="btn quiet" href="/pg/${page.program.id}?lang=${page.language}">${words.toProgram(page.program.name)}</a></p>
<p class="fine muted">${words.until(untilOf(page, feedback))}</p>`,
  })
}

function closed(page: Page): Promise<Response> {
  const { page: words } = feedbackWords[page.language]
  return ended(page, { title: words.closed, text: words.closedText(page.program.name), status: 200 })
}
function expired(page: Page): Promise<Response> {
  const { page: words } = feedbackWords[page.language]
  return ended(page, { title: words.expired, text: words.expiredText(page.program.name), status: 410 })
}
function unknown(page: Page): Promise<Response> {
  const { page: words } = feedbackWords[page.language]
  return ended(page, { title: words.unknown, text: words.unknownText, status: 404 })
}
function ended(page: Page, { title, text, status }: { title: string; text: string; status: number }) {
  const { page: words } = feedbackWords[page.language]
  const { id, name } = page.program
  return edgePage(page, {
    title,
    status,
    main: html`<div class="stack" role="status"><h1>${title}</h1><p>${text}</p></div>
<p class="row"><a class="btn quiet" href="/pg/${id}?lang=${page.language}">${words.toProgram(name)}</a><a class="btn quiet" href="/support?program_id=${id}&lang=${page.language}">${words.write}</a></p>`,
  })
}
