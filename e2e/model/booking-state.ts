// Over 250 lines: all that the model keeps, in one place.
import type { ModelCoupon, ModelSelling } from './calculated-sums.ts'
import { mayReserve, type ModelCard, type ModelMembership, type ModelPlan } from './membership-state.ts'

/** What somebody may be sold: its places, those of the pool it shares, and when it is. */
export type ModelOption = {
  id: string
  event: number
  cost: number
  spots: number
  pool: number | null
  /** A time of an appointment: an option with one place, at its own hour. */
  start: number | null
  /** How it may be paid in parts: a deposit, then parts so many days later. */
  plan: { percent: number; days: number[] } | null
}
/** A stored card; one that `fails` is refused whenever it is charged. `form` is what the card form gave where that stored it. */
export type StoredCard = {
  id: string
  customer: number
  form: string | null
  fails: boolean
  isDefault: boolean
  kept: number
}
/** A part of an order: what of it is for which place, and when it is charged next to which card. */
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
  /** A price for members. */
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
  /** The entry of the waitlist it came from. */
  entry: number | null
  /** The line of the package whose visit pays for it. */
  credit: string | null
  /** How often it moved. */
  moved?: number
}
/** People who wait together: they are offered their places all or none. */
export type ModelEntry = { event: number; customer: number; key: string | null; joined: number }
/** A line for a place, for the visits of a package, or for things of the store and what of their stock it has taken. */
export type ModelLine = {
  id: string
  place: string
  isPackage: boolean
  /** The membership it is for, as they are sold. */
  plan?: number
  ware: number | null
  quantity: number
  taken: number
  price: number
  isCancelled: boolean
  back: number
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
  /** Of each line what is off, by which coupons, and its fee; `taxes` are said where it was parted from a dearer one. */
  lines: ModelLineSums[]
}
export type ModelLineSums = { discount: number; parts: number[]; fee: number; taxes?: number[] }
/** The provider's own books of a payment. */
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
  /** On its way back, or there; what of it went on the balance. */
  returned: number
  credited: number
  /** What of it went to another order with a place that moved there. */
  moved?: number
  attempts: number
  created: number
  calledAt: number
  intent: ModelIntent | null
  /** The stored card it is made with, and whether a new one is kept once it has paid. */
  card?: StoredCard | null
  keeps?: boolean
}
export type OrderStatus = 'draft' | 'pending' | 'requires_action' | 'processing' | 'paid' | 'expired' | 'cancelled'
export type ModelOrder = {
  id: string
  customer: number
  /** The membership of which it pays a week, and its first day. */
  membership?: string
  week?: string
  /** The place that moves to its own once it is paid, how often it had moved, and what was paid for it; and the first order of all. */
  moves?: { place: string; moved: number; carried: number }
  root?: string
  status: OrderStatus
  method: 'card' | 'offline' | 'free' | null
  lines: ModelLine[]
  entered: string | null
  discounts: ModelDiscount[]
  sums: ModelSums
  hold: number | null
  /** Until when money that is brought must have come. */
  due: number | null
  /** What of the balance waits with it for the rest of its money, and whether its customer wanted that. */
  reserved: number
  usesBalance: boolean
  started: number | null
  usedTimes: { more: boolean; bank: boolean; decline: boolean }
  version: number
  payments: ModelPayment[]
  isEverPaid: boolean
  cancelled: number
  /** In what it is, or was to be, paid; and what of them is not charged any more. */
  parts: ModelPart[]
  waived: number
}
/** Money that a customer asked for. */
export type ModelRequest = {
  id: string
  order: string
  amount: number
  toBalance: boolean
  /** The line of the package whose unused visits are to be given back. */
  item?: string
  status: 'requested' | 'approved' | 'declined' | 'withdrawn'
  approved: number | null
}
export type Scenario = { next: 'late' | 'twice' | 'never' | 'other_amount' | 'lost' | 'unreachable'; seconds: number }
/** Everything one program has sold, as plain values: a copy of it is a forecast. */
export type Booking = {
  options: ModelOption[]
  pools: { id: string; spots: number }[]
  coupons: ModelCode[]
  selling: ModelSelling
  retention: { fixed: number; percent: number; keepsFees: boolean }
  /** When each event begins, and whether its organisation is asked before money goes back. */
  startsAt: number[]
  asksFirst: boolean[]
  hasWaitlist: boolean[]
  places: ModelPlace[]
  orders: ModelOrder[]
  /** What each customer has with the program. */
  balances: number[]
  requests: ModelRequest[]
  /** The line of each waitlist, first come first. */
  entries: ModelEntry[]
  /** What the store sells; `isAsked`: the organisation is asked before money goes back for it, null where it is not taken back. */
  wares: { id: string; cost: number; stock: number; isAsked: boolean | null }[]
  /** The package that opens an event: so many visits for its price. */
  package: { id: string; cost: number; visits: number; event: number }
  /** What was bought of it, by its line; `revoked` visits were given back. Those of a membership are for one of its weeks. */
  credits: {
    id: string
    customer: number
    amount: number
    revoked: number
    membership?: number
    key?: string
    until?: number
  }[]
  /** Memberships as they are sold, as they were bought, and each customer's default card. */
  plans: ModelPlan[]
  memberships: ModelMembership[]
  usualCards: ModelCard[]
  scenario: Scenario | null
  /** The cards that customers keep, where parts are liked. */
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
/** The places of an order that were not cancelled, oldest first. */
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
/** What is left of an order's money. */
export const leftOf = (order: ModelOrder): number => paidOf(order) - returnedOf(order)
/** Of what goes back, what has arrived: what was brought is handed back by the organisation, the rest is there at once. */
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
/** What is still to be paid beside the balance that waits with it. */
export const remainingOf = (order: ModelOrder): number => Math.max(0, dueOf(order) - reservedOf(order))
/** What of the balance waits with an order; once it is paid that is a payment as any other. */
export const reservedOf = (order: ModelOrder): number => (isSubmitted(order) ? order.reserved : 0)
const isSubmitted = ({ status }: ModelOrder) =>
  status === 'pending' || status === 'requires_action' || status === 'processing'
/** Whether an order waits for money that is brought, however it is being paid meanwhile. */
export const isPromised = (order: ModelOrder): boolean => order.due !== null && isSubmitted(order)
/** What of a thing of the store is sold or held. */
export const takenOfWare = (booking: Booking, ware: number): number =>
  sum(booking.orders.flatMap((order) => order.lines.map((line) => (line.ware === ware ? line.taken : 0))))
const isOpenWare = (line: ModelLine) => line.ware !== null && !line.isCancelled
/** Whether an order has something to lose. */
export const needsHold = (order: ModelOrder): boolean =>
  order.lines.some((line) => !line.isCancelled && !line.isPackage)
export const hasWares = (order: ModelOrder): boolean => order.lines.some(isOpenWare)
export const isStockHeld = (order: ModelOrder): boolean =>
  order.lines.every((line) => !isOpenWare(line) || line.taken === line.quantity)

/** Takes what an order's lines of the store are for, once more where it went back; false where there are too few. */
export function takeStock(booking: Booking, order: ModelOrder, now: number): boolean {
  for (const other of booking.orders)
    if (other.id !== order.id && other.hold !== null && !isAlive(other.hold, now) && !livePayment(other))
      for (const line of other.lines)
        if (order.lines.some((each) => isOpenWare(each) && each.ware === line.ware)) line.taken = 0
  for (const line of order.lines) if (isOpenWare(line)) line.taken = line.quantity
  return booking.wares.every((ware, index) => takenOfWare(booking, index) <= ware.stock)
}

/** What is left of the visits of a package. */
export function visitsLeft(booking: Booking, id: string): number {
  const credit = booking.credits.find((each) => each.id === id)
  const used = booking.places.filter(
    (place) => place.credit === id && (place.status === 'pending' || place.status === 'confirmed'),
  )
  return credit ? credit.amount - credit.revoked - used.length : 0
}
export const sum = (parts: number[]): number => parts.reduce((a, b) => a + b, 0)

/** Takes a place for a registration that has none, or says why not. */
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

/** Lapsed holds of some options go back before a place of them is taken. */
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

// Of an appointment all times of its type.
function isAmong({ options: all }: Booking, options: number[], option: number): boolean {
  const isTime = (index: number) => (all[index]?.start ?? null) !== null
  return options.includes(option) || (isTime(option) && options.some(isTime))
}
