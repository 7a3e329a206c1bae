import { type SQL, sql } from 'drizzle-orm'
import * as orderStates from '../../contract/states/order-states.ts'
import { statusList } from './status-sql.ts'
import { orders } from './tables.ts'

// True for an order that is paid, promised, partly paid, or the period of a membership. A cart after a failed payment
// is not due.
const isSubmitted = sql`(${orders.status} = 'paid' OR ${orders.due_at} IS NOT NULL OR ${orders.membership_id} IS NOT NULL
  OR ${orders.amount_paid} > ${orders.amount_returned})`

const isPlaced = sql`${orders.status} IN ${statusList(orderStates.placed)}`

/** The unpaid amount of an order that is not over, by the same rule as `amountRemaining`. */
export const remaining: SQL = sql`(${orders.amount_total} - ${orders.amount_cancelled} - ${orders.amount_waived}
    - iif(${orders.status} = 'paid', 0, ${orders.amount_carried})
    - (${orders.amount_paid} - iif(${orders.status} = 'paid', ${orders.amount_refunding}, ${orders.amount_returned}))
    - iif(${orders.status} = 'paid', 0, ${orders.balance_used}))`

/** True for an order on which something is due: expired and cancelled orders owe nothing. */
export const isOwed: SQL = sql`(${isPlaced} AND ${isSubmitted} AND ${remaining} > 0)`

/** True for an order that was sold: paid, promised, or paid in part, also when it was cancelled later. */
export const isSold: SQL = sql`((${isPlaced} AND ${isSubmitted}) OR ${orders.amount_paid} > 0)`
