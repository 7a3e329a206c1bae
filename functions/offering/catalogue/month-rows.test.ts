import { describe, expect, it } from 'vitest'
import { dayMs } from '../../contract/limits.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import { memoizeByTag } from '../../page-cache.ts'
import { makeContext } from '../../platform/make-context.ts'
import { openBench } from '../../test-bench/bench.ts'
import { makeEvent, makeProgram } from '../../test-bench/programs.ts'
import { recorded } from '../../test-bench/recorded-d1.ts'
import { type ListCardsInput, listCards } from './list-cards.ts'
import { monthCounts } from './month-rows.ts'

const zones = ['America/Toronto', 'Pacific/Kiritimati', 'Etc/GMT+12', 'Asia/Kathmandu']

/** A program with an event in the last hours of each of 40 days, in turn in four time zones; every third is a class. */
async function openProgram() {
  const bench = await openBench()
  const programId = await makeProgram(bench)
  const begin = Math.floor(bench.now() / dayMs) * dayMs + 23 * 3_600_000
  const events = Array.from({ length: 40 }, (_, at) => ({
    startsAt: begin + (at + 1) * dayMs,
    timezone: zones[at % zones.length] ?? 'UTC',
    type: at % 3 === 0 ? ('class' as const) : ('camp' as const),
  }))
  for (const event of events) {
    const { event_id } = await makeEvent(bench, { programId, startsAt: event.startsAt, type: event.type })
    await bench.env.DB.prepare('UPDATE events SET timezone = ?1 WHERE id = ?2').bind(event.timezone, event_id).run()
  }
  const months = (type?: 'class' | 'camp') => {
    const counts: Record<string, number> = {}
    for (const event of events.filter((each) => !type || each.type === type)) {
      const month = dayInZone(event.startsAt, event.timezone).slice(0, 7)
      counts[month] = (counts[month] ?? 0) + 1
    }
    return counts
  }
  const read = async (input: Partial<ListCardsInput> = {}, isCaching = false) => {
    const env = { ...bench.env, DB: recorded(bench.bareDb), ...(isCaching ? { memoize: memoizeByTag } : {}) }
    const ctx = makeContext({ env, now: bench.now() })
    const answer = await listCards(ctx, { program_id: programId, limit: 5, skip: 0, ...input })
    return {
      matching: Object.fromEntries(answer?.months.matching ?? []),
      all: Object.fromEntries(answer?.months.all ?? []),
    }
  }
  return { read, months }
}

describe('the number of events of each month', () => {
  it('an event counts in the month of its own time zone, on every page of the list', async () => {
    const { read, months } = await openProgram()
    const all = months()
    expect(Object.keys(all).length).toBeGreaterThan(1)
    expect(await read()).toEqual({ all, matching: all })
    expect(await read({ skip: 35 })).toEqual({ all, matching: all })
  })

  it('a month has the number of its matches and of all its events', async () => {
    const { read, months } = await openProgram()
    const counts = { all: months(), matching: months('class') }
    expect(await read({ type: ['class'] })).toEqual(counts)
    expect(await read({ type: ['class'], skip: 10 })).toEqual(counts)
    expect(await read({ type: ['clinic'] })).toEqual({ all: months(), matching: {} })
  })

  it('a page that uses a cached count has the same months', async () => {
    const { read, months } = await openProgram()
    const counts = { all: months(), matching: months('camp') }
    expect(await read({ type: ['camp'] }, true)).toEqual(counts)
    expect(await read({ type: ['camp'], skip: 5 }, true)).toEqual(counts)
  })

  it('a list that is counted only in part lacks its last month', () => {
    const starts = JSON.stringify([
      [Date.UTC(2027, 6, 5), null, 3],
      [Date.UTC(2027, 7, 1, 2), 'America/Toronto', 1],
      [Date.UTC(2027, 7, 3), null, 2],
    ])
    expect([...monthCounts(starts, { isCapped: false })]).toEqual([
      ['2027-07', 4],
      ['2027-08', 2],
    ])
    expect([...monthCounts(starts, { isCapped: true })]).toEqual([['2027-07', 4]])
  })
})
