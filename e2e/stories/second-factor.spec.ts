import { words } from '../fixtures/buying.ts'
import { newFamily, program } from '../fixtures/families.ts'
import { codeFor, mailTo } from '../fixtures/mailbox.ts'
import { inviteToTeam } from '../fixtures/organiser.ts'
import { made } from '../fixtures/call.ts'
import { expect, fitsTheScreen, isAccessible, runs, test } from '../fixtures/phone.ts'

const goto = `/pg/${program}/profile/account`

/** A coach of the demo program who has no session in a browser. */
async function newCoach(language: 'en' | 'fr') {
  const coach = await newFamily({ language, ages: [] })
  await inviteToTeam({ email: coach.email, role: 'coach' })
  const [, code] =
    /\/invitations\/([\w-]{43})/.exec((await mailTo(coach.email, /^(?:Join the team|Rejoignez)/)).text) ?? []
  await made(`/staff_invitations/${code}/accept`, { bearer: coach.bearer, body: {} })
  return coach
}

test.use({ viewport: { width: 360, height: 740 } })

for (const { lang, javaScriptEnabled } of runs)
  test.describe(`a second factor in ${lang}, with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled })

    test('a coach on a shared computer enters the code of the mail, after a wrong one', async ({ phone }) => {
      const { account } = words[lang]
      const coach = await newCoach(lang)
      await phone.goto(`/pg/${program}/login?goto=${encodeURIComponent(goto)}&lang=${lang}`)
      await phone.getByLabel(account.email).fill(coach.email)
      await phone.getByLabel(account.password).fill(coach.password)
      await phone.getByLabel(account.sharedDevice).check()
      await fitsTheScreen(phone)
      if (javaScriptEnabled) await isAccessible(phone)
      await phone.getByRole('main').getByRole('button', { name: account.logIn }).click()

      await expect(phone.getByRole('heading', { level: 1 })).toHaveText(account.secondFactor)
      await fitsTheScreen(phone)
      if (javaScriptEnabled) await isAccessible(phone)
      const code = phone.getByLabel(account.code, { exact: true })
      await code.fill('00000x')
      await phone.getByRole('button', { name: account.confirm, exact: true }).click()
      await expect(code).toHaveAttribute('aria-invalid', 'true')
      await fitsTheScreen(phone)

      // A minute has not passed since the first code.
      await phone.getByRole('button', { name: account.sendAgain }).click()
      await expect(phone.getByRole('alert')).toContainText(/Too many attempts|Trop/)

      await code.fill(await codeFor(coach.email))
      await phone.getByRole('button', { name: account.confirm, exact: true }).click()
      await expect(phone).toHaveURL(new RegExp(`${goto}`))
    })
  })
