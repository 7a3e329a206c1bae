import { expect, test } from '@playwright/test'
import { en } from '../../functions/contract/sentences/en.ts'
import { fr } from '../../functions/contract/sentences/fr.ts'
import { words } from '../fixtures/buying.ts'
import { call } from '../fixtures/call.ts'
import { newFamily, program } from '../fixtures/families.ts'
import { keyboard } from '../fixtures/hands.ts'
import { fitsTheScreen, isAccessible, logIn, runs } from '../fixtures/phone.ts'

for (const { lang, javaScriptEnabled } of runs)
  test.describe(`duplicate records of one child in ${lang}, with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 320, height: 640 } })

    test('a parent merges two records and separates them again by keyboard', async ({ page }) => {
      const { merge: text } = words[lang]
      const { children, ...family } = await newFamily({ language: lang, ages: [9, 9, 10] })
      const [maya, twin] = children.map(({ attendee_id }) => attendee_id)
      const change = (id: string | undefined, body: object) =>
        call(`/profile/attendees/${id}`, { method: 'PUT', bearer: family.bearer, body })
      await change(maya, { medical_history: 'Bee stings' })
      await change(twin, {
        first_name: 'Maya',
        last_name: 'Okafor',
        medical_history: 'Hay fever',
        phone: '+14165550177',
      })
      const hands = keyboard(page, { onwards: true })
      const check = async () => {
        await fitsTheScreen(page)
        if (javaScriptEnabled) await isAccessible(page)
      }
      await logIn(page, family, `/pg/${program}/profile/family/${maya}/merge`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.title('Maya Roy'))
      await check()

      await expect(page.getByRole('radio', { name: 'Théo Roy' })).toBeHidden()
      await hands.press(page.getByText(text.someoneElse))
      await hands.tick(page.getByRole('radio', { name: 'Théo Roy' }))
      await page.keyboard.press('Enter')
      await expect(page.getByText({ en, fr }[lang].errors.merge_dob_conflict)).toBeVisible()
      await check()
      await hands.press(page.getByRole('link', { name: text.keepApart }))
      await hands.tick(page.getByRole('radio', { name: 'Maya Okafor' }))
      await hands.press(page.getByRole('button', { name: text.compare }))
      const row = (label: string | RegExp) => page.getByRole('row').filter({ hasText: label })
      await expect(row(new RegExp(`^${text.fields.last_name}`))).toContainText('Roy')
      await expect(row(words[lang].family.medical).getByRole('cell').last()).toHaveText(text.bothNotes)
      await expect(row(words[lang].registration.phone).first().getByRole('cell').last()).toHaveText('+1 416 555 0177')
      await check()
      await hands.press(page.getByRole('button', { name: text.submit('Maya') }))
      await expect(page.getByRole('status')).toHaveText(text.savedMerged)
      await check()
      const merged = await call(`/profile/attendees/${maya}`, { bearer: family.bearer })
      expect(merged.body.medical_history).toBe('Bee stings\nHay fever')

      await hands.press(page.getByRole('button', { name: text.undo }))
      await expect(page.getByRole('status')).toContainText(text.savedUndone)
      await expect(page.getByRole('radio', { name: 'Maya Okafor' })).toBeVisible()
      const apart = await call(`/profile/attendees/${maya}`, { bearer: family.bearer })
      expect(apart.body.medical_history).toBe('Bee stings')
    })
  })
