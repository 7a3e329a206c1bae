import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { makeAttendee, makeCustomer } from '../../functions/test-bench/people.ts'
import { makeEvent, makeProgram, makeQuestion } from '../../functions/test-bench/programs.ts'
import { cookiesOf } from '../demo-site.ts'
import { findChromium } from '../find-chromium.ts'
import type { Line } from './budget.ts'
import { cookieOf, localSite } from './local-site.ts'

const rounds = 5
const slowness = 4
const choices = ['Never', 'Sometimes', 'Often', 'Always'].map((label) => ({ value: label.toLowerCase(), label }))
const kinds = [
  { type: 'short_text' },
  { type: 'long_text', max_length: 500 },
  { type: 'yes_no' },
  { type: 'single_choice', choices },
  { type: 'dropdown', choices },
  { type: 'multi_choice', choices },
] as const
type Felt = { slowest: number; longTasks: number; touched: number }

/** Budget 11: filling the registration form on a phone four times slower than this machine, each field by key or pointer. */
export async function interaction(): Promise<Line[]> {
  const { url, world } = await localSite()
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  const lines: Line[] = []
  try {
    for (const questions of [10, 30]) {
      const programId = await makeProgram(world)
      const questionIds = await Promise.all(
        Array.from({ length: questions }, (_, at) =>
          makeQuestion(world, programId, {
            title: `Habit ${at + 1}: what should the coach know?`,
            required: false,
            ...kinds[at % kinds.length],
          } as Parameters<typeof makeQuestion>[2]),
        ),
      )
      const { event_id } = await makeEvent(world, { programId, questionIds })
      const person = await makeCustomer(world, { programIds: [programId] })
      await makeAttendee(world, person, { programId })
      const felt: Felt[] = []
      for (let round = 0; round < rounds; round += 1)
        felt.push(
          await fill(browser, {
            url,
            path: `/pg/${programId}/evt/${event_id}/register`,
            cookie: await cookieOf(world, person),
            questions,
          }),
        )
      const page = `registration, ${questions} questions`
      lines.push({
        part: 'interaction',
        page,
        what: `slowest of ${felt[0]?.touched} interactions, CPU ÷ 4`,
        budget: 100,
        measured: Math.min(...felt.map(({ slowest }) => slowest)),
        unit: 'ms',
      })
      lines.push({
        part: 'interaction',
        page,
        what: 'long tasks while filling it',
        budget: null,
        measured: Math.min(...felt.map(({ longTasks }) => longTasks)),
        unit: 'count',
      })
    }
  } finally {
    await browser.close()
  }
  return lines
}

async function fill(
  browser: Browser,
  input: { url: string; path: string; cookie: string; questions: number },
): Promise<Felt> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  await context.addCookies(cookiesOf({ url: input.url, cookie: input.cookie }))
  const page = await context.newPage()
  await page.goto(input.url + input.path, { waitUntil: 'networkidle' })
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowness })
  await page.evaluate(() => {
    const felt = { slowest: 0, longTasks: 0 }
    const feel = (entries: PerformanceEntryList) => {
      for (const entry of entries as (PerformanceEntry & { interactionId: number })[])
        if (entry.interactionId > 0) felt.slowest = Math.max(felt.slowest, entry.duration)
    }
    const count = (entries: PerformanceEntryList) => {
      felt.longTasks += entries.length
    }
    const presses = new PerformanceObserver((list) => feel(list.getEntries()))
    const tasks = new PerformanceObserver((list) => count(list.getEntries()))
    presses.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    tasks.observe({ type: 'longtask' })
    Object.assign(window, {
      allFelt: () => {
        feel(presses.takeRecords())
        count(tasks.takeRecords())
        return felt
      },
    })
  })
  const child = page.locator('main input[type=checkbox]').first()
  await child.hover({ force: true })
  await painted(page)
  if (!(await child.isChecked())) await child.click({ force: true })
  await painted(page)
  const fields = page.locator('fieldset, .field').filter({ hasText: /Habit \d+:/ })
  await fields.first().waitFor()
  const touched = await touchAll(page)
  if (touched < input.questions)
    throw new Error(`Only ${touched} fields of ${input.questions} questions were there to touch.`)
  const felt = await page.evaluate(() => (window as unknown as { allFelt: () => Omit<Felt, 'touched'> }).allFelt())
  await context.close()
  return { ...felt, touched }
}

async function touchAll(page: Page): Promise<number> {
  const fields: Locator[] = await page.locator('main [name*="que_"]:visible').all()
  for (const field of fields) {
    const type = await field.evaluate((each) =>
      each instanceof HTMLInputElement ? each.type : each.tagName.toLowerCase(),
    )
    await field.focus()
    // What is out of sight is not painted: its press would last until the next scroll.
    await field.evaluate((each) => each.scrollIntoView({ block: 'center', behavior: 'instant' }))
    await painted(page)
    await page.keyboard.press(type === 'radio' || type === 'checkbox' ? 'Space' : type === 'select' ? 'ArrowDown' : 'a')
    await painted(page)
  }
  return fields.length
}

/** Waits until what was done is on the screen: a frame that shows it, and one more that comes after it. */
const painted = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))))
