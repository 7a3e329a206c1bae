import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const files = globSync('src/**/*.{astro,tsx}').map((file) => ({ file, source: readFileSync(file, 'utf8') }))
/** The forms of pages, and the components of an island, whose fields are grouped by function. */
const forms = files.flatMap(({ file, source }) =>
  source
    .split(file.endsWith('.tsx') ? /^(?=(?:export )?function )/m : /(?=<form)/)
    .slice(1)
    .map((form) => ({ file, form: form.split('</form>')[0] ?? '' })),
)
const hasPassword = (form: string) =>
  /autocomplete(?:=|: )["']?(?:new|current)-password|password\('(?:new|current)-password'\)/i.test(form)

it('every form with a password names the account for password managers', () => {
  const found = forms.filter(({ form }) => hasPassword(form))
  expect(new Set(found.map(({ file }) => file)).size).toBeGreaterThanOrEqual(8)
  expect(
    found.filter(({ form }) => !/autocomplete[=:][^>}]*["']username["']/i.test(form)).map(({ file }) => file),
  ).toEqual([])
  // No password is in a form that this test does not see.
  const typed = files.filter(({ source }) => /type(?:=|: )["']password["']/.test(source)).map(({ file }) => file)
  expect(typed.filter((file) => !found.some((form) => form.file === file))).toEqual([])
})

it('a browser fills in a date of birth only for the reader', () => {
  const filled = files.filter(({ source }) => /bday/.test(source))
  expect(
    filled.map(({ source }) => [...source.matchAll(/.*bday.*/g)].every(([line]) => /isOwnBirthday \?/.test(line))),
  ).toEqual([true, true])
  const owners = files.flatMap(({ source }) =>
    [...source.matchAll(/ isOwnBirthday(?:=\{([^}]*)\}|[\s/>])/g)].map(([, owner]) => owner),
  )
  expect(owners.filter((owner) => owner !== undefined).toSorted()).toEqual(['person.isSelf', "relation === 'self'"])
})
