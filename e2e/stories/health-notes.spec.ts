import { randomUUID } from 'node:crypto'
import { sitePages } from '../../functions/contract/site-pages.ts'
import { words } from '../fixtures/buying.ts'
import { made } from '../fixtures/call.ts'
import { newFamily, program } from '../fixtures/families.ts'
import { mailTo } from '../fixtures/mailbox.ts'
import { expect, logIn, test } from '../fixtures/phone.ts'
import { paidOrder, placeOf } from '../fixtures/places.ts'

/** Every page of the site, with the family's own ids in its URL. */
const pagesWith = (values: Record<string, string>) =>
  sitePages.flatMap(({ path }) => {
    const address = path.replaceAll(/:(\w+)/g, (whole, name: string) => values[name] ?? whole)
    return address.includes(':') ? [] : [address]
  })

test('P-01: health notes appear on their edit form only', async ({ phone }) => {
  test.setTimeout(180_000)
  const mark = `zq${randomUUID().slice(0, 8)}`
  const [nadia, daniel] = [await newFamily({ ages: [9] }), await newFamily({ ages: [] })]
  const attendeeId = nadia.children[0]?.attendee_id ?? ''
  const notes = [`${mark}asthma`, `${mark}nuts`, `${mark.toUpperCase()}7`]
  await made(`/profile/attendees/${attendeeId}`, {
    method: 'PUT',
    bearer: nadia.bearer,
    body: { medical_history: notes[0], dietary_restrictions: notes[1], health_card_number: notes[2] },
  })
  const place = await placeOf('March Break Makers', 'Full day')
  const order = await paidOrder(nadia, place)
  const { email } = daniel
  const invited = { program_id: program, attendee_ids: [attendeeId], email, first_name: 'Daniel', last_name: 'Okafor' }
  await made('/profile/invitations', { bearer: nadia.bearer, body: { ...invited, relation: 'grandparent' } })
  const code = /\/invitations\/([\w-]+)/.exec((await mailTo(email, / invited you to /)).text)?.[1]
  await made(`/invitations/${code}/accept`, { bearer: daniel.bearer, body: {} })

  const values = { program_id: program, attendee_id: attendeeId, order_id: order.id, event_id: place.event_id }
  const pages = pagesWith(values)
  const form = `/pg/${program}/profile/family/${attendeeId}/edit-emergency`
  expect(pages).toContain(form)
  expect(pages.length).toBeGreaterThan(35)
  const found: string[] = []
  for (const [name, family] of Object.entries({ nadia, daniel })) {
    await logIn(phone, family, `/pg/${program}/profile/overview`)
    for (const page of pages.filter((each) => !each.endsWith('/logout'))) {
      const answer = await phone.request.get(page)
      expect([page, answer.status() < 500]).toEqual([page, true])
      const html = await answer.text()
      if (html.toLowerCase().includes(mark)) found.push(`${name} ${page}`)
      expect(html.toUpperCase()).not.toContain(notes[2])
    }
    // The managing adult sees in the access log who opened the notes.
    const log = await (await phone.request.get(`/pg/${program}/profile/family/${attendeeId}/adults`)).text()
    expect(log.includes(words.en.adults.youRead)).toBe(name === 'nadia')
    await phone.goto('about:blank')
    await phone.context().clearCookies()
  }
  expect(found).toEqual([`nadia ${form}`])
})
