import { describe, expect, it } from 'vitest'
import type { SheetEntry } from '#contract/organisation/sheet'
import { en as text } from '../../../locales/en.ts'
import { cellLines, daysOnSheet } from './sheet-view.ts'

const entry: SheetEntry = {
  ...{ registration_id: 'reg_1', attendee_profile_id: 'pap_1', status: 'confirmed' },
  ...{ first_name: 'Maya', last_name: 'Roy', age: 9, group: 'herons', missing: ['Swims?'] },
  waiver: { status: 'missing', signed: null },
  pick_up: [{ name: 'Nadia Roy', relation: 'parent', phone: '+16135550177' }],
  answers: [{ field_id: 'que_1', value: 's', text: 'Small' }],
  health: null,
}
const about = { text, groups: [{ key: 'herons', name: 'Herons' }], titleOf: () => 'T-shirt' }
const days = Array.from({ length: 8 }, (_, at) => ({
  date: `2027-07-0${at + 1}`,
  ...{ starts_at: '', ends_at: '', called_off: null },
}))

describe('the sheet of an event', () => {
  it('a sheet has boxes for its day, for each day of a short event, and for none of a long one', () => {
    expect(daysOnSheet({ days }, '2027-07-02').map(({ date }) => date)).toEqual(['2027-07-02'])
    expect(daysOnSheet({ days: days.slice(0, 5) }, null)).toHaveLength(5)
    expect(daysOnSheet({ days }, null)).toEqual([])
  })

  it.each([
    ['group', ['Herons']],
    ['waiver', [text.deskSheet.waiverMissing]],
    ['missing', [text.deskSheet.open('Swims?')]],
    ['answers', ['T-shirt Small']],
    ['consents', []],
    ['health', [text.deskSheet.healthHidden]],
  ] as const)('the column %s has the lines %o', (column, lines) => {
    expect(cellLines(column, entry, about)).toEqual(lines)
  })

  it('a person who may pick up is named with the relation and the phone', () => {
    const [line] = cellLines('pick_up', entry, about)
    expect(line).toContain('Nadia Roy')
    expect(line).toContain('613')
  })
})
