import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { Event } from '../../../contract/offering/event.ts'
import type { List } from '../../../contract/paging.ts'
import { type Bench, openBench } from '../../../test-bench/bench.ts'
import { exportedFile, putFile, realChanges, shortestFile, type WrittenFile } from '../../../test-bench/program-file.ts'

const read = (name: string): unknown => parse(readFileSync(`functions/test-bench/inputs/${name}`, 'utf8'))
let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})

const eventsOf = async (program: string) =>
  ((await (await bench.call(`/v1/explore/events?program_id=${program}&limit=100`)).json()) as List<Event>).data

/** A program file of the field. Every option has a number of places. */
function programOf(name: string): WrittenFile {
  const file = read(name) as WrittenFile
  return {
    ...file,
    events: (file.events ?? []).map((event) => ({
      ...event,
      options: (event.options ?? []).map((option) => ({ ...option, spots_total: option.spots_total ?? 20 })),
    })),
  }
}

describe('program files of the field', () => {
  it.each(['bugbox.yaml', 'town-camps.yaml', 'city-classes.yaml', 'day-by-day.yaml'])(
    'the program of %s is applied, and its export changes nothing',
    async (name) => {
      const file = programOf(name)
      const { status, error } = await putFile(bench, file)
      expect(status, JSON.stringify(error)).toBe(200)
      expect((await eventsOf(file.program)).length).toBe(
        file.events?.filter((event) => event.status === 'published').length,
      )
      const { plan } = await putFile(bench, await exportedFile(bench, file.program), { isDryRun: true })
      expect(realChanges(plan.changes)).toEqual([])
      expect(plan.refusals).toEqual([])
    },
  )

  it('an overnight event of a file is one stay', async () => {
    const events = read('sleepaway.yaml') as NonNullable<WrittenFile['events']>
    const file: WrittenFile = {
      ...shortestFile(),
      features: { online_payments: true },
      venues: [
        {
          key: 'creek-hall',
          name: 'Creek Hall',
          address: {
            address_line_1: '1 Lake Rd',
            city: 'Toronto',
            region: 'CA-ON',
            postcode: 'M5V 2T6',
            country: 'CA',
          },
        },
      ],
      events: events.map((event) => ({ ...event, overnight: true })),
    }
    expect((await putFile(bench, file)).status).toBe(200)
    const id = (await eventsOf(file.program))[0]?.id
    const event = (await (await bench.call(`/v1/explore/events/${id}`)).json()) as Event
    expect(event.overnight).toBe(true)
  })
})
