import { distinctNameList } from '../../contract/name-list.ts'
import { refundStepSentence } from '../../contract/sentences/refund-step-sentence.ts'
import { capitalise, formatDeadline, formatMoment } from '../../contract/date-format.ts'
import type { MailPart } from '../../delivery/mail/mail-frame.ts'
import { joinParts } from './order-mail-parts.ts'
import { displayAmount, type OrderMail, type OrderMailPlace, wordsOf } from './order-mail.ts'

type Facts = Extract<MailPart, { type: 'facts' }>
type Fact = Facts['facts'][number]

/**
 * The mail parts for what is booked: each event with its date, who has which place, when and where, what to bring and
 * the page to join it online, then the refund before each deadline.
 */
export function bookedParts(
  mail: OrderMail,
  { bring, now }: { bring: ReadonlyMap<string, string>; now: number },
): MailPart[] {
  const { facts } = wordsOf(mail).paid
  const events = byEvent(mail.places.filter(({ status }) => status === 'confirmed'))
  const cancel = cancelLines(mail, now)
  const ofAll = cancel.length > 0 ? [{ label: facts.cancel, text: cancel.join('\n') }] : []
  const parts = events.flatMap((places, index): MailPart[] => {
    const [place] = places
    const isLast = index === events.length - 1
    return [
      { type: 'event', leaf: place.leaf, title: place.event.name, text: whoWhat(mail, places) },
      // With a single event, the facts of the order follow those of the event.
      {
        type: 'facts',
        facts: [...factsOf(mail, place, bring.get(place.event.id)), ...(isLast && events.length === 1 ? ofAll : [])],
      },
      ...joinParts(mail, places, 'link'),
    ]
  })
  return events.length > 1 && ofAll.length > 0 ? [...parts, { type: 'facts', facts: ofAll }] : parts
}

type Places = [OrderMailPlace, ...OrderMailPlace[]]

// Groups places of the same event and time, the earliest first.
function byEvent(places: readonly OrderMailPlace[]): Places[] {
  const events = new Map<string, Places>()
  const startOf = ({ calendar }: OrderMailPlace) => calendar.dates[0]?.starts_at ?? 0
  for (const place of places.toSorted((a, b) => startOf(a) - startOf(b))) {
    const key = `${place.event.id} ${place.when} ${place.where}`
    const others = events.get(key)
    if (others) others.push(place)
    else events.set(key, [place])
  }
  return [...events.values()]
}

/** `Full day, for Maya and Samuel`, one line for each option; the number of places if the mail names no one. */
function whoWhat(mail: OrderMail, places: Places): string {
  const { paid } = wordsOf(mail)
  const options = [...new Set(places.map(({ option }) => option))]
  return options
    .map((option) => {
      const own = places.filter((place) => place.option === option)
      const names = namesOf(mail, own)
      return names === null ? paid.places(option, own.length) : paid.forWhom(option, names)
    })
    .join('\n')
}

/** `Maya, Samuel and Louis`: the attendees; null if the mail names no one. */
export const namesOf = (mail: OrderMail, places: readonly OrderMailPlace[]): string | null =>
  distinctNameList(
    places.map(({ firstName }) => firstName),
    mail.language,
  )

function factsOf(mail: OrderMail, { whenLines, where, map }: OrderMailPlace, bring: string | undefined): Fact[] {
  const { facts, openMap } = wordsOf(mail).paid
  return [
    { label: facts.when, text: whenLines },
    ...(where ? [{ label: facts.where, text: where, link: map ? { label: openMap, url: map } : null }] : []),
    ...(bring ? [{ label: facts.bring, text: capitalise(bring) }] : []),
  ]
}

/**
 * The refund before each future deadline, one line each; empty if nothing was paid or the order cannot be cancelled.
 */
function cancelLines(mail: OrderMail, now: number): string[] {
  const [first] = mail.returns
  const places = mail.places.filter(({ status }) => status === 'confirmed')
  if (mail.order.amount_paid === 0 || !first || places.length === 0) return []
  const zones = new Set(places.map(({ timezone }) => timezone))
  const clock = { timezone: places[0]?.timezone ?? mail.timezone, locale: mail.locale, now }
  const until = (moment: number) => (zones.size > 1 ? formatDeadline(moment, clock) : formatMoment(moment, clock))
  const paying = mail.returns.filter(({ returned, requested }) => returned + requested > 0)
  const lines = paying.flatMap((step, index) => {
    const shown = (amount: number) => (amount > 0 ? displayAmount(mail, amount) : null)
    const sentence = refundStepSentence(
      {
        until: step.until === null ? null : until(step.until),
        returned: shown(step.returned),
        requested: shown(step.requested),
        isLater: index > 0,
        isWhole: places.length > 1,
      },
      mail.language,
    )
    return sentence ?? []
  })
  return lines.length === 0 ? [wordsOf(mail).paid.noRefund] : lines
}
