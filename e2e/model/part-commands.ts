import { keepCard, letCardGo } from './card-rules.ts'
import { anyOrder, type Maker, pick, post } from './choose-command.ts'
import { forgetScenario } from './membership-commands.ts'
import { isOpenPart, payParts } from './part-rules.ts'

/** The cards that the form of the provider stores. */
export const forms = [
  { form: 'pm_card_mastercard', fails: false },
  { form: 'pm_card_chargeCustomerFail', fails: true },
] as const

export const payingPart: Maker = (world, choices) => {
  const order = anyOrder(world, choices, ({ parts, isEverPaid }) => isEverPaid && parts.length > 0)
  if (!order) return null
  const at = choices.below(order.parts.length)
  const part = choices.chance(0.6) ? order.parts.findIndex(isOpenPart) : choices.chance(0.5) ? at : null
  // A cancelled instalment cannot be paid.
  if (part !== null && (part < 0 || order.parts[part]?.status === 'cancelled')) return null
  const own = world.booking.cards.filter(({ customer, id }) => customer === order.customer && id !== '')
  const card = own.length > 0 && choices.chance(0.5) ? choices.pick(own) : null
  const isRefused = card === null && choices.chance(0.3)
  const source = card?.id ?? (isRefused ? 'pm_card_chargeDeclined' : 'pm_card_visa')
  const act = async () => {
    await forgetScenario(world)
    const rows = await world.site.sql(
      'SELECT id FROM order_instalments WHERE order_id = ?1 ORDER BY position',
      order.id,
    )
    return post(world, order.customer, `/orders/${order.id}/instalments/pay`, {
      payment_source_id: source,
      ...(part === null ? {} : { instalment_id: rows[part]?.id }),
    })()
  }
  return {
    words: `${part === null ? 'all parts that are left' : `part ${part}`} of ${order.status} order by ${card ? (card.fails ? 'a kept card that fails' : 'a kept card') : isRefused ? 'a refused card' : 'a card'}`,
    act,
    model: (booking, now, answerIds) => payParts(booking, { order: order.id, part, card, isRefused, now }, answerIds),
  }
}

export const keeping: Maker = (world, choices) => {
  if (!world.likesParts) return null
  const customer = choices.below(world.people.length)
  const { form, fails } = choices.pick([...forms])
  const isDefault = choices.chance(0.6)
  return {
    words: `customer ${customer} keeps a card${fails ? ' that fails' : ''}${isDefault ? ' as the default' : ''}`,
    act: post(world, customer, `/programs/${world.programId}/payment_methods/${form}/attach`, {
      is_default: isDefault,
    }),
    model: (booking, now, answerIds) => keepCard(booking, { customer, form, fails, isDefault, now }, answerIds),
  }
}

export const lettingGo: Maker = (world, choices) => {
  const card = pick(choices, world.booking.cards, ({ id }) => id !== '')
  if (!card) return null
  return {
    words: `customer ${card.customer} takes a card away`,
    act: post(world, card.customer, `/programs/${world.programId}/payment_methods/${card.id}/detach`, {}),
    model: (booking) => letCardGo(booking, { card: card.id }),
  }
}
