import { randomUUID } from 'node:crypto'
import { words } from '../fixtures/buying.ts'
import { inDays } from '../site-clock.ts'
import { newFamily } from '../fixtures/families.ts'
import { applySailCamps } from '../fixtures/organiser.ts'
import { expect, fitsTheScreen, isAccessible, logIn, test } from '../fixtures/phone.ts'

const event = (key: string, name: string, option: object) => ({
  key,
  type: 'camp',
  name,
  summary: 'A week of wind and water.',
  status: 'published',
  online_event: true,
  starts_at: inDays(40),
  ends_at: inDays(44),
  options: [{ key: 'full', name: 'Full day', cost: 345, spots_total: 20, ...option }],
})

test('a parent chooses a child once, and each event shows whether it suits the child', async ({ phone }) => {
  const { who, whoOnly } = words.en.explore
  const family = await newFamily({ ages: [7, 12] })
  const program = `who-${randomUUID().slice(0, 8)}`
  await applySailCamps(program, {
    events: [
      event('small', 'Little Paddlers', { minimum_age: 5, maximum_age: 9 }),
      event('big', 'Night Sail', { minimum_age: 11, maximum_age: 15 }),
    ],
  })
  await phone.goto(`/pg/${program}`)
  await expect(phone.getByRole('group', { name: who })).toBeHidden()

  await logIn(phone, family, `/pg/${program}`)
  const chooser = phone.getByRole('group', { name: who })
  await phone.getByText('Ages', { exact: true }).click()
  await chooser.getByRole('checkbox', { name: 'Maya' }).check()
  await chooser.getByRole('checkbox', { name: 'Samuel' }).check()
  const card = (name: string) => phone.getByRole('listitem').filter({ has: phone.getByRole('heading', { name }) })
  await expect(card('Little Paddlers')).toContainText('Open to Maya. Samuel is too old.')
  await expect(card('Night Sail')).toContainText('Open to Samuel. Maya is too young.')
  const only = chooser.getByRole('checkbox', { name: whoOnly })
  await chooser.getByRole('checkbox', { name: 'Samuel' }).uncheck()
  await only.check()
  await expect(card('Night Sail')).toBeHidden()
  await expect(card('Little Paddlers')).toBeVisible()
  await expect(chooser.getByRole('status')).toHaveText('1 event on this page is hidden')
  await isAccessible(phone)
  await fitsTheScreen(phone)
  await chooser.getByRole('checkbox', { name: 'Samuel' }).check()
  await expect(card('Night Sail')).toBeVisible()

  await phone.goto(`/pg/${program}?lang=fr`)
  await expect(card('Night Sail')).toContainText('Ouvert à Samuel. Trop jeune\u00a0: Maya.')
  await phone.getByText(words.fr.explore.search.ages, { exact: true }).click()
  const chosen = phone.getByRole('group', { name: words.fr.explore.who })
  await chosen.getByRole('checkbox', { name: 'Maya' }).uncheck()
  await expect(card('Night Sail')).not.toContainText('Maya')
  await expect(card('Little Paddlers')).toBeVisible()
  await isAccessible(phone)
})
