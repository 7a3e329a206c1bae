import { ApiError } from '../contract/api-error.ts'
import type { Language } from '../contract/field-rules.ts'
import { displayMoney } from '../contract/money.ts'
import { type OrderMailWords, orderMailWords } from '../contract/sentences/order-mail-words.ts'
import type { Ctx } from '../context.ts'
import type { IdOrLookup } from '../database/database.ts'
import { composeMail } from '../mail/compose-mail.ts'
import { clockName } from '../mail/event-time.ts'
import { findBranding } from '../mail/find-branding.ts'
import type { MailLook, MailPart } from '../mail/mail-frame.ts'
import type { Mail } from '../mail/sender.ts'
import { type LoadedOrder, loadOrder } from '../orders/load-order.ts'
import { type OrderPlace, orderPlaces } from './order-places.ts'

/** All that a mail about an order says, read when it is sent. */
export type OrderMail = {
  order: LoadedOrder
  look: MailLook
  language: Language
  words: OrderMailWords
  places: OrderPlace[]
  /** What the order is about, in a few words for a subject. */
  what: string
  orderUrl: string
  amount: (value: number) => string
}

/** Reads what a mail about an order needs, in its customer's language; null when the order or its program is gone. */
export async function findOrderMail(ctx: Ctx, orderId: IdOrLookup): Promise<OrderMail | null> {
  const order = await loadOrder(ctx, orderId).catch((error: unknown) => {
    if (error instanceof ApiError && error.type === 'not_found') return null
    throw error
  })
  const look = order ? await findBranding(ctx, order.program_id) : null
  if (!order || !look) return null
  const { language } = order.user
  const items = new Set(order.items.flatMap((item) => (item.registration_id === null ? [] : [item.registration_id])))
  const places = await orderPlaces(
    ctx,
    order.registrations.filter((place) => items.has(place.registration.id)),
    language,
  )
  const names = [...new Set(order.registrations.map((place) => place.event.name))]
  return {
    order,
    look,
    language,
    words: orderMailWords[language],
    places,
    what: names.length === 0 ? order.program.name : names.slice(0, 2).join(', ').slice(0, 120),
    orderUrl: `${ctx.siteOrigin}/pg/${order.program_id}/profile/orders/${order.id}`,
    amount: (value) => displayMoney(value, order.currency, language),
  }
}

/** The places as rows: who and what, below it when and where. `value` says what stands on the right. */
export function placeRows(places: readonly OrderPlace[], value: (place: OrderPlace) => string): MailPart {
  return {
    is: 'rows',
    rows: places.map((place) => ({
      label: `${place.who} · ${place.what}`,
      note: [place.when, place.where].filter(Boolean).join(' · '),
      value: value(place),
    })),
  }
}

/** The clock the times are on, said once. */
export function clockNote(mail: OrderMail): MailPart[] {
  const [first] = mail.order.registrations
  return first ? [{ is: 'words', text: mail.words.localTime(clockName(first.event.timezone, mail.language)) }] : []
}

/** The card an order was paid with, in words. */
export function cardWords(mail: OrderMail): string {
  const card = mail.order.payments.findLast((payment) => payment.status === 'succeeded')?.card
  if (!card?.last4) return mail.words.anyCard
  const brand = card.brand ? `${card.brand[0]?.toUpperCase()}${card.brand.slice(1)}` : ''
  return mail.words.card(brand, card.last4)
}

/** Sends a mail about an order to its customer. */
export async function sendOrderMail(
  ctx: Ctx,
  mail: OrderMail,
  content: { dedupe: string; subject: string; heading: string; parts: MailPart[]; attachments?: Mail['attachments'] },
): Promise<void> {
  const { order, look, language, words } = mail
  await ctx.mail.send(
    composeMail(ctx.siteOrigin, {
      ...content,
      to: order.profile.email,
      look,
      language,
      because: words.because(look.name),
    }),
    ctx.now,
  )
}
