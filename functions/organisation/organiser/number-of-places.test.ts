import { beforeAll, describe, expect, it } from 'vitest'
import type { OrganiserEvent } from '../../contract/organisation/organiser-event.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { organiserHeaders, putFile, shortestFile } from '../../test-bench/program-file.ts'
import { plainCanoe } from '../../test-bench/small-file.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})

const canoe = { ...plainCanoe, venues: [], online_event: true }
const option = (spots: object) => ({ key: 'full', name: 'Full week', free: true, ...spots })
const remedy = 'Write spots_total: 12, or spots_total: unlimited.'

describe('the number of places of an option', () => {
  it.each([
    ['no number', {}, 'required', remedy],
    ['null', { spots_total: null }, 'required', remedy],
    ['half a place', { spots_total: 2.5 }, 'invalid_parameter', remedy],
    ['another word', { spots_total: 'many' }, 'invalid_parameter', remedy],
    ['fewer than none', { spots_total: -1 }, 'invalid_integer', 'Enter a number of 0 or more.'],
  ])('%s is refused in a file and in a call, with the remedy', async (_, spots, type, message) => {
    const events = [{ ...canoe, options: [option(spots) as never] }]
    const { status, error } = await putFile(bench, { ...shortestFile(), events })
    expect([status, error.errors]).toEqual([
      400,
      [{ type, param: 'events[0].options[0].spots_total', message, line: 1 }],
    ])

    const file = shortestFile()
    await putFile(bench, file)
    const { status: _status, ...body } = events[0] ?? canoe
    const answer = await bench.call(`/v1/organiser/programs/${file.program}/events`, {
      method: 'POST',
      headers: organiserHeaders,
      body: JSON.stringify(body),
    })
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { type, message, errors: [{ type, param: 'options[0].spots_total', message }] },
    ])
  })

  it('unlimited places are read as `unlimited`, and a change of the option keeps them', async () => {
    const file = { ...shortestFile(), events: [{ ...canoe, options: [option({ spots_total: 'unlimited' }) as never] }] }
    await putFile(bench, file)
    const event = async (init: RequestInit = {}) => {
      bench.pass(1)
      const path = `/v1/organiser/programs/${file.program}/events/canoe`
      return (await (await bench.call(path, { headers: organiserHeaders, ...init })).json()) as OrganiserEvent
    }
    expect((await event()).event.options).toMatchObject([{ spots_total: 'unlimited' }])

    const changed = await event({ method: 'PUT', body: JSON.stringify({ options: [{ key: 'full', name: 'Week' }] }) })
    expect(changed.event.options).toMatchObject([{ name: 'Week', spots_total: 'unlimited' }])
  })
})
