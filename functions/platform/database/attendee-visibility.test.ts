import { globSync, readFileSync } from 'node:fs'
import { expect, expectTypeOf, it } from 'vitest'
import { attendeeSeenBy, type SeenAttendee, wholeForMerge } from './attendee-visibility.ts'
import type { PersonField } from './tables/people.ts'
import { attendees } from './tables.ts'

const sources = globSync('functions/**/*.ts').filter((path) => !/\.test\.ts$|test-bench\//.test(path))
const filesWith = (pattern: RegExp) => sources.filter((path) => pattern.test(readFileSync(path, 'utf8'))).sort()

it('a field of a stored person is not a string until the reader is named', () => {
  type Row = typeof attendees.$inferSelect
  expectTypeOf<Row['first_name']>().toEqualTypeOf<PersonField<string>>()
  expectTypeOf<Row['health_card_last4']>().toEqualTypeOf<PersonField<string> | null>()
  expectTypeOf<PersonField<string>>().not.toExtend<string>()
  // @ts-expect-error the reader is missing
  expectTypeOf(() => attendeeSeenBy(['first_name'])).toBeFunction()
  // @ts-expect-error a person as stored is not what a reader sees
  expectTypeOf<Row>().toExtend<SeenAttendee>()
  expect(attendees.first_name.name).toBe('first_name')
})

it('no SQL joins the table of attendees outside the listed files', () => {
  expect(filesWith(/(?:FROM|JOIN) attendees\b/)).toEqual(
    [
      // The files that read the reader's own picture, or the managers of a person.
      'functions/money/billing/billing-rows.ts',
      'functions/delivery/notifications/notification-rows.ts',
      'functions/people/accounts/intruder-rows.ts',
      'functions/people/attendees/attendee-rows.ts',
      'functions/organisation/roster/sheet-rows.ts',
      'functions/people/attendees/health-erasure-rows.ts',
      'functions/people/family-merge/merge-rows.ts',
      'functions/people/family-merge/undo-rows.ts',
      'functions/people/invitations/invitation-rows.ts',
      'functions/people/uploads/file-rows.ts',
      'functions/records/privacy/erasure-rows.ts',
    ].sort(),
  )
})

it('only a merge reads two complete attendee records', () => {
  expect(wholeForMerge).toBeTypeOf('function')
  expect(filesWith(/\bwholeForMerge\b/)).toEqual([
    'functions/people/family-merge/load-merge.ts',
    'functions/people/family-merge/merge-attendees.ts',
    'functions/platform/database/attendee-visibility.ts',
  ])
})
