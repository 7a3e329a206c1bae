import { findEvent, words } from '../fixtures/buying.ts'
import { newFamily, password } from '../fixtures/families.ts'
import { thumb } from '../fixtures/hands.ts'
import { expect, formScriptRuns, isAccessible, test } from '../fixtures/phone.ts'

test('K5, K6: a form in the queue shows the remaining wait and keeps the input', async ({ phone }) => {
  const { email } = await newFamily({ ages: [9] })
  const text = words.en.registration
  await findEvent({ page: phone, hands: thumb, lang: 'en' }, 'Junior week')
  await formScriptRuns(phone)
  await phone.getByText(text.known).click()
  await phone.getByLabel(text.email).fill(email)
  await phone.getByLabel(text.password).fill(password)

  // Many customers log in at this moment, so the response arrives when it is this customer's turn.
  let answer = () => {}
  const turn = new Promise<void>((resolve) => {
    answer = resolve
  })
  await phone.route('**/register*', async (route) => {
    if (route.request().method() === 'POST') await turn
    await route.continue()
  })
  await phone.route('**/line', (route) => route.fulfill({ json: { seconds: 20 } }))
  await phone.getByRole('button', { name: text.logIn, exact: true }).click()

  const status = phone.getByRole('status').filter({ hasText: 'You’re in line, about 20 seconds.' })
  await expect(status).toContainText('Keep this page open; nothing you typed is lost.')
  await isAccessible(phone)
  await expect(phone.getByLabel(text.email)).toHaveValue(email)
  answer()

  await expect(phone.getByRole('status').filter({ hasText: text.signedInAs.split('{')[0] as string })).toBeVisible()
  await expect(status).toHaveCount(0)
})
