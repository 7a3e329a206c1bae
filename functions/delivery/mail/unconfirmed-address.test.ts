import { beforeAll, describe, expect, it } from 'vitest'
import type { SignedUp } from '../../contract/people/account.ts'
import { deliverOutbox } from '../../deliver-outbox.ts'
import { issueFeedbackOf } from '../../contact/feedback/issue-feedback.ts'
import { mailTemplates } from '../../mail-templates.ts'
import type { MailTemplateName } from '../notifications/notification-table.ts'
import { openBudget } from '../../platform/run-budget.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { makeProgram } from '../../test-bench/programs.ts'
import { clockContext } from '../../test-bench/registering.ts'
import { openShop } from '../../test-bench/shop.ts'
import { bearer, codeOf, goodPassword, mailsTo, post, signupBody } from '../../test-bench/sign-ups.ts'

const [firstName, lastName, childName, domain] = ['Wibble', 'Frotzington', 'Snargle', 'evil-site.example']
const typed = new RegExp([firstName, lastName, childName, domain].join('|'), 'i')
let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
const run = (sql: string, ...values: unknown[]) =>
  bench.env.DB.prepare(sql)
    .bind(...values)
    .run()
/** The texts of all mails to an address, by subject, newest first. */
const toldTo = async (address: string) =>
  (await mailsTo(bench, address)).map(({ subject, text, html, headers, attachments }) => ({
    subject,
    all: JSON.stringify([subject, text, html, headers, attachments]),
  }))
const sayTyped = async (address: string) => (await toldTo(address)).map(({ all }) => typed.test(all))

describe('mails to an address that was never confirmed', () => {
  it('S13: no mail to an unconfirmed address repeats text typed at sign-up', async () => {
    const programId = await makeProgram(bench)
    const body = signupBody({ first_name: firstName, last_name: lastName, program_id: programId })
    const account = (await (await bench.call('/v1/signup', post(body))).json()) as SignedUp
    await bench.call('/v1/signup', post({ ...body, password: 'not the password 7' }))
    const email = `thief@${domain}`
    expect(
      (await bench.call('/v1/signup', post({ ...body, email, password: undefined }, bearer(account)))).status,
    ).toBe(200)
    await bench.call('/v1/recovery', post({ email: body.email, program_id: programId }))
    await bench.call('/v1/verify', post({ code: await codeOf(bench, email) }, bearer(account)))
    const notice = (await mailsTo(bench, body.email)).find(({ text }) => text.includes('/not-me?'))
    const token = /[?&]token=([^&\s]+)/.exec(notice?.text ?? '')?.[1] ?? ''
    await bench.call('/v1/email_changes/undo', post({ token: decodeURIComponent(token) }))

    const subjects = (await toldTo(body.email)).map(({ subject }) => subject).sort()
    expect(subjects).toEqual([
      expect.stringMatching(/^\d{6} is your code/),
      expect.stringContaining('Reset your password'),
      expect.stringContaining('Someone tried to sign up'),
      expect.stringContaining('is about to change'),
      expect.stringContaining('was restored'),
    ])
    expect(await sayTyped(body.email)).toEqual(subjects.map(() => false))
    expect((await toldTo(email)).every(({ all }) => !/Wibble|Frotzington/.test(all))).toBe(true)
  })

  it('S13: only a confirmed address is mailed the new address of a changed email', async () => {
    const body = signupBody()
    const account = (await (await bench.call('/v1/signup', post(body))).json()) as SignedUp
    await bench.call('/v1/verify', post({ code: await codeOf(bench, body.email) }, bearer(account)))
    const change = { email: `own@${domain}`, password: goodPassword }
    await bench.call('/v1/profile', { ...post(change, bearer(account)), method: 'PUT' })
    expect((await sayTyped(body.email)).filter((says) => says)).toHaveLength(1)
  })

  it.each([false, true])('S13: only a confirmed address gets names in a mail about an order: %s', async (verified) => {
    const shop = await openShop(bench, { event: { startsAt: bench.now() + 30 * 86_400_000 } })
    const person = await shop.customer({ firstName, lastName, verified })
    const send = (name: MailTemplateName, ref: string, body: Record<string, unknown> = {}) =>
      mailTemplates[name].send(clockContext(bench), { ref, dedupe: `${name}:${ref}`, body }, null)
    const [order, unpaid] = [await shop.cart(person, { places: 3 }), await shop.cart(person)]
    await run(
      'UPDATE attendees SET first_name = ?, last_name = ? WHERE id IN (SELECT attendee_id FROM registrations WHERE customer_id = ?)',
      childName,
      lastName,
      person.identity.customer_id,
    )
    await shop.pay(person, order)
    await send('event_changed', order.order_id, {
      event_id: shop.eventId,
      before: { dates: [{ starts_at: 0, ends_at: 1 }], timezone: 'UTC', venue: null, is_online: false },
    })
    await bench.call(`/v1/profile/registrations/${order.registration_ids[0]}/cancel`, person.json({}))
    await run("UPDATE events SET status = 'cancelled' WHERE id = ?", shop.eventId)
    await send('event_cancelled', order.order_id, {
      event_id: shop.eventId,
      registration_ids: order.registration_ids,
      returned: 0,
      requested: 0,
    })
    await bench.call(`/v1/profile/orders/${order.order_id}/cancel`, person.json({}))
    await run("UPDATE orders SET status = 'expired' WHERE id = ?", unpaid.order_id)
    await send('order_expired', unpaid.order_id)

    const mails = await toldTo(person.email)
    expect(mails.map(({ subject }) => subject.split(/[:(]/)[0]?.trim())).toEqual([
      'Not paid in time',
      'Cancelled',
      'Cancelled by Lakeside Camps',
      'Cancelled',
      expect.stringMatching(/^New (?:time|place|time and place)$/),
      'Confirmed',
    ])
    const names = mails.map(({ all }) => /Wibble|Snargle|Frotzington/.test(all))
    expect(names.filter((each) => each)).toHaveLength(verified ? 6 : 0)
  })

  it.each([false, true])('S13: only a confirmed address gets the quoted text of a message: %s', async (verified) => {
    const shop = await openShop(bench)
    const person = await shop.customer({ firstName, lastName, verified })
    const answer = await bench.call(`/v1/organiser/programs/${shop.programId}/messages`, {
      method: 'POST',
      headers: organiserHeaders,
      body: JSON.stringify({
        contact_id: person.profileId(shop.programId),
        subject: `About ${childName}`,
        body: `${firstName}, has ${childName} an injector?`,
        sender_name: 'Jo Tremblay',
      }),
    })
    const { id } = (await answer.json()) as { id: string }
    const [mail, ...others] = await mailsTo(bench, person.email)
    expect(others).toEqual([])
    expect(mail?.text).toContain(`/profile/messages/${id}?`)
    const said = JSON.stringify([mail?.subject, mail?.text, mail?.html, mail?.headers])
    expect(/Wibble|Snargle|Tremblay|injector/.test(said)).toBe(verified)
    expect(/reply\+/.test(said)).toBe(verified)
    expect(mail?.subject).toBe(
      verified ? 'Message from Lakeside Camps: About Snargle' : 'You have a message from Lakeside Camps',
    )
  })

  it('S13: an unconfirmed address gets no feedback request', async () => {
    const shop = await openShop(bench)
    const person = await shop.customer({ firstName, lastName, verified: false })
    const orders = [await shop.cart(person), await shop.cart(person)]
    for (const order of orders) await shop.pay(person, order)
    const [first = '', second = ''] = orders.flatMap(({ registration_ids }) => registration_ids)
    const confirm = (isConfirmed: number) =>
      run('UPDATE users SET is_email_verified = ? WHERE id = ?', isConfirmed, person.identity.user_id)
    const issued = async (registration_id: string) => {
      await issueFeedbackOf(clockContext(bench), registration_id)
      const { results } = await bench.env.DB.prepare('SELECT id FROM feedback WHERE registration_id = ?')
        .bind(registration_id)
        .all<{ id: string }>()
      return results
    }
    const requests = async () => {
      await deliverOutbox(openBudget(bench.env, 50_000))
      return (await mailsTo(bench, person.email)).filter(({ text }) => text.includes('/feedback?')).length
    }
    expect(await issued(first)).toEqual([])
    expect(await requests()).toBe(0)
    await confirm(1)
    expect(await issued(first)).toHaveLength(1)
    expect(await requests()).toBe(1)
    expect(await issued(second)).toHaveLength(1)
    await confirm(0)
    expect(await requests()).toBe(1)
  })
})
