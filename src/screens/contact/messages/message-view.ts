import { formatDate, hourWords } from '#contract/date-format'
import { eventWhen } from '#contract/event-times'
import type { Message } from '#contract/contact/message'
import type { Registration } from '#contract/booking/registration'
import { wallClock } from '#contract/wall-clock'
import type { MessageTopics } from '../../../api/load-messages.ts'
import type { ProgramContext } from '../../../layouts/program-context.ts'
import { supportAddress } from '../../../routes.ts'

/** The program's time zone and locale. */
type Place = Pick<ProgramContext, 'program' | 'locale'>
type About = { context: Place; now: number }

/** The initials of an author's first and last name. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toUpperCase()
}

/** The day and hour of a message, in the program's time zone. */
export function momentOf(created: string, { program, locale }: Place): { day: string; hour: string } {
  const place = { timezone: program.timezone, locale }
  return { day: formatDate(created, place), hour: hourWords(wallClock(created, program.timezone), locale) }
}

/** The time of a conversation's last message: the hour if it was today, otherwise the day. */
export function lastMoment(created: string, { context, now }: About): string {
  const { day, hour } = momentOf(created, context)
  return day === momentOf(new Date(now).toISOString(), context).day ? hour : day
}

/** The beginning of a message, in one line. */
export const excerpt = (body: string): string => {
  const line = body.replace(/\s+/g, ' ').trim()
  return line.length > 120 ? `${line.slice(0, 119).trimEnd()}…` : line
}

/** The messages of a conversation by day, in their order. */
export function byDay<Each extends Pick<Message, 'created'>>(
  messages: readonly Each[],
  context: Place,
): { day: string; messages: Each[] }[] {
  const days: { day: string; messages: Each[] }[] = []
  for (const message of messages) {
    const { day } = momentOf(message.created, context)
    if (days.at(-1)?.day === day) days.at(-1)?.messages.push(message)
    else days.push({ day, messages: [message] })
  }
  return days
}

export type Choice = { value: string; name: string; detail: string | null }
/** The number of upcoming bookings offered as topics. */
const maxComing = 5

/**
 * The topics of a new message. The first is the topic for which the page was opened, then upcoming bookings, a
 * membership, something else.
 */
export function choicesOf(
  { order, registration, event, coming }: MessageTopics,
  context: Pick<ProgramContext, 'text' | 'features' | 'locale'>,
): Choice[] {
  const {
    text: { messages: words },
    features,
  } = context
  const all: Choice[] = [
    ...(order
      ? [{ value: `order:${order.id}`, name: words.aboutOrder(order.receipt_number), detail: namesOf(order.items) }]
      : []),
    ...(event ? [{ value: `event:${event.id}`, name: event.name, detail: null }] : []),
    ...(registration ? [choiceOf(registration, context)] : []),
    ...coming.slice(0, maxComing).map((each) => choiceOf(each, context)),
    ...(features?.memberships_enabled ? [{ value: 'membership', name: words.membership, detail: null }] : []),
    { value: 'general', name: words.general, detail: null },
  ]
  return all.filter(({ value }, index) => all.findIndex((other) => other.value === value) === index)
}

function choiceOf({ id, event, attendee_profile }: Registration, { locale }: Pick<ProgramContext, 'locale'>): Choice {
  return {
    value: `registration:${id}`,
    name: `${event.name}, ${attendee_profile.first_name}`,
    detail: eventWhen(event, locale).days,
  }
}

const namesOf = (items: readonly { product_name: string }[]): string | null =>
  [...new Set(items.map(({ product_name }) => product_name))].join(', ') || null

/** The address of the form where a visitor without an account asks about an event; null for any other subject. */
export function questionAddress(
  { program, to }: Pick<ProgramContext, 'program' | 'to'>,
  about: string | null,
): string | null {
  const [, eventId] = /^event:(.+)$/.exec(about ?? '') ?? []
  if (!eventId) return null
  return supportAddress({
    program_id: program.id,
    about: 'question.program_information',
    url: to.event(eventId),
    lang: to.lang,
  })
}
