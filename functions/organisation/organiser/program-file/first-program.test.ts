import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { openBench } from '../../../test-bench/bench.ts'
import { putFile, type WrittenFile } from '../../../test-bench/program-file.ts'
import { makeCart } from '../../../test-bench/orders.ts'
import { makeCustomer } from '../../../test-bench/people.ts'

it('the program of the guide is short and sells a place', async () => {
  const guide = readFileSync('functions/local/running.md', 'utf8')
  const text = /```yaml\n(program: [\s\S]*?)```/.exec(guide)?.[1] ?? ''
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(20)
  const bench = await openBench()
  const file = parse(text) as WrittenFile
  const { status, error } = await putFile(bench, file)
  expect(status, JSON.stringify(error)).toBe(200)

  const option = await bench.bareDb
    .prepare(
      'SELECT o.id, o.event_id FROM event_options AS o JOIN events AS e ON e.id = o.event_id WHERE e.program_id = ?',
    )
    .bind(file.program)
    .first<{ id: string; event_id: string }>()
  const nadia = await makeCustomer(bench, { programIds: [file.program] })
  const ids = { programId: file.program, eventId: option?.event_id ?? '', optionId: option?.id ?? '' }
  const order = await makeCart(bench, nadia, ids)
  const body = nadia.json({ checkout_method: 'card', payment_source_id: 'pm_card_visa' })
  expect((await bench.call(`/v1/profile/orders/${order.order_id}/payments`, body)).status).toBe(201)
  expect(order.total).toBe(34_500)
})
