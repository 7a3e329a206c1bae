import { describe, expect, it } from 'vitest'
import type { EventOption } from '#contract/offering/event'
import { exampleEvent, exampleOption, exampleProgramContext } from '../../example-program.ts'
import { optionRows } from './option-row.ts'

const plain = (words: string | null) => words?.replaceAll(/[\u00a0\u202f]/g, ' ') ?? null

describe('the end of an event’s sale', () => {
  const until = (sale_ends_at: string | null, change: Partial<EventOption> = {}) => ({
    ...exampleOption,
    ...change,
    order_availability: { ...exampleOption.order_availability, sale_ends_at },
  })
  const ends = (options: EventOption[]) => {
    const { rows, saleEnds } = optionRows(options, exampleEvent, exampleProgramContext('en'))
    return [saleEnds, ...rows.map((row) => row.ends)].map(plain)
  }
  const [may, july] = ['2027-05-01T04:00:00Z', '2027-07-01T04:00:00Z']
  it('the end of the sale is shown once when all options agree', () =>
    expect(ends([until(july), until(july), until(may, { sale_status: 'ended' })])).toEqual([
      'Register by June 30, 11:59 pm (Toronto time)',
      null,
      null,
      null,
    ]))
  it('the end of the sale is shown on each option when they differ', () =>
    expect(ends([until(may), until(july), until(may, { sale_status: 'sold_out' })])).toEqual([
      null,
      'Register by April 30, 11:59 pm (Toronto time)',
      'Register by June 30, 11:59 pm (Toronto time)',
      null,
    ]))
  it('the end of the sale is left out when nothing is on sale', () =>
    expect(ends([until(may, { sale_status: 'closed' })])).toEqual([null, null]))
})
