import { Hono } from 'hono'
import { html } from 'hono/html'
import { displayMoney } from '../contract/display-money.ts'
import { sandboxCards } from '../contract/money/sandbox-cards.ts'
import { declineSentence } from '../contract/sentences/sentence.ts'
import { accepted, type IntentState } from '../platform/cards/intent-states.ts'
import type { Bindings, Worker } from '../platform/context.ts'
import { clockNow } from '../platform/make-context.ts'
import { bankTokenOf, leavePage, payOnPage, paymentOnPage, storesOnly } from '../platform/cards/sandbox-page.ts'
import type { IntentRow } from '../platform/cards/sandbox-rows.ts'
import { devPage, devPagePolicy } from './sandbox-bank.ts'

/**
 * The sandbox provider's own payment page, mounted at /dev/pay in a local build. It needs no script. GET changes
 * nothing; a form pays or leaves.
 */
export const sandboxPay = new Hono<Worker>()
  .get('/:token', async (c) => {
    const { token } = c.req.param()
    c.header('Cache-Control', 'no-store')
    c.header('Content-Security-Policy', devPagePolicy)
    const payment = await paymentOnPage(c.env, token, await clockNow(c.env))
    // The customer went on to the bank in another window.
    if (!payment) return c.redirect(`/dev/bank/${bankTokenOf(token)}`, 303)
    if (payment.state === 'requires_action') return c.html(await payPage(c.env, payment))
    const { done, doneText, closedText } = wordsOf(payment)
    const isDone = accepted.has(payment.state as IntentState)
    return c.html(
      devPage(
        isDone ? done : 'This page is closed',
        html`<p>${isDone ? doneText : closedText}</p><p><a href="${payment.return_url}">Go back to the shop</a></p>`,
      ),
    )
  })
  .post('/:token', async (c) => {
    const { token } = c.req.param()
    const { act, number } = await c.req.parseBody()
    const now = await clockNow(c.env)
    const payment = await paymentOnPage(c.env, token, now)
    if (!payment) return c.text('no such payment\n', 404)
    if (act === 'cancel') return c.redirect(leavePage(payment, c.env.SITE_ORIGIN), 303)
    const card = String(number ?? '').replaceAll(/[\s-]/g, '')
    const answer = await payOnPage(c.env, { token, card, now })
    if (answer === null) return c.text('no such payment\n', 404)
    if ('next' in answer) return c.redirect(answer.next, 303)
    c.header('Content-Security-Policy', devPagePolicy)
    return c.html(await payPage(c.env, payment, declineSentence(answer.decline, 'en')), 422)
  })

/** The words of a page that charges an amount, or of one that only stores a card. */
function wordsOf(payment: IntentRow) {
  if (storesOnly(payment))
    return {
      title: (program: string | null) => `Store a card${program ? ` with ${program}` : ''}`,
      sum: 'Nothing is charged now',
      kept: ' The card is kept for later payments.',
      does: 'is stored',
      press: 'Store this card',
      done: 'Already stored',
      doneText: 'A card was stored here before.',
      closedText: 'No card was stored.',
    }
  const amount = displayMoney(payment.amount, payment.currency, 'en')
  return {
    title: (program: string | null) => `Pay ${program ?? 'this order'}`,
    sum: amount,
    kept: payment.stores ? ' The card is kept for later payments.' : '',
    does: 'pays',
    press: `Pay ${amount}`,
    done: 'Already paid',
    doneText: 'This was paid before.',
    closedText: 'Nothing was charged.',
  }
}

/** The name of the program of a page: of its order, or of the setup that it belongs to. */
const programOf = async (env: Bindings, { order_id, payment_id }: IntentRow) =>
  env.DB.prepare(
    'SELECT p.name FROM programs AS p WHERE p.id IN (SELECT program_id FROM orders WHERE id = ?1 UNION ALL SELECT c.program_id FROM card_setups AS s JOIN customer_profiles AS c ON c.id = s.customer_profile_id WHERE s.id = ?2)',
  )
    .bind(order_id, payment_id)
    .first<string>('name')

async function payPage(env: Bindings, payment: IntentRow, error: string | null = null) {
  const words = wordsOf(payment)
  return devPage(
    words.title(await programOf(env, payment)),
    html`<p class="sum">${words.sum}</p>
<p>A test payment page: no money moves. Test cards are 4242 4242 4242 4242, which ${words.does}, 4000 0025 0000 3155, which asks the bank, and 4000 0000 0000 0002, which is declined.${words.kept}</p>
<form method="post" novalidate>
<p><label for="number">Card number</label><br><input id="number" name="number" inputmode="numeric" autocomplete="cc-number" list="cards"${error ? html` aria-invalid="true" aria-describedby="wrong"` : ''} autofocus></p>
${error ? html`<p id="wrong" role="alert">${error}</p>` : ''}
<datalist id="cards">${sandboxCards.map(({ number }) => html`<option value="${number}"></option>`)}</datalist>
<p><button name="act" value="pay">${words.press}</button><button class="no" name="act" value="cancel">Cancel</button></p>
</form>`,
  )
}
