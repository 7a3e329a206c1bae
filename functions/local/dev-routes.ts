import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Bindings, Worker } from '../platform/context.ts'
import { makeContext, clockNow as workerNow } from '../platform/make-context.ts'
import { deliverAfterAnswer } from '../deliver-outbox.ts'
import { issueFeedbackOf } from '../contact/feedback/issue-feedback.ts'
import { clientAddress } from '../platform/middleware/client-address.ts'
import { scenarios } from '../platform/cards/sandbox-answers.ts'
import { isMailTemplate, mailTemplates } from '../mail-templates.ts'
import { runScheduled } from '../scheduled.ts'
import { clockOffsetMs, setClockOffsetMs } from '../platform/database/clock-offset.ts'
import { mailPage, mailboxPage, previewList } from './mailbox-page.ts'
import { findMail, listMails } from './mailbox-mails.ts'
import { passInstalmentDays, passMembershipDays } from './pass-days.ts'
import { sandboxBank } from './sandbox-bank.ts'
import { sandboxPay } from './sandbox-pay.ts'

const loopbackName = /^(?:localhost|127\.0\.0\.1|\[::1\])$/
const loopbackAddress = /^(?:127\.\d+\.\d+\.\d+|::1)$/
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'"
// Shows a mail as a mail client would: no script, no form, links open elsewhere.
const mailPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation; default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; base-uri 'none'"

/**
 * Development tools: the mailbox, the clock, the scheduler, and the sandbox provider's next behaviour. Only for callers
 * on this machine, and never in a production build.
 */
export const devRoutes = new Hono<Worker>()
  .basePath('/dev')
  .use(async (c, next) => {
    // The caller's address comes from the network in front of the worker. A caller can forge the requested URL and the
    // Host header.
    const isLocal =
      loopbackAddress.test(clientAddress(c.req.raw)) && loopbackName.test(new URL(c.env.SITE_ORIGIN).hostname)
    if (!isLocal) return c.text('Not found.\n', 404)
    const isWrite = c.req.method !== 'GET' && c.req.method !== 'HEAD'
    const site = c.req.header('Sec-Fetch-Site')
    if (isWrite && site !== undefined && site !== 'same-origin' && site !== 'none')
      return c.text('Not from another site.\n', 403)
    await next()
    c.header('Cache-Control', 'no-store')
    return
  })
  .get('/mailbox.json', async (c) => {
    const mails = await listMails(c.env.DB, { to: c.req.query('to'), limit: Number(c.req.query('limit') ?? 50) })
    return c.json(mails.map(({ id: _, ...mail }) => mail))
  })
  .get('/mailbox', async (c) => {
    c.header('Content-Security-Policy', pagePolicy)
    return c.html(
      mailboxPage(
        await listMails(c.env.DB, { to: c.req.query('to'), limit: Number(c.req.query('limit') ?? 50) }),
        c.req.query('to') ?? '',
      ),
    )
  })
  .get('/mailbox/:id{[0-9]+}', async (c) => {
    const mail = await findMail(c.env.DB, Number(c.req.param('id')))
    c.header('Content-Security-Policy', pagePolicy)
    return mail ? c.html(mailPage(mail)) : c.html(html`<p>No such mail.</p>`, 404)
  })
  .get('/mailbox/:id{[0-9]+}/html', async (c) => {
    const mail = await findMail(c.env.DB, Number(c.req.param('id')))
    c.header('Content-Security-Policy', mailPolicy)
    return mail ? c.html(mail.html) : c.text('No such mail.\n', 404)
  })
  .get('/mailbox/:id{[0-9]+}/attachments/:index{[0-9]+}', async (c) => {
    const mail = await findMail(c.env.DB, Number(c.req.param('id')))
    const attachment = mail?.attachments[Number(c.req.param('index'))]
    if (!attachment) return c.text('No such file.\n', 404)
    return c.body(attachment.content, 200, {
      'Content-Type': attachment.content_type,
      'Content-Disposition': `attachment; filename="${attachment.filename.replaceAll(/[^\w.-]/g, '_')}"`,
    })
  })
  .get('/mails', async (c) => {
    c.header('Content-Security-Policy', pagePolicy)
    return c.html(previewList(previewsOf(await siteOf(c.env))))
  })
  .get('/mails/:name/:language{en|fr}', async (c) => {
    const { name, language } = c.req.param()
    if (!isMailTemplate(name)) return c.text('No such mail.\n', 404)
    c.header('Content-Security-Policy', mailPolicy)
    return c.html(mailTemplates[name].preview(language === 'fr' ? 'fr' : 'en', await siteOf(c.env)).html)
  })
  .route('/bank', sandboxBank)
  .route('/pay', sandboxPay)
  .get('/clock', async (c) => c.json(await clockNow(c.env.DB)))
  .post('/clock', async (c) => {
    const input = await readJson<{ advance_seconds?: number; reset?: boolean }>(c.req.raw)
    const before = await clockOffsetMs(c.env.DB)
    if (input.reset !== true && !Number.isInteger(input.advance_seconds))
      return c.json({ message: 'Send {"advance_seconds": 60} or {"reset": true}.' }, 400)
    await setClockOffsetMs(c.env.DB, input.reset === true ? 0 : before + Number(input.advance_seconds) * 1000)
    return c.json(await clockNow(c.env.DB))
  })
  .post('/tick', async (c) => {
    await runScheduled(c.env)
    return c.json({ object: 'tick', done: true })
  })
  .post('/feedback', async (c) => {
    const { registration_id = '' } = await readJson<{ registration_id?: string }>(c.req.raw)
    await issueFeedbackOf(makeContext({ env: c.env, now: await workerNow(c.env) }), registration_id)
    await deliverAfterAnswer(c.env, 'bulk')
    return c.json({ object: 'feedback_request', registration_id })
  })
  .post('/days', async (c) => {
    const input = await readJson<{ membership_id?: string; order_id?: string; days?: number }>(c.req.raw)
    const { membership_id, order_id, days = 0 } = input
    if (!Number.isInteger(days) || days < 1 || days > 400 || (!membership_id && !order_id))
      return c.json(
        { message: 'Send {"membership_id": "mem_…", "days": 8}, or the "order_id" of one paid in parts.' },
        400,
      )
    if (membership_id) await passMembershipDays(c.env.DB, membership_id, days)
    if (order_id) await passInstalmentDays(c.env.DB, order_id, days)
    await runScheduled(c.env)
    return c.json({ object: 'days', days })
  })
  .post('/sandbox', async (c) => {
    const input = await readJson<{ next?: string; seconds?: number }>(c.req.raw)
    if (!scenarios.some((scenario) => scenario === input.next))
      return c.json({ message: `Send {"next": one of ${scenarios.join(', ')}}.` }, 400)
    const value = JSON.stringify({ next: input.next, seconds: input.seconds ?? null })
    await c.env.DB.prepare(
      "INSERT INTO facts (name, value, updated) VALUES ('sandbox_next', ?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ?1, updated = ?2",
    )
      .bind(value, Date.now())
      .run()
    return c.json({ object: 'sandbox', next: input.next })
  })

const siteOf = async (env: Bindings) => ({ siteOrigin: env.SITE_ORIGIN, now: await workerNow(env) })

const previewsOf = (site: { siteOrigin: string; now: number }) =>
  Object.entries(mailTemplates).map(([name, template]) => ({
    name,
    subjects: { en: template.preview('en', site).subject, fr: template.preview('fr', site).subject },
  }))

async function clockNow(db: D1Database) {
  const offset = await clockOffsetMs(db)
  return { object: 'clock', now: new Date(Date.now() + offset).toISOString(), offset_seconds: offset / 1000 }
}

async function readJson<Body>(request: Request): Promise<Body> {
  try {
    return (await request.json()) as Body
  } catch {
    return {} as Body
  }
}
