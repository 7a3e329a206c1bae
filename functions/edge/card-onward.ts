import type { Context } from 'hono'
import { html } from 'hono/html'
import { cardPageWords } from '../contract/sentences/card-page-words.ts'
import { localize } from '../contract/texts.ts'
import { findFeedbackPage } from '../contact/feedback/show-feedback.ts'
import { findSetupPage } from '../money/payments/settle-setup.ts'
import type { Worker } from '../platform/context.ts'
import { edgePage, languageOf, programAddress } from './edge-page.ts'

/**
 * `/pg/{program_id}/profile/payment-methods/onward?setup=…`: leads the owner of an attempt on to the provider's own page
 * for the card. A redirect of a form may only stay on this site. Null for an unknown program.
 */
export async function leadToCardPage(
  c: Context<Worker>,
  input: { program_id: string; customer_id: string },
): Promise<Response | null> {
  const { program_id, customer_id } = input
  const setup = c.req.query('setup') ?? ''
  const program = (await findFeedbackPage(c.var.ctx, { program_id, code: '' }))?.program
  if (!program) return null
  const language = languageOf(c, program.language)
  const own = `${c.req.path}?${new URLSearchParams({ setup, lang: language })}`
  const page = { program: { ...program, ...localize(program, language) }, language, own }
  const words = cardPageWords[language]
  const cards = programAddress(page, '/profile/payment-methods')
  const address = await findSetupPage(c.var.ctx, { setup_id: setup, customer_id })
  if (address === null)
    return edgePage(page, {
      title: words.closed,
      status: 404,
      main: html`<div class="stack"><h1>${words.closed}</h1><p>${words.closedText}</p></div><p><a class="btn" href="${cards}">${words.toCards}</a></p>`,
    })
  const answer = await edgePage(page, {
    title: words.title,
    main: html`<div class="stack"><h1>${words.title}</h1><p>${words.text}</p></div><p class="row"><a class="btn" href="${address}">${words.onward}</a><a class="btn quiet" href="${cards}">${words.back}</a></p>`,
  })
  answer.headers.set('Refresh', `0; url=${address}`)
  return answer
}
