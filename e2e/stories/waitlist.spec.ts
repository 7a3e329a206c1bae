import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { made } from '../fixtures/call.ts'
import { newFamily } from '../fixtures/families.ts'
import { words } from '../fixtures/buying.ts'
import { keyboard, thumb } from '../fixtures/hands.ts'
import { applyProgram } from '../fixtures/organiser.ts'
import { mailTo } from '../fixtures/mailbox.ts'
import { fitsTheScreen, isAccessible, logIn } from '../fixtures/phone.ts'
import { pierProgram } from '../fixtures/pier-program.ts'

test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })

for (const lang of ['en', 'fr'] as const)
  test(`a family takes an offered place from the waitlist, in ${lang}${lang === 'fr' ? ' by the keyboard alone' : ''}`, async ({
    page,
  }) => {
    const program = `line-${randomUUID().slice(0, 8)}`
    const { waitlist, order } = words[lang]
    const hands = lang === 'fr' ? keyboard(page) : thumb
    const heading = (level: number) => page.getByRole('heading', { level })
    await applyProgram({ ...pierProgram, program })
    const seller = await newFamily()
    const family = await newFamily({ language: lang })
    const { bearer } = seller
    const [event] = (await made(`/explore/events?program_id=${program}`)).data
    const [option] = (await made(`/explore/events/${event.id}/options`)).data
    const profile = await made(`/profile/programs/${program}`, { bearer, body: { program_id: program } })
    const child = await made(`/profile/programs/${program}/attendees`, {
      bearer,
      body: { program_id: program, attendee_id: seller.children[0]?.attendee_id },
    })
    const sold = await made('/profile/registrations', {
      bearer,
      body: {
        event_id: event.id,
        option_id: option.id,
        customer_profile_id: profile.id,
        attendee_profile_id: child.id,
      },
    })

    await logIn(page, family, `/pg/${program}/evt/${event.id}/waitlist?option_id=${option.id}`)
    await expect(heading(1)).toHaveText(waitlist.join)
    await fitsTheScreen(page)
    await page.goto(`/pg/${program}/evt/${event.id}?lang=${lang}`)
    await expect(page.getByText(words[lang].event.soldOutWaitlist)).toBeVisible()
    await page.goBack()
    await hands.press(page.getByRole('button', { name: waitlist.join }))
    await expect(page.getByRole('alert')).toContainText(waitlist.chooseWho)
    await hands.tick(page.getByLabel('Maya'))
    await hands.tick(page.getByLabel('Samuel'))
    await hands.tick(page.getByLabel(waitlist.each))
    await hands.press(page.getByRole('button', { name: waitlist.join }))
    await expect(page.getByRole('heading', { name: waitlist.next })).toBeVisible()
    await expect(page.getByRole('heading', { name: waitlist.position(2) })).toBeVisible()
    await fitsTheScreen(page)

    await made(`/profile/registrations/${sold.id}/cancel`, { bearer, body: {} })
    const mail = await mailTo(
      family.email,
      lang === 'fr' ? /^Une place s’est libérée pour Maya/ : /^A place opened for Maya: Rowing week$/,
    )
    const link = /https?:\/\/\S+\/offer\?\S+/.exec(mail.text)?.[0] ?? ''
    await page.goto(link)
    await expect(heading(1)).toHaveText(waitlist.offerTitle('Maya', 1))
    await fitsTheScreen(page)
    await page.goto(`/pg/${program}/profile/schedule`)
    await expect(page.getByText(new RegExp(waitlist.offeredUntil('')))).toBeVisible()
    await expect(page.getByText(order.placeStatus.waitlisted)).toBeVisible()
    await page.goto(link)
    await hands.press(page.getByRole('button', { name: waitlist.claim(1) }))
    await expect(page).toHaveURL(new RegExp(`/pg/${program}/checkout/`))
    await page.goto(link)
    await expect(page.getByRole('heading', { name: waitlist.claimed })).toBeVisible()
  })

test.describe('waitlist links with JavaScript', () => {
  test.use({ javaScriptEnabled: true })
  test('an invalid waitlist link shows an accessible error page', async ({ page }) => {
    await page.goto('/pg/lakeside/offer?token=made-up')
    await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
    await isAccessible(page)
  })
})
