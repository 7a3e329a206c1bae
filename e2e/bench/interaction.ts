import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { makeAttendee, makeCustomer } from '../../functions/test-bench/people.ts'
import { makeEvent, makeProgram, makeQuestion } from '../../functions/test-bench/programs.ts'
import { cookiesOf } from '../demo-site.ts'
import { findChromium } from '../find-chromium.ts'
import type { Line } from './budget.ts'
import { cookieOf, localSite } from './local-site.ts'

const questions = 30
const rounds = 5
const slowness = 4
const typed = 'calm'
const choices = ['Never', 'Sometimes', 'Often', 'Always'].map((label) => ({ value: label.toLowerCase(), label }))
const kinds = [
  { type: 'short_text' },
  { type: 'long_text', max_length: 500 },
  { type: 'yes_no' },
  { type: 'single_choice', choices },
  { type: 'dropdown', choices },
  { type: 'multi_choice', choices },
] as const
/** Duration of each press of a key, from the press to the next paint, in ms, and the number of tasks above 50 ms. */
type Felt = { presses: number[]; longTasks: number }

/**
 * Fills the registration form with thirty questions on a small screen, with the CPU four times slower than this
 * machine. Each field is typed into or chosen by keyboard. The best of five rounds counts.
 */
export async function interaction(): Promise<Line[]> {
  const { url, world } = await localSite()
  const programId = await makeProgram(world)
  const questionIds = await Promise.all(
    Array.from({ length: questions }, async (_, at) =>
      makeQuestion(world, programId, {
        title: `Habit ${at + 1}: what should the coach know?`,
        ...kinds[at % kinds.length],
      } as Parameters<typeof makeQuestion>[2]),
    ),
  )
  const { event_id } = await makeEvent(world, { programId, questionIds })
  const person = await makeCustomer(world, { programIds: [programId] })
  await makeAttendee(world, person, { programId })
  const form = { url, path: `/pg/${programId}/evt/${event_id}/register` }
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  const felt: Felt[] = []
  try {
    for (let round = 0; round < rounds; round += 1)
      felt.push(await fill(browser, { ...form, cookie: await cookieOf(world, person) }))
  } finally {
    await browser.close()
  }
  const line = { part: 'interaction', page: `registration, ${questions} questions` }
  const presses = felt[0]?.presses.length
  return [
    {
      ...line,
      what: `98th percentile of ${presses} presses, CPU ÷ ${slowness}`,
      budget: 100,
      measured: Math.min(...felt.map((each) => percentile(each.presses, 0.98))),
      unit: 'ms',
    },
    {
      ...line,
      what: 'slowest press',
      budget: null,
      measured: Math.min(...felt.map((each) => Math.max(...each.presses))),
      unit: 'ms',
    },
    {
      ...line,
      what: 'tasks above 50 ms while it is filled in',
      budget: null,
      measured: Math.min(...felt.map(({ longTasks }) => longTasks)),
      unit: 'count',
    },
  ]
}

const percentile = (values: number[], part: number): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * part) - 1] ?? Number.POSITIVE_INFINITY

async function fill(
  browser: Browser,
  { url, path, cookie }: { url: string; path: string; cookie: string },
): Promise<Felt> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  await context.addCookies(cookiesOf({ url, cookie }))
  const page = await context.newPage()
  await page.goto(url + path, { waitUntil: 'networkidle' })
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowness })
  // What is used later loads with the first click, which is not measured.
  await page.locator('#who input[type=checkbox]').first().check({ force: true })
  await page.locator('#who .ask[open] [name*=".q."]').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    // A press has several events, such as the key and its input, and lasts as long as the longest.
    const felt = { presses: new Map<number, number>(), longTasks: 0 }
    const feel = (entries: PerformanceEntryList) => {
      for (const { interactionId, duration } of entries as (PerformanceEntry & { interactionId: number })[])
        if (interactionId > 0) felt.presses.set(interactionId, Math.max(felt.presses.get(interactionId) ?? 0, duration))
    }
    const presses = new PerformanceObserver((list) => feel(list.getEntries()))
    const tasks = new PerformanceObserver((list) => {
      felt.longTasks += list.getEntries().length
    })
    presses.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    tasks.observe({ type: 'longtask' })
    Object.assign(window, {
      allFelt: () => {
        feel(presses.takeRecords())
        felt.longTasks += tasks.takeRecords().length
        return { presses: [...felt.presses.values()], longTasks: felt.longTasks }
      },
    })
  })
  const made = await pressAll(page)
  const { presses, longTasks } = await page.evaluate(() => (window as unknown as { allFelt: () => Felt }).allFelt())
  await context.close()
  // The browser reports no press that is shorter than 16 ms.
  const short = Array.from({ length: Math.max(0, made - presses.length) }, () => 16)
  return { presses: [...presses, ...short], longTasks }
}

/** Types into each text and chooses in every other control. Returns the number of presses. */
async function pressAll(page: Page): Promise<number> {
  const fields: Locator[] = await page.locator('#who [name*=".q."]:visible').all()
  if (fields.length < questions) throw new Error(`Only ${fields.length} fields of ${questions} questions are shown.`)
  let made = 0
  for (const field of fields) {
    const type = await field.evaluate((each) =>
      each instanceof HTMLInputElement ? each.type : each.tagName.toLowerCase(),
    )
    await field.focus()
    // A field out of sight is not painted, so its press would last until the next scroll.
    await field.evaluate((each) => each.scrollIntoView({ block: 'center', behavior: 'instant' }))
    await painted(page)
    const isChoice = type === 'radio' || type === 'checkbox'
    const keys = isChoice ? ['Space'] : type === 'select' ? ['ArrowDown'] : typed
    for (const key of keys) {
      await page.keyboard.press(key)
      await painted(page)
      made += 1
    }
  }
  return made
}

/** Waits until the last press is on the screen: a frame that shows it, and one more. */
const painted = async (page: Page): Promise<unknown> =>
  page.evaluate(
    async () =>
      new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(null))))),
  )
