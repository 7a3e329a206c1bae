import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeEvent, makeProgram } from '../../test-bench/programs.ts'
import { database } from './database.ts'
import { eventOptions, events, programs } from './tables.ts'

describe('columns of a join read in a batch', () => {
  let opened: Bench
  beforeAll(async () => {
    opened = await openBench()
  })

  it('columns with the same name stay separate in a batch', async () => {
    const programId = await makeProgram(opened)
    const { event_id, option_ids } = await makeEvent(opened, {
      programId,
      name: 'Canoe Week',
      options: [{ name: 'Full day' }],
    })
    const db = database(opened.env.DB)
    const query = () =>
      db
        .select({ event: events, option: eventOptions, program: { id: programs.id, name: programs.name } })
        .from(events)
        .innerJoin(eventOptions, eq(eventOptions.event_id, events.id))
        .innerJoin(programs, eq(programs.id, events.program_id))
        .where(eq(events.id, event_id))
    const alone = await query()
    const [batched] = await db.batch([query()])
    expect(batched).toEqual(alone)
    expect(batched[0]).toMatchObject({
      event: { id: event_id, name: 'Canoe Week' },
      option: { id: option_ids[0], name: 'Full day' },
      program: { id: programId, name: 'Lakeside Camps' },
    })
  })
})
