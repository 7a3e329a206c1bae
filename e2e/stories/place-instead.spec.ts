import { randomUUID } from 'node:crypto'
import { like, words } from '../fixtures/buying.ts'
import { made } from '../fixtures/call.ts'
import { newFamily } from '../fixtures/families.ts'
import { applySailCamps } from '../fixtures/organiser.ts'
import { expect, fitsTheScreen, isAccessible, logIn, test } from '../fixtures/phone.ts'
import { inDays } from '../site-clock.ts'

const text = words.en.registration
const week = (key: string, starts: number, spots_total: number) => ({
  key,
  type: 'camp',
  name: 'Sail Week',
  summary: 'A week of wind and water.',
  status: 'published',
  online_event: true,
  starts_at: inDays(starts),
  ends_at: inDays(starts + 4),
  questions: ['friend'],
  options: [
    { key: 'half', name: 'Half day', cost: 210, spots_total: 20 },
    { key: 'full', name: 'Full day', cost: 345, spots_total },
  ],
})

for (const script of ['on', 'off'])
  test.describe(`a refused child, with JavaScript ${script}`, () => {
    test.use({ javaScriptEnabled: script === 'on' })

    test('takes another week with everything typed, in the same cart', async ({ phone }) => {
      test.setTimeout(150_000)
      const program = `instead-${randomUUID().slice(0, 8)}`
      await applySailCamps(program, {
        questions: [{ key: 'friend', title: 'Cabin friend', type: 'short_text' }],
        events: [week('first', 20, 1), week('next', 27, 20)],
      })
      const { data } = await made<{ data: { id: string }[] }>(`/explore/events?program_id=${program}`)
      await logIn(phone, await newFamily(), `/pg/${program}/evt/${data[0]?.id}/register`)
      const hydrated = () => expect(phone.locator('astro-island[ssr]')).toHaveCount(script === 'on' ? 0 : 1)
      const choices = phone.locator('.choice')
      const rowOf = (name: string) => choices.filter({ hasText: name })
      const friendOf = (name: string) =>
        phone
          .getByRole('group', { name: text.about.replace('{name}', name) })
          .or(rowOf(name))
          .getByLabel('Cabin friend')
          .filter({ visible: true })
      await hydrated()
      for (const name of ['Maya', 'Samuel']) {
        await phone.getByRole('checkbox', { name: like(name) }).check({ force: true })
        await rowOf(name).getByLabel(text.option, { exact: true }).selectOption({ index: 2 })
      }
      await friendOf('Samuel').fill('Lucie')
      await phone.getByRole('button', { name: text.goOn }).click()

      const offers = rowOf('Samuel').getByRole('listitem')
      await expect(offers).toHaveText([/^Half day$/, /^Sail Week, /])
      if (script === 'on') await isAccessible(phone)
      await fitsTheScreen(phone)
      await offers.getByRole('button', { name: like('Sail Week') }).click()
      await expect(phone).toHaveURL(new RegExp(`/evt/${data[1]?.id}/register`))
      await hydrated()
      await expect(phone.getByRole('checkbox', { name: like('Maya') })).not.toBeChecked()
      await expect(phone.getByRole('checkbox', { name: like('Samuel') })).toBeChecked()
      // The questions are folded, because all of them are answered.
      const folded = phone.locator('summary', { hasText: text.about.replace('{name}', 'Samuel') })
      await folded.filter({ visible: true }).click()
      await expect(friendOf('Samuel')).toHaveValue('Lucie')
      await rowOf('Samuel').getByLabel(text.option, { exact: true }).selectOption({ index: 1 })
      await phone.getByRole('button', { name: text.goOn }).click()
      await expect(phone).toHaveURL(/\/checkout\/ord_\w+/)
      for (const name of ['Maya', 'Samuel']) await expect(phone.getByText(name).first()).toBeVisible()
    })
  })
