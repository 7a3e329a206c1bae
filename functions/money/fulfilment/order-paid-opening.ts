import { dayMonth, formatDate } from '../../contract/date-format.ts'
import { boughtWords } from '../../contract/sentences/membership-words.ts'
import { wallClock } from '../../contract/wall-clock.ts'
import { namesOf } from './booked-parts.ts'
import type { BoughtMembership } from './bought-memberships.ts'
import { displayAmount, type OrderMail, type OrderMailPlace, wordsOf } from './order-mail.ts'

/** The subject, the heading and the first paragraphs of the mail about a paid order. */
export type Opening = { subject: string; heading: string; lead: string[] }

/** The opening of the mail about a paid order; its text depends on what was paid. */
export function openingOf(mail: OrderMail, now: number): Opening {
  const { paid } = wordsOf(mail)
  const receipt = mail.order.receipt_number ?? ''
  const { memberships, products } = mail
  const [membership] = memberships
  const isDebtOnly = mail.balanceDue > 0 && mail.places.length + products.length === 0
  if (isDebtOnly) {
    const debt = displayAmount(mail, mail.balanceDue)
    return {
      subject: paid.debtSubject(debt, receipt),
      heading: paid.debtHeading,
      lead: [paid.debtLead(mail.branding.name, debt)],
    }
  }
  if (mail.isMove)
    return {
      subject: paid.move.subject(mail.title, receipt),
      heading: paid.move.heading,
      lead: [paid.move.lead(displayAmount(mail, mail.order.amount_total - mail.order.amount_carried))],
    }
  const isMembershipOnly = mail.places.length === 0 && products.length === 1
  if (membership && isMembershipOnly) {
    const heading = headingOf(mail, membership)
    const text = nextWords(mail, membership)
    return { subject: boughtWords[mail.language].subject(heading, receipt), heading, lead: text === null ? [] : [text] }
  }
  const more = memberships.flatMap((each) => {
    const text = nextWords(mail, each)
    return text === null ? [] : [boughtWords[mail.language].of(each.name, text)]
  })
  const isFromStoreOnly = mail.places.length === 0 && products.length > 0
  return {
    subject: paid.subject(mail.title, receipt),
    heading: isFromStoreOnly ? paid.storeHeading : (seeYou(mail, now) ?? paid.heading),
    lead: [
      isFromStoreOnly
        ? paid.storeLead(mail.firstName, mail.branding.name)
        : paid.lead(mail.firstName, mail.branding.name, confirmedOf(mail).length),
      ...more,
    ],
  }
}

const dayOf = (mail: OrderMail, at: number) => formatDate(at, mail)

function headingOf(mail: OrderMail, { change, name, startsAt }: BoughtMembership): string {
  return boughtWords[mail.language].heading[change](name, dayOf(mail, startsAt))
}

/** The next payment for a membership, and how to cancel it; null if the membership does not renew. */
function nextWords(mail: OrderMail, { change, next, hasCard, trialEndsAt }: BoughtMembership): string | null {
  const words = boughtWords[mail.language]
  if (next === null) return null
  const day = dayOf(mail, next.at)
  const amount = displayAmount(mail, next.amount)
  if (change !== 'trial' || trialEndsAt === null) return words.next(day, amount)
  return (hasCard ? words.trial : words.trialWithoutCard)(dayOf(mail, trialEndsAt), amount)
}

export const confirmedOf = ({ places }: OrderMail): OrderMailPlace[] =>
  places.filter(({ status }) => status === 'confirmed')
export const startOf = ({ calendar }: OrderMailPlace): number | null => calendar.dates[0]?.starts_at ?? null
export const byStart = (a: OrderMailPlace, b: OrderMailPlace) => (startOf(a) ?? 0) - (startOf(b) ?? 0)

/** The event or appointment type of all confirmed places, if they share one. */
function onlyEvent({ places }: OrderMail): OrderMailPlace['event'] | null {
  const [first, ...others] = places.filter(({ status }) => status === 'confirmed').map(({ event }) => event)
  return first && others.every(({ id }) => id === first.id) ? first : null
}

/** `See you on July 5, Maya and Samuel`, for a single future event, if the mail may name people. */
function seeYou(mail: OrderMail, now: number): string | null {
  const [place, ...others] = confirmedOf(mail).sort(byStart)
  const start = place ? startOf(place) : null
  const names = place ? namesOf(mail, [place, ...others]) : null
  if (!place || names === null || start === null || start <= now || !onlyEvent(mail)) return null
  return wordsOf(mail).paid.seeYou(dayMonth(wallClock(start, place.timezone), mail.locale), names)
}
