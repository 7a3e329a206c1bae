import { openSailWeek } from '../fixtures/camps.ts'
import { checkLook, deskScreens, openDesk, plainPage } from '../fixtures/desk.ts'
import { expect, fitsTheScreen, isAccessible, test } from '../fixtures/phone.ts'
import { inDays } from '../site-clock.ts'

const year = Number(inDays(10).slice(0, 4))
const children = [
  { first_name: 'Ava', born: `${year - 9}-01-05` },
  { first_name: 'Will', born: `${year - 12}-01-05` },
]

for (const { width, script } of deskScreens)
  test(`a manager makes groups and puts people into them at ${width} px, ${script ? 'with' : 'without'} script`, async ({
    browser,
  }) => {
    const { program, event_id } = await openSailWeek(children)
    const page = await plainPage(browser, width, script)
    const looksRight = () => checkLook(page, script)
    await openDesk(page, 'manager', `/events/${event_id}`, program)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sail Week')
    await expect(page.locator('.figs')).toContainText('of 6, 2 families')
    await expect(page.getByRole('row').filter({ hasText: 'Ava Chen' })).toContainText('9')
    await looksRight()

    for (const [name, from, to] of [
      ['Herons', '8', '10'],
      ['Otters', '11', '14'],
    ] as const) {
      await page.getByText('New group').click()
      const form = page.getByRole('form', { name: 'New group' })
      await form.getByLabel('Name').fill(name)
      await form.getByLabel('From age').fill(from)
      await form.getByLabel('To age').fill(to)
      await form.getByRole('button', { name: 'Add group' }).click()
      await expect(page.getByRole('status')).toHaveText('Group added')
    }

    // A group with the same name is refused, and nothing that was typed is lost.
    await page.getByText('New group').click()
    const form = page.getByRole('form', { name: 'New group' })
    await form.getByLabel('Name').fill('Otters')
    await form.getByLabel('From age').fill('15')
    await form.getByRole('button', { name: 'Add group' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(form.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
    await expect(form.getByLabel('From age')).toHaveValue('15')
    await looksRight()

    await page.goto(`/desk/${program}/events/${event_id}`)
    await page.getByRole('button', { name: 'Suggest groups by age' }).click()
    await expect(page.locator('#suggested')).toContainText('Ava')
    await looksRight()
    await page.getByRole('button', { name: 'Put 2 people in these groups' }).click()
    await expect(page.getByRole('status')).toHaveText('Groups saved')
    await expect(page.getByRole('row').filter({ hasText: 'Will Chen' })).toContainText('Otters')

    await page.getByRole('checkbox', { name: 'Choose Will Chen' }).check()
    await page.getByLabel('Put the chosen people in').selectOption('Herons')
    await page.getByRole('button', { name: 'Put in group' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'Will Chen' })).toContainText('Herons')
    await page.getByRole('link', { name: 'Otters' }).click()
    await expect(page.getByText('No one matches these filters')).toBeVisible()
    await looksRight()
    await page.context().close()
  })

test('a coach opens their own event, and no other one', async ({ page }) => {
  const { program, event_id, other_id } = await openSailWeek(children)
  await openDesk(page, 'coach', `/events/${event_id}`, program, [event_id])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sail Week')
  await expect(page.locator('.figs')).not.toContainText('Due')
  await page.goto(`/desk/${program}/events/${other_id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page isn’t part of your role')
})

test('a nurse opens health notes, and the page says that the access is logged', async ({ page }) => {
  const { program, event_id } = await openSailWeek(children)
  await openDesk(page, 'nurse', `/events/${event_id}`, program)
  await page.getByRole('button', { name: 'Show health notes' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Ava Chen' })).toContainText('No notes')
  await expect(page.getByText('You opened the health notes of the people on this page.')).toBeVisible()
  await isAccessible(page)
})

test('the page of an event is in French', async ({ page }) => {
  const { program, event_id } = await openSailWeek(children)
  await openDesk(page, 'front_desk', `/events/${event_id}`, program, [], 'fr')
  await expect(page.getByRole('heading', { name: 'Groupes' })).toBeVisible()
  await page.getByRole('button', { name: 'Afficher les notes de santé' }).click()
  await page.getByLabel('Pourquoi avez-vous besoin des notes de santé?').fill('Appel du parent')
  await page.getByRole('button', { name: 'Afficher les notes de santé' }).click()
  await expect(page.getByText('Vous avez ouvert les notes de santé')).toBeVisible()
  await fitsTheScreen(page)
  await isAccessible(page)
})

for (const script of [true, false])
  test(`a manager calls a day off after a look at the sum, and undoes it, ${script ? 'with' : 'without'} script`, async ({
    browser,
  }) => {
    const { program, event_id } = await openSailWeek(children)
    const page = await plainPage(browser, 360, script)
    await openDesk(page, 'manager', `/events/${event_id}`, program)
    await page.getByRole('link', { name: 'Call off a day' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Call off a day')
    await page.getByLabel('What should families know?').fill('A storm is coming.')
    await page.getByRole('radio', { name: /^An amount per person/ }).check()
    await page.getByRole('button', { name: 'See what goes out' }).click()
    // The amount is missing: the error is at its field, and the text is still there.
    await expect(page.getByLabel('Amount per person', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('What should families know?')).toHaveValue('A storm is coming.')
    await fitsTheScreen(page)
    if (script) await isAccessible(page)

    await page.getByLabel('Amount per person', { exact: true }).fill('20')
    await page.getByRole('button', { name: 'See what goes out' }).click()
    await expect(page.locator('.panel')).toContainText('$40.00')
    await expect(page.locator('.letter')).toContainText('To 2 families, by email')
    await fitsTheScreen(page)
    if (script) await isAccessible(page)
    await page.getByRole('button', { name: /^Call off .* and give back \$40\.00$/ }).click()
    await expect(page.getByRole('status')).toContainText('You have ten minutes to undo it')
    await page.getByRole('button', { name: /^Undo / }).click()
    await expect(page.getByRole('status')).toHaveText('The day takes place. No one was told.')
    await page.context().close()
  })

test('the sheet of 200 children prints on A4 and Letter without a cut row', async ({ page }) => {
  const { program, event_id } = await openSailWeek(children)
  await openDesk(page, 'manager', `/events/${event_id}/sheet`, program)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sheet')
  await expect(page.getByRole('table')).toContainText('Ava Chen')
  await fitsTheScreen(page)
  await isAccessible(page)
  await page.locator('tbody').evaluate((body) => {
    const [row] = body.children
    for (let more = body.children.length; row && more < 200; more += 1)
      body.insertAdjacentHTML('beforeend', row.outerHTML)
  })
  await page.emulateMedia({ media: 'print' })
  for (const [format, width] of [
    ['A4', 718],
    ['Letter', 740],
  ] as const) {
    // As wide as the paper without its margins.
    await page.setViewportSize({ width, height: 1000 })
    const rows = await page.locator('.a4 tr').evaluateAll((all) => all.map((row) => getComputedStyle(row).breakInside))
    expect([rows.length, new Set(rows)], format).toEqual([201, new Set(['avoid'])])
    const head = page.locator('.a4 thead')
    expect(await head.evaluate((each) => getComputedStyle(each).display)).toBe('table-header-group')
    const tooWide = await page.locator('.a4').evaluate((sheet) => sheet.scrollWidth > sheet.clientWidth)
    expect(tooWide, format).toBe(false)
    const printed = (await page.pdf({ format })).toString('latin1')
    expect(printed.match(/\/Type \/Page\b/g)?.length ?? 0, format).toBeGreaterThan(3)
  }
})

test('the sheet is a file for spreadsheets too, with the chosen columns', async ({ page }) => {
  const { program, event_id } = await openSailWeek(children)
  await openDesk(page, 'front_desk', `/events/${event_id}/sheet?column=age&column=pick_up`, program)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download for a spreadsheet' }).click(),
  ])
  const stream = await file.createReadStream()
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  const [head, first] = Buffer.concat(chunks).toString('utf8').split('\r\n')
  expect(head).toContain('"Last name","First name","Age","May pick up"')
  expect(first).toContain('"Chen","Ava"')
})
