// Over 250 lines: the state of the model, in one place.
import type { ModelCoupon, ModelSelling } from './calculated-sums.ts'
import { mayReserve, type ModelCard, type ModelMembership, type ModelPlan } from './membership-state.ts'

/** A bookable option: its places, those of its shared pool, and its time. */
export type ModelOption = {
  id: string
  event: number
  cost: number
  spots: number
  pool: number | null
  /** The start of an appointment, which is an option with one place; null for an event. */
  start: number | null
  /** The instalment plan of the option: a deposit, then instalments after these numbers of days. */
  plan: { percent: number; days: number[] } | null
}
/**
 * A stored card. A card with `fails` is refused whenever it is charged. `form` is the card form's value that stored it.
 */
export type StoredCard = {
  id: string
  customer: number
  form: string | null
  fails: boolean
  isDefault: boolean
  kept: number
}
/** An instalment of an order: its amount for each place, its next charge and its card. */
export type ModelPart = {
  due: number
  amount: number
  waived: number
  places: { id: string; amount: number }[]
  status: 'scheduled' | 'paid' | 'failed' | 'cancelled'
  attempts: number
  next: number | null
  card: StoredCard | null
  payment: ModelPayment | null
}
export type ModelCode = ModelCoupon & {
  code: string | null
  max: number | null
  perCustomer: number | null
  isFirstOnly: boolean
  /** True for a member price. */
  isForMembers: boolean
  minimumItems: number
}
export type PlaceStatus = 'waitlisted' | 'offered' | 'pending' | 'confirmed' | 'expired' | 'cancelled'
export type ModelPlace = {
  id: string
  customer: number
  child: number
  option: number
  status: PlaceStatus
  end: number | null
  order: string | null
  since: number
  /** The waitlist entry that the place came from. */
  entry: number | null
  /** The item of the package whose visit pays for the place. */
  credit: string | null
  /** The item of the membership in the cart that opens the event. */
  membership?: string | undefined
  /** The number of times the place was rescheduled. */
  moved?: number
}
/** People who wait together. They are offered places for all of them or for none. */
export type ModelEntry = { event: number; customer: number; key: string | null; joined: number }
/** An item of an order: a place, the visits of a package, or products and their stock. */
export type ModelLine = {
  id: string
  place: string
  isPackage: boolean
  /** The membership on sale that the item buys. */
  plan?: number
  ware: number | null
  quantity: number
  taken: number
  price: number
  isCancelled: boolean
  back: number
  /** What staff returned of the item while its place stayed. */
  refunded?: number
  /** The place with which a product was booked. */
  with?: string | undefined
}
export type ModelDiscount = {
  coupon: string
  amount: number
  isEntered: boolean
  state: 'applied' | 'reserved' | 'final' | 'released'
}
export type ModelSums = {
  discount: number
  fee: number
  tax: number
  total: number
  /** Discount, coupons and fee of each item; `taxes` are set when the item was split from a more expensive one. */
  lines: ModelLineSums[]
}
export type ModelLineSums = { discount: number; parts: number[]; fee: number; taxes?: number[] }
/** A payment in the provider's own data. */
export type ModelIntent = {
  state: 'waits' | 'action' | 'processing' | 'succeeded' | 'cancelled'
  amount: number
  received: number
  settlesAt: number | null
  attempt: number
}
export type ModelPayment = {
  id: string
  status: 'created' | 'requires_action' | 'processing' | 'succeeded' | 'failed' | 'cancelled'
  method: 'card' | 'offline' | 'free' | 'balance'
  amount: number
  received: number
  /** The amount refunded, complete or in progress; `credited` is the part that went to the balance. */
  returned: number
  credited: number
  /** The part carried to another order with a rescheduled place. */
  moved?: number
  attempts: number
  created: number
  calledAt: number
  intent: ModelIntent | null
  /** The stored card to charge, and whether a new card is stored after success. */
  card?: StoredCard | null
  keeps?: boolean
}
export type OrderStatus = 'draft' | 'pending' | 'requires_action' | 'processing' | 'paid' | 'expired' | 'cancelled'
export type ModelOrder = {
  id: string
  customer: number
  /** The membership and the first day of the week for which the order pays. */
  membership?: string
  week?: string
  /**
   * The place that is rescheduled once the order is paid, with its earlier reschedules, its paid amount and its first
   * order.
   */
  moves?: { place: string; moved: number; carried: number }
  root?: string
  status: OrderStatus
  method: 'card' | 'offline' | 'free' | null
  lines: ModelLine[]
  entered: string | null
  discounts: ModelDiscount[]
  sums: ModelSums
  hold: number | null
  /** Due date of an offline payment. */
  due: number | null
  /** The balance reserved for the order, and whether its customer chose to use the balance. */
  reserved: number
  usesBalance: boolean
  started: number | null
  usedTimes: { more: boolean; bank: boolean; decline: boolean }
  version: number
  payments: ModelPayment[]
  isEverPaid: boolean
  cancelled: number
  /** The instalments of the order, including those that are no longer charged. */
  parts: ModelPart[]
  waived: number
}
/** A refund request of a customer. */
export type ModelRequest = {
  id: string
  order: string
  amount: number
  toBalance: boolean
  /** The item of the package whose unused visits are returned. */
  item?: string
  status: 'requested' | 'approved' | 'declined' | 'withdrawn'
  approved: number | null
}
export type Scenario = { next: 'late' | 'twice' | 'never' | 'other_amount' | 'lost' | 'unreachable'; seconds: number }
/** The state of one program as plain values, so that a copy can be used as a forecast. */
export type Booking = {
  options: ModelOption[]
  pools: { id: string; spots: number }[]
  coupons: ModelCode[]
  selling: ModelSelling
  retention: { fixed: number; percent: number; keepsFees: boolean }
  /** The start of each event, and whether its organisation must approve refunds. */
  startsAt: number[]
  asksFirst: boolean[]
  hasWaitlist: boolean[]
  places: ModelPlace[]
  orders: ModelOrder[]
  /** The balance of each customer with the program. */
  balances: number[]
  requests: ModelRequest[]
  /** The waitlist of each event in order of entry. */
  entries: ModelEntry[]
  /**
   * Products of the store. `isAsked`: true when the organisation must approve a refund, null when returns are not
   * accepted.
   */
  wares: { id: string; cost: number; stock: number; isAsked: boolean | null }[]
  /** The package that opens an event: its visits and price. */
  package: { id: string; cost: number; visits: number; event: number; starts: number }
  /**
   * The credits by package line. `revoked` visits were returned. Credits of a membership are for one of its weeks. Those
   * of a package in a cart are unpaid.
   */
  credits: {
    id: string
    customer: number
    amount: number
    revoked: number
    isUnpaid?: boolean
    membership?: number
    key?: string
    until?: number
  }[]
  /** Memberships on sale, memberships bought, and each customer's default card. */
  plans: ModelPlan[]
  memberships: ModelMembership[]
  usualCards: ModelCard[]
  scenario: Scenario | null
  /** The stored cards of customers, used with instalments. */
  cards: StoredCard[]
}

export const minute = 60_000
export const nothing: ModelSums = { discount: 0, fee: 0, tax: 0, total: 0, lines: [] }
const takesPlace = ({ status }: ModelPlace) => status === 'pending' || status === 'confirmed' || status === 'offered'

export const isAlive = (end: number | null, now: number): boolean => end !== null && now <= end
export const livePayment = (order: ModelOrder | undefined): ModelPayment | undefined =>
  order?.payments.find(({ status }) => status === 'created' || status === 'requires_action' || status === 'processing')
export const orderOf = (booking: Booking, id: string | null): ModelOrder | undefined =>
  booking.orders.find((order) => order.id === id)
export const placeOf = (booking: Booking, id: string): ModelPlace =>
  booking.places.find((place) => place.id === id) as ModelPlace
/** The uncancelled places of an order, oldest first. */
export const placesOf = (booking: Booking, order: ModelOrder): ModelPlace[] =>
  booking.places.filter((place) => order.lines.some((line) => line.place === place.id && !line.isCancelled))
export const takenOf = (booking: Booking, option: number): number =>
  booking.places.filter((place) => place.option === option && takesPlace(place)).length
export const takenOfPool = (booking: Booking, pool: number): number =>
  booking.places.filter((place) => booking.options[place.option]?.pool === pool && takesPlace(place)).length
export const redeemedOf = (booking: Booking, coupon: string): number =>
  booking.orders.flatMap((order) => order.discounts).filter((each) => each.coupon === coupon && counts(each)).length
export const counts = (discount: ModelDiscount): boolean => discount.state === 'reserved' || discount.state === 'final'
export const paidOf = (order: ModelOrder): number =>
  sum(order.payments.map((payment) => (payment.status === 'succeeded' ? payment.received : 0)))
export const returnedOf = (order: ModelOrder): number => sum(order.payments.map((payment) => payment.returned))
/** The refundable remainder of an order's payments. */
export const leftOf = (order: ModelOrder): number => paidOf(order) - returnedOf(order)
/**
 * The part of the refunds that has arrived. The organisation hands back offline payments itself; others arrive at once.
 */
export const arrivedOf = (order: ModelOrder): number =>
  sum(
    order.payments.map((payment) =>
      payment.method === 'offline' ? payment.credited + (payment.moved ?? 0) : payment.returned,
    ),
  )
export const dueOf = (order: ModelOrder): number =>
  order.status === 'cancelled'
    ? 0
    : Math.max(
        0,
        order.sums.total - order.cancelled - order.waived - carriedOf(order) - (paidOf(order) - returnedOf(order)),
      )
const carriedOf = ({ status, moves }: ModelOrder) => (status === 'paid' ? 0 : (moves?.carried ?? 0))
/** The amount to pay in addition to the reserved balance. */
export const remainingOf = (order: ModelOrder): number => Math.max(0, dueOf(order) - reservedOf(order))
/** The balance reserved for an order. Once the order is paid, it is a payment. */
export const reservedOf = (order: ModelOrder): number => (isSubmitted(order) ? order.reserved : 0)
const isSubmitted = ({ status }: ModelOrder) =>
  status === 'pending' || status === 'requires_action' || status === 'processing'
/** True when an order awaits an offline payment, even if it is being paid another way. */
export const isPromised = (order: ModelOrder): boolean => order.due !== null && isSubmitted(order)
/** Sold and held stock of a product. */
export const takenOfWare = (booking: Booking, ware: number): number =>
  sum(booking.orders.flatMap((order) => order.lines.map((line) => (line.ware === ware ? line.taken : 0))))
const isOpenWare = (line: ModelLine) => line.ware !== null && !line.isCancelled
/** True when an order has places or stock that a lapsed hold would release. */
export const needsHold = (order: ModelOrder): boolean =>
  order.lines.some((line) => !line.isCancelled && !line.isPackage)
export const hasWares = (order: ModelOrder): boolean => order.lines.some(isOpenWare)
export const isStockHeld = (order: ModelOrder): boolean =>
  order.lines.every((line) => !isOpenWare(line) || line.taken === line.quantity)

/** Takes the stock for an order's products, again if it was released. False when there is too little. */
export function takeStock(booking: Booking, order: ModelOrder, now: number): boolean {
  for (const other of booking.orders)
    if (other.id !== order.id && other.hold !== null && !isAlive(other.hold, now) && !livePayment(other))
      for (const line of other.lines)
        if (order.lines.some((each) => isOpenWare(each) && each.ware === line.ware)) line.taken = 0
  for (const line of order.lines) if (isOpenWare(line)) line.taken = line.quantity
  return booking.wares.every((ware, index) => takenOfWare(booking, index) <= ware.stock)
}

/** Visits left of a package. */
export function visitsLeft(booking: Booking, id: string): number {
  const credit = booking.credits.find((each) => each.id === id)
  const used = booking.places.filter(
    (place) => place.credit === id && (place.status === 'pending' || place.status === 'confirmed'),
  )
  return credit ? credit.amount - credit.revoked - used.length : 0
}
export const sum = (parts: number[]): number => parts.reduce((a, b) => a + b, 0)

/** Takes a place for a registration without one, or returns the refusal. */
export function takePlace(
  booking: Booking,
  place: ModelPlace,
): 'sold_out' | 'slot_taken' | 'already_registered' | 'credit_not_available' | null {
  const isThere = booking.places.some(
    (other) =>
      other !== place &&
      other.child === place.child &&
      other.option === place.option &&
      (takesPlace(other) || other.status === 'waitlisted'),
  )
  const start = booking.options[place.option]?.start ?? null
  if (isThere && start === null) return 'already_registered'
  if (place.credit !== null && (visitsLeft(booking, place.credit) <= 0 || !mayReserve(booking, place.credit)))
    return 'credit_not_available'
  const option = booking.options[place.option]
  if (!option || takenOf(booking, place.option) >= option.spots) return start === null ? 'sold_out' : 'slot_taken'
  return option.pool !== null && takenOfPool(booking, option.pool) >= (booking.pools[option.pool]?.spots ?? 0)
    ? 'sold_out'
    : null
}

/** Releases the lapsed holds of some options before a place is taken. */
export function releaseLapsed(booking: Booking, options: number[], now: number, except: string | null = null): void {
  for (const place of booking.places) {
    const isLapsed =
      place.status === 'pending' &&
      isAmong(booking, options, place.option) &&
      !isAlive(place.end, now) &&
      (place.order === null || place.order !== except)
    if (isLapsed && !livePayment(orderOf(booking, place.order))) place.status = 'expired'
  }
}

// True when an option is in a list of options. For an appointment, every time of the type counts as the same option.
function isAmong({ options: all }: Booking, options: number[], option: number): boolean {
  const isTime = (index: number) => (all[index]?.start ?? null) !== null
  return options.includes(option) || (isTime(option) && options.some(isTime))
}
