import type { ShapeWords } from '../field-words.ts'

const time = { format: 'date-time' }
const returned = [
  'What each family gets: `none`; `share`, the day’s share of what was paid, with fee and tax, the way it was paid; `balance`, the same to the account balance; `amount`, for each place, the way it was paid; `visit`, a visit of `session_package` for each person.',
  'share',
] as const
const text = ['What families read.', 'A storm is coming, so there’s no camp on Thursday.'] as const
const restorable = [
  'Until when it can be restored, in UTC; null once families are told.',
  '2027-07-14T21:10:00.000Z',
  time,
] as const
const sent = ['When families were told, in UTC; null before.', null, time] as const
const date = ['Day of the event, in its time zone.', '2027-07-15', { format: 'date' }] as const

/** The meetings of a series. */
export const seriesWords: ShapeWords = {
  is_series: ['Whether it meets on the days of `series_dates`.', false],
  series_dates: 'Each meeting of a series; empty otherwise.',
  'series_dates[].starts_at': ['Start of the meeting, in UTC.', '2027-07-05T13:00:00.000Z'],
  'series_dates[].ends_at': ['End of the meeting, in UTC.', '2027-07-05T15:00:00.000Z'],
}

/** The days off of an event, as its page shows them. */
export const daysOffWords: ShapeWords = {
  days_off: 'The days that the organisation called off.',
  'days_off[].date': [...date],
  'days_off[].text': [...text],
}

/** Single days of an event that its organisation calls off. */
export const dayOffShapes: Record<string, ShapeWords> = {
  CallOffDayRequest: {
    text: [...text],
    return: [...returned],
    amount: ['For `amount`: in minor units, for each place, at most what was paid for it.', 2500],
    session_package: ['For `visit`: key of the session package.', 'one-day'],
    notify: ['Whether families are mailed.', true],
    dry_run: ['With `true` nothing changes, and the response shows what would.', false],
  },
  DayOff: {
    id: ['Id of the day off; null for a preview.', 'day_4kL9jH2gF8'],
    dry_run: ['Whether it is a preview.', false],
    event_id: ['The `id` of the Event.', 'evt_5nK2pQ8rT1'],
    key: ['Key of the event in the program file.', 'canoe-week'],
    date: [...date],
    text: [...text],
    return: [...returned],
    notify: ['Whether families are mailed.', true],
    children: ['Number of places.', 21],
    families: ['Number of customers: each gets one mail.', 20],
    amount: 'What goes back in all.',
    options: 'The places by option.',
    'options[].key': ['Key of the option.', 'full'],
    'options[].name': ['Name of the option.', 'Full day'],
    'options[].children': ['Number of places.', 14],
    'options[].amount': 'What goes back for them.',
    restorable_until: [...restorable],
    sent_at: [...sent],
    restored_at: ['When it was restored, in UTC; null for a day that is off.', null, time],
  },
  EventDates: {
    event_id: ['The `id` of the Event.', 'evt_5nK2pQ8rT1'],
    timezone: ['IANA zone of the days.', 'America/Toronto'],
    data: 'The days, in order.',
    'data[].date': [...date],
    'data[].starts_at': ['When it starts, in UTC.', '2027-07-15T13:00:00.000Z', time],
    'data[].ends_at': ['When it ends, in UTC.', '2027-07-15T20:00:00.000Z', time],
    'data[].is_held': ['Whether it has begun, and can no longer be called off.', false],
    'data[].day_off': 'Why it is called off; null for a day that takes place.',
    'data[].day_off.id': ['Id of the day off.', 'day_4kL9jH2gF8'],
    'data[].day_off.text': [...text],
    'data[].day_off.return': [...returned],
    'data[].day_off.restorable_until': [...restorable],
    'data[].day_off.sent_at': [...sent],
    session_packages: 'The packages of which a family may get a visit for a day that is called off.',
    'session_packages[].key': ['Key of the package.', 'ten-visits'],
    'session_packages[].name': ['Name of the package.', 'Ten visits'],
  },
}
