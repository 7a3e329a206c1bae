import { expect, type Page, test } from '@playwright/test'
import { sitePages } from '../../functions/contract/site-pages.ts'
import { call, made } from '../fixtures/call.ts'
import { type Family, newEmail, newFamily, program } from '../fixtures/families.ts'
import { bookForFamily, findCustomer } from '../fixtures/organiser.ts'
import { mailsTo, mailTo } from '../fixtures/mailbox.ts'
import { logIn } from '../fixtures/phone.ts'
import { newOrder, paidOrder, placeOf } from '../fixtures/places.ts'
import { site } from '../playwright.config.ts'

const here = `/pg/${program}`
type World = { family: Family; other: Family }
type Address = (world: World) => string | Promise<string>
/** An invalid form: its first wrong field with a value, and the values that make it the first. */
type Wrong = { open: Address; field: string; value: string; besides?: Record<string, string> }
/** A form that has only buttons, rejected for the changed value of a hidden field. */
type Pressed = { open: Address; hidden: string }
/** A form that is not tested here names the story that covers its rejection. */
type Row = Wrong | Pressed | { buttons: Address } | { story: string }

const member = ({ family }: World) => `${here}/profile/family/${family.children[0]?.attendee_id}`
const linkIn = async (email: string, subject: RegExp, link: RegExp) =>
  link.exec((await mailTo(email, subject)).text)?.[0] ?? ''
const firstOf = async (list: string) => (await made<{ data: { id: string }[] }>(list)).data[0]?.id

async function refundOf({ family }: World): Promise<string> {
  const { id } = await paidOrder(family, await placeOf('Moonlight Snowshoes', 'One pair'))
  return `${here}/profile/orders/${id}/refund`
}

async function starOf({ other: family }: World): Promise<string> {
  await paidOrder(family, await placeOf('Moonlight Snowshoes', 'One pair'))
  const { data } = await made(`/profile/registrations?program_id=${program}`, { bearer: family.bearer })
  await fetch(`${site}/dev/feedback`, { method: 'POST', body: JSON.stringify({ registration_id: data[0].id }) })
  const link = await linkIn(family.email, /^How was/, /https?:\S+\/feedback\S+/)
  return link.replace(/&rating=\d/, '')
}

async function deskOf({ other }: World): Promise<string> {
  const { id } = await newOrder(other, await placeOf('Big lake day', 'Fifty places'))
  await made(`/profile/orders/${id}/payments`, { bearer: other.bearer, body: { checkout_method: 'offline' } })
  const find = async () =>
    (await mailsTo('hello@lakeside.example')).find(({ text }) => text.includes(other.email))?.text ?? ''
  await expect.poll(find).toContain('/desk?token=')
  return /https?:\S+\/desk\?token=\S+/.exec(await find())?.[0] ?? ''
}

async function completionOf({ other }: World): Promise<string> {
  const { event_id, option_id } = await placeOf('Big lake day', 'Fifty places')
  const { id } = await made<{ id: string }>('/profile/customer', { bearer: other.bearer })
  const people = [{ attendee_id: other.children[1]?.attendee_id, option_id, to_complete: true }]
  await bookForFamily(program, { customer: { id }, event_id, people, paid_by: 'link' })
  return linkIn(other.email, /^Your place at/, /http\S+\/complete\?\S+/)
}

/** The link with which the family takes over a customer whom staff made for a caller. */
async function joinOf({ family }: World): Promise<string> {
  const { event_id, option_id } = await placeOf('Big lake day', 'Fifty places')
  const child = (first_name: string) => ({
    ...{ event_id, paid_by: 'cash' },
    people: [
      {
        attendee: {
          ...{ first_name, last_name: 'Roy', relation: 'parent', date_of_birth: '2016-02-19' },
          emergency_contact_phone: '+14165550199',
        },
        option_id,
      },
    ],
  })
  const caller = { first_name: 'Dana', last_name: 'Kessler', phone: '613-555-0168' }
  await bookForFamily(program, { customer: caller, ...child('Ruby') })
  const customer = await findCustomer(program, 'Dana Kessler')
  await bookForFamily(program, { customer: { id: customer, email: family.email }, ...child('Max') })
  return linkIn(family.email, /has bookings for you/, /http\S+\/join\?\S+/)
}

async function codeOf({ family }: World): Promise<string> {
  const body = { email: newEmail(), password: family.password }
  await call('/profile', { method: 'PUT', bearer: family.bearer, body })
  return `${here}/verify`
}

async function recoveryOf({ other }: World): Promise<string> {
  await made('/recovery', { body: { email: other.email, program_id: program } })
  return linkIn(other.email, /^Reset/, /http\S+\/recovery\/\S+/)
}

async function conversationOf({ family }: World): Promise<string> {
  const body = { program_id: program, medium: 'email', subject: 'Hat', body: 'Where is it?' }
  return `${here}/profile/messages/${(await made('/profile/messages', { bearer: family.bearer, body })).id}`
}

async function waitlistOf(): Promise<string> {
  const events = await made<{ data: { id: string; options_brief: { sale_status: string } }[] }>(
    `/explore/events?program_id=${program}&limit=100`,
  )
  for (const { id, options_brief } of events.data)
    if (['sold_out', 'not_started'].includes(options_brief.sale_status)) {
      const page = await (await fetch(`${site}${here}/evt/${id}`)).text()
      const [link] = new RegExp(`${here}/evt/${id}/waitlist[^"]*`).exec(page) ?? []
      if (link) return link.replaceAll('&amp;', '&')
    }
  throw new Error('No event has a waitlist.')
}

async function productOf(): Promise<string> {
  const page = await (await fetch(`${site}${here}?store=all`)).text()
  const [, product] = /name="product_id" value="([^"]+)"/.exec(page) ?? []
  const [, variation] = /<option value="([^"]+)"/.exec(page.slice(page.indexOf(`value="${product}"`))) ?? []
  return `${here}/cart?product_id=${product}&product_variation_id=${variation}`
}

const packageOf = async (kind: 'session' | 'membership') =>
  `${here}/cart?${kind}_package_id=${await firstOf(`/explore/programs/${program}/${kind}_packages`)}`

/** Every form URL with an error for each. */
const forms: Record<string, Row | Row[]> = {
  // Runs first, because a child with upcoming bookings has no such form.
  '/pg/:program_id/profile/privacy': { open: () => `${here}/profile/privacy`, field: 'password', value: 'wrong' },
  '/support': { open: () => `/support?program_id=${program}`, field: 'type', value: '' },
  '/not-me': { story: 'devices.spec.ts' },
  '/pg/:program_id/feedback': { open: starOf, field: 'rating', value: '' },
  '/pg/:program_id/login': { open: () => `${here}/login`, field: 'username', value: '' },
  '/pg/:program_id/signup': { open: () => `${here}/signup`, field: 'first_name', value: '' },
  '/pg/:program_id/verify': { open: codeOf, field: 'code', value: '000000' },
  '/pg/:program_id/logout': { buttons: () => `${here}/logout` },
  '/pg/:program_id/forgot-password': { open: () => `${here}/forgot-password`, field: 'email', value: 'nobody' },
  '/pg/:program_id/recovery/:recovery_id': { open: recoveryOf, field: 'password', value: 'password123' },
  '/pg/:program_id/evt/:event_id/register': { story: 'register-without-script.spec.ts' },
  '/pg/:program_id/apt/:appointment_type_id/register': { story: 'register-without-script.spec.ts' },
  '/pg/:program_id/evt/:event_id/waitlist': { open: waitlistOf, field: 'who', value: '' },
  '/pg/:program_id/offer': { story: 'waitlist.spec.ts' },
  '/pg/:program_id/cart': [
    { open: productOf, field: 'quantity', value: '99' },
    { open: () => packageOf('session'), field: 'quantity', value: '99' },
    { open: () => packageOf('membership'), field: 'start_date', value: '2020-01-01' },
  ],
  '/pg/:program_id/checkout/:order_id': { story: 'pay-without-script.spec.ts' },
  '/pg/:program_id/profile/memberships/:membership_id': { story: 'memberships.spec.ts' },
  '/pg/:program_id/profile/overview': { buttons: () => `${here}/profile/overview` },
  '/pg/:program_id/profile/balance': { buttons: () => `${here}/profile/balance` },
  '/pg/:program_id/profile/orders/:order_id': { story: 'change-without-script.spec.ts' },
  '/pg/:program_id/profile/orders/:order_id/receipts/:number': { story: 'change-without-script.spec.ts' },
  '/pg/:program_id/profile/orders/:order_id/refund': { open: refundOf, field: 'reason', value: '' },
  '/pg/:program_id/complete': { open: completionOf, field: 'born_on', value: '2001-01-01' },
  '/pg/:program_id/join': { open: joinOf, field: 'born_on', value: '2001-01-01' },
  '/pg/:program_id/unsubscribe': { open: () => `${here}/unsubscribe`, field: 'email', value: 'nobody' },
  '/pg/:program_id/desk': { open: deskOf, field: 'amount', value: 'ten', besides: { decided_by: 'Jo' } },
  '/pg/:program_id/roster': { story: 'at-the-gate.spec.ts' },
  '/desk/:program_id/field': { story: 'desk-field.spec.ts' },
  '/desk/:program_id/families/:customer_id': { story: 'desk-family.spec.ts' },
  '/desk/:program_id/families/:customer_id/health/:registration_id': { story: 'desk-family.spec.ts' },
  '/desk/:program_id/families/:customer_id/privacy': { story: 'desk-family.spec.ts' },
  '/desk/:program_id/families/:customer_id/registrations/:registration_id': { story: 'desk-change.spec.ts' },
  '/desk/:program_id': { story: 'desk-first-day.spec.ts' },
  '/desk/:program_id/money': { story: 'desk-money.spec.ts' },
  '/desk/:program_id/access': { story: 'desk-access.spec.ts' },
  '/desk/:program_id/notices': { story: 'desk-settings.spec.ts' },
  '/desk/:program_id/settings': { story: 'desk-settings.spec.ts' },
  '/desk/:program_id/register': { story: 'desk-register.spec.ts' },
  '/desk/:program_id/orders/:order_id': { story: 'desk-charge.spec.ts' },
  '/desk/:program_id/events': { story: 'desk-season.spec.ts' },
  '/desk/:program_id/events/new': { story: 'desk-event.spec.ts' },
  '/desk/:program_id/events/:event_id/edit': { story: 'desk-event.spec.ts' },
  '/desk/:program_id/events/import': { story: 'desk-import.spec.ts' },
  '/desk/:program_id/events/:event_id': { story: 'desk-camp.spec.ts' },
  '/desk/:program_id/events/:event_id/sheet': { story: 'desk-camp.spec.ts' },
  '/desk/:program_id/events/:event_id/day-off': { story: 'desk-camp.spec.ts' },
  '/desk/:program_id/events/:event_id/cancel': { story: 'desk-cancel.spec.ts' },
  '/desk/:program_id/messages/:message_id': { story: 'desk-messages.spec.ts' },
  '/desk/:program_id/write': { story: 'desk-messages.spec.ts' },
  '/desk/:program_id/campaigns/:campaign_id': { story: 'desk-messages.spec.ts' },
  '/desk/:program_id/team': { story: 'desk-team.spec.ts' },
  '/desk/:program_id/team/:staff_id': { story: 'desk-team.spec.ts' },
  '/pg/:program_id/profile/schedule': { buttons: () => `${here}/profile/schedule` },
  '/pg/:program_id/profile/schedule/:registration_id': { story: 'move-a-place.spec.ts' },
  '/pg/:program_id/profile/schedule/:registration_id/answers': { story: 'move-a-place.spec.ts' },
  '/pg/:program_id/profile/family/add': {
    open: () => `${here}/profile/family/add`,
    field: 'phone',
    value: '12',
    besides: {
      relation: 'parent',
      first_name: 'Léa',
      last_name: 'Roy',
      gender: 'female',
      date_of_birth_year: '2018',
      date_of_birth_month: '5',
      date_of_birth_day: '2',
    },
  },
  '/pg/:program_id/profile/family/:attendee_id': { buttons: member },
  '/pg/:program_id/profile/family/:attendee_id/edit-personal': {
    open: (world) => `${member(world)}/edit-personal`,
    field: 'phone',
    value: '12',
  },
  '/pg/:program_id/profile/family/:attendee_id/edit-emergency': {
    open: (world) => `${member(world)}/edit-emergency`,
    field: 'emergency_contact_phone',
    value: '12',
  },
  '/pg/:program_id/profile/family/:attendee_id/connect': {
    open: (world) => `${member(world)}/connect`,
    hidden: 'program_attendee_id',
  },
  '/pg/:program_id/profile/account': { buttons: () => `${here}/profile/account` },
  '/pg/:program_id/profile/account/address': {
    open: () => `${here}/profile/account/address`,
    field: 'address_line_1',
    value: '',
  },
  '/pg/:program_id/profile/edit': [
    { open: () => `${here}/profile/edit`, field: 'first_name', value: '' },
    { open: () => `${here}/profile/edit`, field: 'email', value: 'nobody', besides: { password: 'wrong' } },
    { open: () => `${here}/profile/edit`, field: 'file', value: '' },
  ],
  '/pg/:program_id/profile/change-password': {
    open: () => `${here}/profile/change-password`,
    field: 'old_password',
    value: 'wrong',
    besides: { password: 'seven otters asleep', confirm_password: 'seven otters asleep' },
  },
  '/pg/:program_id/profile/family/:attendee_id/merge': {
    open: (world) => `${member(world)}/merge?with=${world.family.children[2]?.attendee_id}`,
    hidden: 'merge_from',
  },
  '/pg/:program_id/profile/family/:attendee_id/adults': {
    open: (world) => `${member(world)}/adults`,
    field: 'email',
    value: 'nobody',
    besides: { first_name: 'Daniel', last_name: 'Okafor', relation: 'parent' },
  },
  '/pg/:program_id/invitations/:invite_code': { story: 'two-homes.spec.ts' },
  '/pg/:program_id/authorize': { story: 'let-a-client-in.spec.ts' },
  '/pg/:program_id/profile/payment-methods': { buttons: () => `${here}/profile/payment-methods` },
  '/pg/:program_id/profile/notifications': { buttons: () => `${here}/profile/notifications` },
  '/pg/:program_id/profile/preferences': { buttons: () => `${here}/profile/preferences` },
  '/pg/:program_id/profile/messages': { open: () => `${here}/profile/messages`, field: 'body', value: '' },
  '/pg/:program_id/profile/messages/:message_id': { open: conversationOf, field: 'body', value: '' },
}

/** Sets a value that the browser itself would reject, and submits the form by keyboard. */
async function sendWrong(page: Page, row: Wrong | Pressed): Promise<void> {
  const isWrong = 'field' in row
  const button = await page.evaluateHandle(
    ({ name, values, type }) => {
      const named = (root: Element, name: string) =>
        [...root.querySelectorAll<HTMLInputElement>('input, select, textarea')].filter(
          (each) => each.name === name && each.matches('[type=hidden]') === (type === 'hidden'),
        )
      const form = [...document.querySelectorAll<HTMLFormElement>('main form[method=post]')].find(
        (each) => named(each, name).length > 0 || each.querySelector(`fieldset#${name}`),
      )
      if (!form) throw new Error(`No form has ${name}.`)
      form.noValidate = true
      for (const [name, value] of Object.entries(values))
        for (const control of named(form, name)) {
          const select = control.matches('select') ? (control as unknown as HTMLSelectElement) : null
          if (select && ![...select.options].some((option) => option.value === value))
            select.add(new Option(value, value, true, true))
          else if (control.matches('[type=radio], [type=checkbox]')) control.checked = control.value === value
          else if (!control.matches('[type=file]')) control.value = value
        }
      return [...form.querySelectorAll('button')].find(({ type, name }) => type === 'submit' && name !== 'act')
    },
    {
      name: isWrong ? row.field : row.hidden,
      values: isWrong ? { ...row.besides, [row.field]: row.value } : { [row.hidden]: 'none' },
      type: isWrong ? 'shown' : 'hidden',
    },
  )
  await button.asElement()?.press('Enter')
}

/** The focused element, and the first field marked invalid. */
const announced = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector('main')
    const alert = main?.querySelector('.notice[role=alert]') ?? null
    const errors = [...(main?.querySelectorAll('.error') ?? [])].filter((each) => each.getClientRects().length > 0)
    const describedBy = ({ id }: Element) => (id ? (main?.querySelector(`[aria-describedby~="${id}"]`) ?? null) : null)
    const [first] = errors
    const target = first ? describedBy(first) : null
    const control = target?.matches('fieldset') ? (target.querySelector('input, select') ?? target) : target
    const isChoice = control?.matches('[type=radio], [type=checkbox]') ?? false
    const focus = document.activeElement
    return {
      // The focused summary is read out, and its links lead to the fields.
      focus:
        focus && focus === alert ? 'summary' : focus && target?.contains(focus) ? 'field' : (focus?.outerHTML ?? ''),
      summary: alert?.textContent?.trim() ?? '',
      field:
        target?.id === 'who'
          ? 'who'
          : (control?.getAttribute('name')?.replace(/^date_of_birth_.*/, 'date_of_birth') ?? null),
      isInvalid: isChoice || control?.getAttribute('aria-invalid') === 'true',
      link: alert?.querySelector('a[href^="#"]')?.getAttribute('href') ?? null,
      targets: [target?.id, control?.id].map((id) => `#${id}`),
      unlinked: errors.filter((each) => !describedBy(each)).map((each) => each.textContent),
    }
  })

async function isLedToWhatIsWrong(page: Page, { field }: Wrong): Promise<void> {
  // The browser moves the focus once it has rendered the page.
  const isThere = { field, isInvalid: true, unlinked: [], focus: expect.stringMatching(/^(?:summary|field)$/) }
  await expect.poll(() => announced(page)).toMatchObject(isThere)
  const { focus, link, targets } = await announced(page)
  if (focus === 'summary') expect(targets).toContain(link)
}

/** Fields of the page's own forms that can be invalid. */
const fieldsOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLFormElement>('main form[method=post]')]
      .filter((form) => new URL(form.getAttribute('action') ?? '', location.href).pathname === location.pathname)
      .flatMap((form) => [...form.querySelectorAll('textarea, select, input')])
      .filter((each) => !each.matches('[type=hidden], [type=radio], [type=checkbox]'))
      .map((each) => each.getAttribute('name')),
  )

/** Pages for visitors without a session. */
const isOfVisitors = (path: string) =>
  /(?:support|login|signup|forgot-password|unsubscribe|complete|desk|recovery_id|feedback)$/.test(path)

test('every form URL is in the table of this test', () => {
  expect(Object.keys(forms).toSorted()).toEqual(
    sitePages.flatMap(({ path, takesForm }) => (takesForm ? [path] : [])).toSorted(),
  )
})

for (const javaScriptEnabled of [true, false])
  test.describe(`rejected forms, with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled })

    test('every rejected form focuses its first invalid field', async ({ page: customer, browser }) => {
      test.setTimeout(180_000)
      const [family, other] = await Promise.all([newFamily({ ages: [9, 9, 9] }), newFamily()])
      await logIn(customer, family, `${here}/profile/overview`)
      const visitor = await (await browser.newContext({ javaScriptEnabled })).newPage()
      for (const [path, rows] of Object.entries(forms))
        for (const row of [rows].flat())
          await test.step(`a rejected form at ${path} ${'field' in row ? row.field : ''}`, async () => {
            if ('story' in row) return
            const page = isOfVisitors(path) ? visitor : customer
            await page.goto(await ('buttons' in row ? row.buttons : row.open)({ family, other }))
            if ('buttons' in row) return expect(await fieldsOf(page), path).toEqual([])
            await sendWrong(page, row)
            if ('field' in row) return isLedToWhatIsWrong(page, row)
            await expect.poll(() => announced(page)).toMatchObject({ focus: 'summary', summary: /./ })
          })
      await visitor.context().close()
    })
  })
