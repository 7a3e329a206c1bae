import type { Page } from '@playwright/test'
import { made } from '../fixtures/call.ts'
import { type Family, newFamily, program } from '../fixtures/families.ts'
import { mailTo } from '../fixtures/mailbox.ts'
import { keyboard } from '../fixtures/hands.ts'
import { expect, fitsTheScreen, isAccessible, test } from '../fixtures/phone.ts'
import { paidOrder, placeOf } from '../fixtures/places.ts'
import { site } from '../playwright.config.ts'

/** A family with a past event, and the rating link of its feedback mail. */
async function starOfMail(rating: number): Promise<{ family: Family; link: string }> {
  const family = await newFamily()
  await paidOrder(family, await placeOf('Moonlight Snowshoes', 'One pair'))
  const { data } = await made(`/profile/registrations?program_id=${program}`, { bearer: family.bearer })
  const answer = await fetch(`${site}/dev/feedback`, {
    method: 'POST',
    body: JSON.stringify({ registration_id: data[0].id }),
  })
  expect(answer.status).toBe(200)
  const mail = await mailTo(family.email, /^How was Moonlight Snowshoes for /)
  const link = [...mail.text.matchAll(/https?:\S+\/feedback\S+/g)].map(([address]) => address)
  expect(link).toHaveLength(5)
  return { family, link: link[rating - 1] ?? '' }
}

async function sayHowItWas(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^How was it for /)
  await expect(page.getByRole('radio', { name: 'Good', exact: true })).toBeChecked()
  await page.getByRole('radio', { name: 'Wonderful' }).check({ force: true })
  await page.getByLabel('What should we keep, what should we change?').fill('More stars at night.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you')
  await expect(page.getByRole('main')).toContainText('5 of 5, wonderful')
}

test('a parent rates an event from the mail and changes the rating later', async ({ phone }) => {
  const { link } = await starOfMail(4)
  await phone.goto(link)
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(/^How was it for /)
  await fitsTheScreen(phone)
  await isAccessible(phone)
  await sayHowItWas(phone, link)
  await fitsTheScreen(phone)
  await isAccessible(phone)
  await phone.getByRole('link', { name: 'Change it' }).click()
  await expect(phone.getByRole('radio', { name: 'Wonderful' })).toBeChecked()
  await phone.getByRole('radio', { name: 'Fine', exact: true }).check({ force: true })
  await phone.getByRole('button', { name: 'Save changes' }).click()
  await expect(phone.getByRole('main')).toContainText('3 of 5, fine')
})

test.describe('the feedback page without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  test('a rating from the mail is saved by keyboard in French', async ({ page }) => {
    const { link } = await starOfMail(4)
    const { press, tick, write } = keyboard(page)
    const french = new URL(link)
    french.searchParams.set('lang', 'fr')
    await page.goto(french.href)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Comment ça s’est passé pour /)
    await expect(page.getByRole('radio', { name: 'Bien', exact: true })).toBeChecked()
    await tick(page.getByRole('radio', { name: 'Formidable' }))
    await write(page.getByLabel('Que faut-il garder, que faut-il changer?'), 'Plus d’étoiles.')
    await press(page.getByRole('button', { name: 'Envoyer' }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Merci')
    await expect(page.getByRole('main')).toContainText('5 sur 5, formidable')
    await fitsTheScreen(page)
  })
})
