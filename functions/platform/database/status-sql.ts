import { type SQL, sql } from 'drizzle-orm'

type Named = { readonly statuses: readonly string[] }

/**
 * A named set of statuses as SQL text, for `status IN …`. The literals are in the order of the set, because SQLite uses
 * a partial index only for its exact condition.
 */
export const statusListText = ({ statuses }: Named): string => `(${statuses.map((each) => `'${each}'`).join(', ')})`

/** A named set of statuses for a query: `${orders.status} IN ${statusList(orderStates.open)}`. */
export const statusList = (set: Named): SQL => sql.raw(statusListText(set))
