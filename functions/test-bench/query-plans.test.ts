import { describe, expect, it } from 'vitest'
import { scanOf } from './query-plans.ts'

const tables = new Set(['orders', 'events', 'facts', 'outbox', 'view bookings'])

describe('query plans', () => {
  it.each<[string, string, string | null]>([
    ['SCAN orders', 'select * from "orders"', 'SCAN orders'],
    ['SCAN o', 'SELECT * FROM orders o WHERE o.status = ?', 'SCAN o'],
    ['SCAN "o"', 'select * from "orders" "o"', 'SCAN "o"'],
    [
      'SCAN orders USING COVERING INDEX orders_by_customer',
      'select count(*) from orders',
      'SCAN orders USING COVERING INDEX orders_by_customer',
    ],
    [
      'SEARCH orders USING INDEX orders_by_customer (customer_id=?)',
      'select * from orders where customer_id = ?',
      null,
    ],
    ['SCAN CONSTANT ROW', 'INSERT INTO guard (ok, why) SELECT 1, 2', null],
    ['SCAN events_text VIRTUAL TABLE INDEX 0:M1', 'select rowid from events_text', null],
    ['SCAN facts', 'SELECT value FROM facts', null],
    ['SCAN json_each VIRTUAL TABLE INDEX 1:', 'SELECT value FROM json_each(?)', null],
    ['SCAN orders', 'insert into "events" (id) values (?)', null],
    ['SCAN orders', 'insert into events (id) select id from orders', 'SCAN orders'],
    ['SCAN due', 'WITH due AS (SELECT 1) SELECT * FROM due', null],
    ['MATERIALIZE bookings', 'select title from orders left join bookings on true', 'MATERIALIZE bookings'],
    ['MATERIALIZE found', 'WITH found AS (SELECT 1) SELECT * FROM found', null],
    ['SCAN outbox USING INDEX outbox_due', 'SELECT due_at FROM outbox INDEXED BY outbox_due', null],
  ])('the check of query plans reports only scans and copies of growing tables: %s', (step, sql, expected) =>
    expect(scanOf(step, sql, tables)).toBe(expected),
  )
})
