import { openBusyProgram } from '../fixtures/busy-program.ts'
import { checkLook, deskEnds, openDesk, plainPage } from '../fixtures/desk.ts'
import { mailTo } from '../fixtures/mailbox.ts'
import { bookForFamily } from '../fixtures/organiser.ts'
import { expect, fitsTheScreen, isAccessible, test } from '../fixtures/phone.ts'

for (const { width, script } of [
  { width: 360, script: true },
  { width: 1280, script: true },
  { width: 360, script: false },
])
  test(`the front desk answers a family from Today, and writes to it, at ${width} px, ${script ? 'with' : 'without'} script`, async ({
    browser,
  }) => {
    const { program, family } = await openBusyProgram()
    const page = await plainPage(browser, width, script)
    const looksRight = () => checkLook(page, script)
    await openDesk(page, 'front_desk', '', program)
    await page.getByRole('link', { name: /^1 message unanswered/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Messages')
    await expect(page.getByText('Unanswered', { exact: true })).toBeVisible()
    await looksRight()
    await page.getByRole('listitem').filter({ hasText: 'May we bring a dog?' }).getByRole('link').first().click()
    await expect(page.getByText('May we bring a dog?')).toBeVisible()
    await looksRight()
    // What was typed stays while the conversation is assigned.
    await page.getByRole('textbox', { name: 'Your answer' }).fill('Yes, on a lead.')
    await page.getByRole('button', { name: 'I’ll answer' }).click()
    await expect(page.getByRole('status')).toContainText('answers this now.')
    await expect(page.getByRole('button', { name: 'I’ll answer' })).toHaveCount(0)
    await expect(page.getByRole('textbox', { name: 'Your answer' })).toHaveValue('Yes, on a lead.')
    await looksRight()
    await page.locator('summary').filter({ hasText: 'Note to the team' }).click()
    await page.getByRole('textbox', { name: 'Note to the team' }).fill('Robin allows small dogs.')
    await page.getByRole('button', { name: 'Add note' }).click()
    await expect(page.getByRole('status')).toHaveText('Note saved.')
    await expect(page.getByRole('listitem').filter({ hasText: 'Robin allows small dogs.' })).toContainText(
      'to the team',
    )
    await expect(page.getByRole('textbox', { name: 'Your answer' })).toHaveValue('Yes, on a lead.')
    await looksRight()
    await page.getByRole('button', { name: 'Send answer' }).click()
    await expect(page.getByRole('status')).toHaveText('Message sent.')
    await expect(page.getByText('Yes, on a lead.')).toBeVisible()
    await page.getByRole('button', { name: 'Mark as done' }).click()
    await expect(page.getByRole('status')).toHaveText('Marked as done')
    await looksRight()
    await page.getByRole('main').getByRole('link', { name: 'Messages' }).click()
    await expect(page.getByText('Every family has an answer.')).toBeVisible()
    await page.getByRole('link', { name: 'Mine 0' }).click()
    await expect(page.getByText('Nothing is assigned to you.')).toBeVisible()
    await page.getByRole('link', { name: 'All', exact: true }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Yes, on a lead.' })).toContainText('answers')
    await looksRight()

    // A message of its own is shown before it leaves.
    await page.goto(`/desk/${program}/families?q=${family.email}`)
    await page.getByRole('link', { name: 'Nadia Roy' }).first().click()
    await page.getByRole('link', { name: 'Write to the family' }).click()
    await page.getByLabel('Subject').fill('A hat was found')
    await page.getByLabel('Message').fill('It is blue.')
    await page.getByLabel('Subject').press('Enter')
    await expect(page.locator('.letter')).toContainText(`Email to ${family.email}`)
    await expect(page.locator('.letter')).toContainText('It is blue.')
    await expect(page.getByLabel('Message')).toHaveValue('It is blue.')
    await looksRight()
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByRole('status')).toHaveText('Message sent.')
    expect((await mailTo(family.email, /A hat was found/)).text).toContain('It is blue.')
    await page.context().close()
  })

for (const { width, script } of deskEnds)
  test(`a manager sees the mail and its readers before a group gets it at ${width} px, ${script ? 'with' : 'without'} script`, async ({
    browser,
  }) => {
    const { program } = await openBusyProgram()
    const email = `ines-${program}@example.com`
    await bookForFamily(program, {
      customer: { first_name: 'Ines', last_name: 'Moreau', email },
      event_key: 'sail',
      people: [
        {
          attendee: { first_name: 'Leo', last_name: 'Moreau', relation: 'parent', date_of_birth: '2016-02-19' },
          option_key: 'full',
        },
      ],
      paid_by: 'cash',
    })
    const page = await plainPage(browser, width, script)
    const looksRight = () => checkLook(page, script)
    await openDesk(page, 'manager', '/events', program)
    await page.getByRole('link', { name: 'Sail Week' }).first().click()
    await page.getByRole('link', { name: 'Write to families' }).click()
    await looksRight()
    await page.getByLabel('Subject').fill('Bring a towel')
    await page.getByLabel('Message').fill('Please bring a second towel.')
    await page.getByRole('button', { name: 'See the email and who gets it' }).click()
    await expect(page.getByRole('status')).toHaveText('Look at the email below. It leaves when you send it.')
    await expect(page.locator('.letter')).toContainText('Please bring a second towel.')
    // Ines has a place and an email. Dana and Ada booked by phone, without an email.
    await expect(page.getByText('1 family gets this email')).toBeVisible()
    await expect(page.getByText('No email')).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Sail Week')
    await looksRight()
    await page.getByRole('link', { name: 'Change the text' }).click()
    await expect(page.getByLabel('Message')).toHaveValue('Please bring a second towel.')
    await page.getByLabel('Message').fill('Please bring two towels.')
    await page.getByRole('button', { name: 'See the email and who gets it' }).click()
    await expect(page.locator('.letter')).toContainText('Please bring two towels.')
    await page.getByRole('button', { name: 'Send to 1 family' }).click()
    await expect(page.getByRole('status')).toHaveText('On its way')
    expect((await mailTo(email, /Bring a towel/)).text).toContain('Please bring two towels.')
    await page.getByRole('main').getByRole('link', { name: 'Messages' }).click()
    // The draft that was changed is not sent.
    await expect(page.getByRole('row').filter({ hasText: 'Bring a towel' })).toHaveCount(2)
    await expect(page.getByRole('row').filter({ hasText: 'Not sent' })).toHaveCount(1)
    await looksRight()
    await page.context().close()
  })

test('un groupe sans condition est refusé, et rien n’est perdu', async ({ browser }) => {
  const { program } = await openBusyProgram()
  const page = await plainPage(browser, 360, true)
  await openDesk(page, 'manager', '/messages', program, [], 'fr')
  await expect(page.getByRole('heading', { name: 'Envoyés à des groupes' })).toBeVisible()
  await fitsTheScreen(page)
  await isAccessible(page)
  await page.getByRole('link', { name: 'Écrire à un groupe' }).click()
  await page.getByLabel('Objet').fill('Bonjour')
  await page.getByLabel('Message', { exact: true }).fill('À personne en particulier.')
  await page.getByRole('button', { name: 'Voir le courriel et qui le reçoit' }).click()
  await expect(page.getByRole('alert')).toContainText('Rien n’a été envoyé')
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('À personne en particulier.')
  await isAccessible(page)
  await page.context().close()
})

test('a bookkeeper has no messages', async ({ page }) => {
  const { program } = await openBusyProgram()
  await openDesk(page, 'finance', '', program)
  await expect(page.getByRole('link', { name: 'Messages' })).toHaveCount(0)
  const answer = await page.goto(`/desk/${program}/messages`)
  expect(answer?.status()).toBe(403)
})

test('the second of two members reads what the first did, and keeps what they typed', async ({ browser }) => {
  const { program } = await openBusyProgram()
  const [first, second] = [await plainPage(browser, 1280, false), await plainPage(browser, 360, false)]
  for (const page of [first, second]) {
    await openDesk(page, 'front_desk', '/messages', program)
    await page.getByRole('listitem').filter({ hasText: 'May we bring a dog?' }).getByRole('link').first().click()
  }
  await first.getByRole('textbox', { name: 'Your answer' }).fill('Yes, on a lead.')
  await first.getByRole('button', { name: 'Send answer' }).click()
  await expect(first.getByRole('status')).toHaveText('Message sent.')
  await second.getByRole('textbox', { name: 'Your answer' }).fill('No dogs, sorry.')
  await second.getByRole('button', { name: 'Send answer' }).click()
  await expect(second.getByRole('alert')).toContainText('A message arrived or was sent since you opened this page.')
  await expect(second.getByText('Yes, on a lead.')).toBeVisible()
  await expect(second.getByRole('textbox', { name: 'Your answer' })).toHaveValue('No dogs, sorry.')
  await checkLook(second, false)
  for (const page of [first, second]) await page.context().close()
})
