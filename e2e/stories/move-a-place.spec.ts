import { randomUUID } from 'node:crypto'
import { isPaid, payByCard, words } from '../fixtures/buying.ts'
import { made } from '../fixtures/call.ts'
import { inDays } from '../site-clock.ts'
import { type Family, newFamily } from '../fixtures/families.ts'
import { thumb } from '../fixtures/hands.ts'
import { mailTo } from '../fixtures/mailbox.ts'
import { applySailCamps } from '../fixtures/organiser.ts'
import { expect, fitsTheScreen, isAccessible, logIn, test } from '../fixtures/phone.ts'
import { payForPlace } from '../fixtures/places.ts'

const { answers, moves, schedule } = words.en
const week = (key: string, days: number, cost: number, questions: string[] = []) => ({
  questions,
  key,
  type: 'camp',
  name: 'Sail Week',
  summary: 'A week of wind and water.',
  status: 'published',
  online_event: true,
  starts_at: inDays(days),
  ends_at: inDays(days + 4),
  refund: { tiers: [{ until: 'P14D', percent: 100 }], automatic: true, move_until: 'P2D' },
  options: [{ key: 'full', name: `At ${cost}`, cost, spots_total: 20 }],
})

/** A program with three weeks of camp at three prices, and a child with a paid place in the first. */
async function bookFirstWeek(
  family: Family,
  form: { questions?: string[]; answers?: Record<string, string> } = {},
): Promise<{ program: string; registration_id: string }> {
  const program = `moves-${randomUUID().slice(0, 8)}`
  await applySailCamps(program, {
    questions: [
      { key: 'friend', title: 'Cabin friend', type: 'short_text', max_length: 40 },
      { key: 'swims', title: 'Can swim?', type: 'yes_no', required: true },
    ],
    events: [week('first', 20, 345, form.questions), week('second', 27, 210, ['swims']), week('third', 34, 400)],
  })
  const { bearer } = family
  const profile = await made(`/profile/programs/${program}`, { bearer, body: { program_id: program } })
  const { data } = await made<{ data: { id: string }[] }>(`/explore/events?program_id=${program}`)
  const options = await made<{ data: { id: string }[] }>(`/explore/events/${data[0]?.id}/options`)
  const children = []
  for (const { attendee_id } of family.children)
    children.push(await made(`/profile/programs/${program}/attendees`, { bearer, body: { attendee_id } }))
  const { fields } = await made<{ fields: { id: string }[] }>(`/explore/events/${data[0]?.id}`)
  const place = {
    form_response: {
      answers: fields.map(({ id }, at) => ({ field_id: id, value: Object.values(form.answers ?? {})[at] })),
    },
    event_id: data[0]?.id,
    option_id: options.data[0]?.id,
    customer_profile_id: profile.id,
    attendee_profile_id: children[0]?.id,
  }
  const registration = await made('/profile/registrations', { bearer, body: place })
  await payForPlace(bearer, { program, customer_profile_id: profile.id, registration_id: registration.id })
  return { program, registration_id: registration.id }
}

test('a parent reschedules a place to a cheaper week and then gives it to another child', async ({ phone }) => {
  const family = await newFamily()
  const { program } = await bookFirstWeek(family)
  await logIn(phone, family, `/pg/${program}/profile/schedule`)
  await phone.locator('summary', { hasText: 'Manage Sail Week, Maya' }).click()
  await isAccessible(phone)
  await fitsTheScreen(phone)
  await phone.getByRole('link', { name: /^Move Sail Week, Maya/ }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(moves.title('Maya'))
  await expect(phone.getByText(moves.back('$135.00'))).toBeVisible()
  await expect(phone.getByText(moves.more('$55.00'))).toBeVisible()
  await isAccessible(phone)
  await fitsTheScreen(phone)

  await phone.getByRole('link', { name: /^Choose Sail Week, At 210/ }).click()
  await isAccessible(phone)
  await fitsTheScreen(phone)
  await phone.getByLabel('Can swim?').selectOption({ label: 'Yes' })
  await phone.getByRole('button', { name: moves.moveAndGet('$135.00') }).click()
  await expect(phone.getByRole('status').filter({ hasText: moves.saved })).toBeVisible()
  const mail = await mailTo(family.email, /^Moved: /)
  expect(mail.text).toContain('You get $135.00 back')

  await phone.getByRole('link', { name: moves.give('Samuel') }).click()
  await phone.getByLabel('Can swim?').selectOption({ label: 'No' })
  await phone.getByRole('button', { name: moves.move }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(moves.title('Samuel'))
  await phone.goto(`/pg/${program}/profile/schedule`)
  await expect(phone.locator('summary', { hasText: 'Manage Sail Week, Samuel' })).toBeVisible()
  await phone.getByRole('navigation', { name: schedule.whose }).getByRole('link', { name: 'Maya' }).click()
  await expect(phone.getByRole('heading', { name: schedule.none })).toBeVisible()
  await phone.getByRole('navigation', { name: schedule.whose }).getByRole('link', { name: 'Samuel' }).click()
  await expect(phone.locator('summary', { hasText: 'Manage Sail Week, Samuel' })).toBeVisible()
  await isAccessible(phone)
  await fitsTheScreen(phone)
})

test('a parent changes an answer of a booked place and reads what it was', async ({ phone }) => {
  const family = await newFamily()
  const { program, registration_id } = await bookFirstWeek(family, {
    questions: ['friend'],
    answers: { friend: 'Zoé' },
  })
  await logIn(phone, family, `/pg/${program}/profile/schedule`)
  await phone.locator('summary', { hasText: 'Manage Sail Week, Maya' }).click()
  await phone.getByRole('link', { name: /^Answers Sail Week, Maya/ }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(answers.title('Maya'))
  const friend = phone.getByLabel('Cabin friend')
  await expect(friend).toHaveValue('Zoé')
  await isAccessible(phone)
  await fitsTheScreen(phone)

  // A browser that checks nothing sends too long an answer.
  await friend.evaluate((field: HTMLInputElement) => {
    field.removeAttribute('maxlength')
    field.form?.setAttribute('novalidate', '')
  })
  await friend.fill('x'.repeat(41))
  await phone.getByRole('button', { name: answers.save }).click()
  await expect(phone.getByRole('alert')).toContainText(answers.problem)
  await friend.fill('Léa')
  await phone.getByRole('button', { name: answers.save }).click()
  await expect(phone.getByRole('status')).toHaveText(answers.saved)
  await expect(phone.getByText(answers.fromTo('Zoé', 'Léa'))).toBeVisible()
  await isAccessible(phone)
  await fitsTheScreen(phone)

  const { order_id } = await made<{ order_id: string }>(`/profile/registrations/${registration_id}`, {
    bearer: family.bearer,
  })
  await phone.goto(`/pg/${program}/profile/orders/${order_id}`)
  await phone
    .getByText(new RegExp(`^${answers.heading}`))
    .first()
    .click()
  await expect(phone.getByText('Léa')).toBeVisible()
  await isAccessible(phone)
})

for (const lang of ['en', 'fr'] as const) {
  test(`a parent reschedules a place to a more expensive week after paying the difference, in ${lang}`, async ({
    phone,
  }) => {
    const text = words[lang]
    const family = await newFamily({ language: lang })
    const { program, registration_id } = await bookFirstWeek(family)
    await logIn(phone, family, `/pg/${program}/profile/schedule/${registration_id}`)
    await phone.getByRole('link', { name: new RegExp(`^${text.moves.pick} Sail Week, At 400`) }).click()
    await expect(phone.getByText(text.moves.paidCounts)).toBeVisible()
    await isAccessible(phone)
    await fitsTheScreen(phone)
    await phone.getByRole('button', { name: /55/ }).click()

    await phone.waitForURL(/\/checkout\//)
    await expect(phone.getByText(text.checkout.carried)).toBeVisible()
    await expect(phone.getByRole('heading', { level: 1 })).toContainText('55')
    await isAccessible(phone)
    await fitsTheScreen(phone)
    await payByCard({ page: phone, hands: thumb, lang }, '4242 4242 4242 4242')
    await isPaid({ page: phone, hands: thumb, lang })
    await isAccessible(phone)
    await fitsTheScreen(phone)
    await phone.goto(`/pg/${program}/profile/schedule`)
    await expect(phone.getByText('At 400')).toBeVisible()
    const mail = await mailTo(family.email, lang === 'fr' ? /^Déplacé/ : /^Moved: /)
    expect(mail.text).toContain(lang === 'fr' ? 'Vous avez payé la différence' : 'You paid the difference of $55.00')
  })
}
