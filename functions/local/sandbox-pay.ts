import { Hono } from 'hono'
import { html } from 'hono/html'
import { displayMoney } from '../contract/display-money.ts'
import { sandboxCards } from '../contract/money/sandbox-cards.ts'
import { declineSentence } from '../contract/sentences/sentence.ts'
import { accepted, type IntentState } from '../platform/cards/intent-states.ts'
import type { Bindings, Worker } from '../platform/context.ts'
import { clockNow } from '../platform/make-context.ts'
import { bankTokenOf, leavePage, payOnPage, paymentOnPage } from '../platform/cards/sandbox-page.ts'
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
    const isPaid = accepted.has(payment.state as IntentState)
    return c.html(
      devPage(
        isPaid ? 'Already paid' : 'This page is closed',
        html`<p>${isPaid ? 'This was paid before.' : 'Nothing was charged.'}</p><p><a href="${payment.return_url}">Go back to the shop</a></p>`,
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

async function payPage(env: Bindings, payment: IntentRow, error: string | null = null) {
  const program = await env.DB.prepare(
    'SELECT p.name FROM orders AS o JOIN programs AS p ON p.id = o.program_id WHERE o.id = ?1',
  )
    .bind(payment.order_id)
    .first<string>('name')
  const amount = displayMoney(payment.amount, payment.currency, 'en')
  return devPage(
    `Pay ${program ?? 'this order'}`,
    html`<p class="sum">${amount}</p>
<p>A test payment page: no money moves. Test cards are 4242 4242 4242 4242, which pays, 4000 0025 0000 3155, which asks the bank, and 4000 0000 0000 0002, which is declined.${payment.stores ? ' The card is kept for later payments.' : ''}</p>
<form method="post" novalidate>
<p><label for="number">Card number</label><br><input id="number" name="number" inputmode="numeric" autocomplete="cc-number" list="cards"${error ? html` aria-invalid="true" aria-describedby="wrong"` : ''} autofocus></p>
${error ? html`<p id="wrong" role="alert">${error}</p>` : ''}
<datalist id="cards">${sandboxCards.map(({ number }) => html`<option value="${number}"></option>`)}</datalist>
<p><button name="act" value="pay">Pay ${amount}</button><button class="no" name="act" value="cancel">Cancel</button></p>
</form>`,
  )
}
