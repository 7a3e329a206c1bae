import { Hono } from 'hono'
import { html } from 'hono/html'
import { displayMoney } from '../contract/display-money.ts'
import type { Worker } from '../platform/context.ts'
import { clockNow } from '../platform/make-context.ts'
import { bankStep, decideBankStep } from '../platform/cards/sandbox.ts'
import { storesOnly } from '../platform/cards/sandbox-page.ts'
import { decideSetup, setupAtBank } from '../platform/cards/sandbox-sources.ts'

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:3rem auto;padding:0 1rem;color:#1e2b38;background:#f9fbfb}h1{font:bold 1.6rem/1.2 Cambria,serif}button,a.go,input{font:inherit;min-height:3rem;padding:0 1.4rem;border-radius:.6rem;border:1px solid #17403f}button,a.go{font-weight:bold;background:#17403f;color:#fff;margin:0 .5rem .75rem 0;cursor:pointer}button.no{background:#fff;color:#17403f}input{box-sizing:border-box;width:100%;padding:0 .75rem;background:#fff;color:inherit}form.row{display:inline}p.sum{font-size:1.4rem}'

/** The policy of the sandbox provider's pages: no script, and forms to this site only. */
export const devPagePolicy = `default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'`

/** A page of the sandbox provider. */
export function devPage(title: string, body: ReturnType<typeof html>) {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`
}

/** The sandbox provider's bank page, mounted at /dev/bank in a local build. GET changes nothing; a form decides. */
export const sandboxBank = new Hono<Worker>()
  .get('/:token', async (c) => {
    const token = c.req.param('token')
    const [intent, setup] = [await bankStep(c.env, token), await setupAtBank(c.env, token)]
    c.header('Cache-Control', 'no-store')
    c.header('Content-Security-Policy', devPagePolicy)
    const attempt = intent ?? setup
    if (!attempt) return c.html(devPage('No such payment', html`<p>This confirmation does not exist.</p>`), 404)
    if (attempt.state !== 'requires_action')
      return c.html(
        devPage(
          'Already answered',
          html`<p>This was answered before.</p><p><a href="${attempt.return_url}">Go back to the shop</a></p>`,
        ),
      )
    const charge = intent && !storesOnly(intent) ? intent : null
    return c.html(
      devPage(
        charge ? 'Confirm this payment' : 'Confirm this card',
        html`
${charge ? html`<p class="sum">${displayMoney(charge.amount, charge.currency, 'en')}</p>` : ''}
<p>A test bank asks you to confirm ${charge ? 'a test payment' : 'that a test card is stored'}. No money moves.</p>
<form class="row" method="post"><button name="decision" value="confirm">Confirm</button></form>
<form class="row" method="post"><button class="no" name="decision" value="refuse">Refuse</button></form>`,
      ),
    )
  })
  .post('/:token', async (c) => {
    const { decision } = await c.req.parseBody()
    if (decision !== 'confirm' && decision !== 'refuse') return c.text('decision must be confirm or refuse\n', 400)
    const answer = {
      token: c.req.param('token'),
      isConfirmed: decision === 'confirm',
      now: await clockNow(c.env),
    }
    const back = (await decideBankStep(c.env, answer)) ?? (await decideSetup(c.env, answer))
    return back === null ? c.text('no such payment\n', 404) : c.redirect(back, 303)
  })
