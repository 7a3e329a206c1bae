import { describe, expect, it } from 'vitest'
import { birthDateFault, fullYears } from './birth-date.ts'
import { dayInZone } from '../wall-clock.ts'

describe('a date of birth', () => {
  it.each([
    { bornOn: '2026-11-20', today: '2026-11-21', fault: null },
    { bornOn: '2026-11-21', today: '2026-11-21', fault: 'date_in_future' },
    { bornOn: '2027-01-01', today: '2026-11-21', fault: 'date_in_future' },
    { bornOn: '1901-11-21', today: '2026-11-21', fault: null },
    { bornOn: '1901-11-20', today: '2026-11-21', fault: 'date_too_old' },
    { bornOn: '1903-02-28', today: '2028-02-29', fault: null },
    { bornOn: '1903-02-27', today: '2028-02-29', fault: 'date_too_old' },
  ])('the date of birth $bornOn, read on $today: $fault', ({ bornOn, today, fault }) =>
    expect(birthDateFault(bornOn, today)).toBe(fault),
  )

  it.each([
    { bornOn: '2017-05-31', onDay: '2027-05-30', years: 9 },
    { bornOn: '2017-05-31', onDay: '2027-05-31', years: 10 },
    { bornOn: '2016-02-29', onDay: '2027-02-28', years: 10 },
    { bornOn: '2016-02-29', onDay: '2027-03-01', years: 11 },
    { bornOn: '2016-02-29', onDay: '2028-02-29', years: 12 },
  ])('a person born on $bornOn is $years years old on $onDay', ({ bornOn, onDay, years }) =>
    expect(fullYears(bornOn, onDay)).toBe(years),
  )

  it("today is the day in the program's time zone, not the server's", () => {
    const at = Date.parse('2027-01-01T03:00:00Z')
    expect(dayInZone(at, 'America/Toronto')).toBe('2026-12-31')
    expect(dayInZone(at, 'UTC')).toBe('2027-01-01')
    expect(dayInZone(at, 'Pacific/Kiritimati')).toBe('2027-01-01')
  })
})
