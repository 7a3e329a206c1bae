import type { BookedOrder } from '#contract/money/family-booking'
import { textOf } from '#contract/booking/form-controls'
import { comingPeople, isAboutCart } from '#contract/money/booking-request'
import { type Failure, isUnanswered } from '../../api/api-failure.ts'
import { rememberedCode, setTriedCode } from '../money/remembered-discount.ts'
import { payWays } from './pay-ways.ts'
import { checkAccount, checkPeople, serverProblem } from './registration-checks.ts'
import type { OpenForm } from './registration-form.ts'
import { itemAddress, type Problem } from './registration-setup.ts'
import { hasPlace } from './family-people.ts'
import { selectedOption } from './option-eligibility.ts'
import { type Week, weeklyDates } from './weekly-dates.ts'

/** All problems of the form before it is sent. */
export const problemsOf = (form: OpenForm): Problem[] => {
  const { setup, words, people, values, now } = form
  return [
    ...(setup.customer === null ? checkAccount(values.get(), words) : []),
    ...checkPeople(setup, people.get(), values.get(), words, new Date(now()).toISOString().slice(0, 10)),
  ]
}

const bookable = ({ people, values }: OpenForm) =>
  comingPeople(
    people.get().filter((person) => !hasPlace(person)),
    values.get(),
  )

const datesOf = ({ setup, people, values }: OpenForm): Map<string, Week[]> =>
  weeklyDates({ weeks: setup.appointment?.weeks ?? [], people: people.get(), values: values.get() })

/** The times of the appointment that at least one person can have; empty for an event. */
export function startsOf(form: OpenForm): string {
  const { appointment } = form.setup
  const dates = [...datesOf(form).values()].flat()
  if (!appointment || dates.length === 0) return appointment?.starts_at ?? ''
  return appointment.weeks.flatMap((week) => (dates.includes(week) ? [week.starts_at] : [])).join(' ')
}

/** A free place is confirmed at once, so it does not join a cart. */
function isFree(form: OpenForm): boolean {
  const { setup, people, values } = form
  const ways = payWays({ setup, people: people.get(), values: values.get(), dates: datesOf(form) })
  return bookable(form).every((person) => {
    const way = ways.get(person.key)?.chosen?.kind
    return way === 'credit' || (way === undefined && selectedOption(setup, person, values.get())?.cost === 0)
  })
}

/** The form as it is sent. Unchanged answers are sent under the same key, so that they are booked once. */
function dataOf(form: OpenForm, next: string): FormData {
  const { setup, storage, timezone } = form
  form.sent ??= { key: crypto.randomUUID(), submitted_at: new Date(form.now()).toISOString() }
  return form.read({
    ...form.sent,
    next,
    timezone: timezone(),
    starts_at: startsOf(form),
    code: setup.hidden.code || (rememberedCode(storage, setup.program.id) ?? ''),
    ...(setup.hidden.held === '' && isFree(form) ? { order_id: '' } : {}),
  })
}

/** Logs in or signs up, and shows the form again with the family. */
export async function enter(form: OpenForm): Promise<void> {
  const problems = checkAccount(form.values.get(), form.words)
  if (problems.length > 0) form.showProblems(problems)
  else {
    const answer = await form.post<unknown>(form.address(), withoutFiles(dataOf(form, 'enter')))
    if (answer.ok) showOnPage(form)
    else showRefused(form, answer.failure)
  }
}

/** Books everything in the form with one call, and continues to payment or to the events for more. */
export async function sendForm(form: OpenForm, isMore: boolean): Promise<void> {
  const unsent = await form.files.finish(bookable(form))
  const { customer, posted } = form.setup
  const isKnown = customer === null && !posted?.isSessionOver && textOf(form.values.get(), 'you.mode') === 'known'
  if (unsent.length > 0) showProblems(form, unsent)
  // The typed people of a customer with an account may be in their family already.
  else if (isKnown) await enter(form)
  else await book(form, isMore)
}

async function book(form: OpenForm, isMore: boolean): Promise<void> {
  const data = dataOf(form, isMore ? 'more' : '')
  const answer = await form.post<BookedOrder>(form.address(), data)
  if (answer.ok) {
    const { id, refusals = [] } = answer.data
    const ofCode = refusals.find(({ param }) => param === 'code')?.message ?? null
    if (data.get('code') && data.get('order_id') === '') setTriedCode(form.session, id, ofCode)
    if (refusals.some(({ param }) => param !== 'code' && !param.startsWith('release'))) showOnPage(form)
    else {
      form.deleteDraft()
      const { checkout, another } = form.setup.addresses
      form.navigate(itemAddress(isMore ? another : checkout, id))
    }
  } else showRefused(form, answer.failure)
}

/**
 * Shows the page of the form with what was refused, with the places that are held and with the family. The form is sent
 * once more under its key, which books nothing again.
 */
function showOnPage(form: OpenForm): void {
  form.deleteDraft()
  form.resend()
}

function showRefused(form: OpenForm, failure: Failure): void {
  const { code, param, message } = failure
  const errors = failure.errors.length === 0 && param && message ? [{ param, message }] : failure.errors
  const ofAccount = errors.flatMap(({ param: name, message: words }) =>
    name.startsWith('you.') ? [{ name, message: words }] : [],
  )
  const isOfForm = code === 401 || (code < 500 && code !== 429 && !isAboutCart({ code, param, errors }))
  if (ofAccount.length > 0) showProblems(form, ofAccount)
  else if (isOfForm) showOnPage(form)
  else form.showProblems([], failure)
  // Without an answer, the form may have been booked. It is then sent again under the same key.
  if (!isUnanswered(failure)) form.sent = null
}

function showProblems(form: OpenForm, refused: { name: string; message: string }[]): void {
  const { people, values, words } = form
  const about = { people: people.get(), values: values.get(), words }
  form.showProblems(refused.map((each) => serverProblem(each, about)))
}

/** A form without its files, which are sent only with a booking. */
export function withoutFiles(data: FormData): FormData {
  for (const [name, value] of [...data]) if (typeof value !== 'string') data.delete(name)
  return data
}
