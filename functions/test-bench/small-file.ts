import { shortestFile, type WrittenFile } from './program-file.ts'

type Written = NonNullable<WrittenFile['events']>[number]
type WrittenOption = NonNullable<Written['options']>[number]
export const full: WrittenOption = { key: 'full', name: 'Full week', cost: 320, spots_total: 50, pools: ['bus'] }
export const plainCanoe: Written = {
  key: 'canoe',
  type: 'camp',
  name: 'Canoe week',
  summary: 'Five days',
  status: 'published',
  starts_at: '2027-07-05T09:00',
  ends_at: '2027-07-09T16:00',
  venues: ['dock'],
}
export const canoe: Written = { ...plainCanoe, waiver: 'water', questions: ['shirt'], options: [full] }

/** A program of one camp that uses all sections of a file: a venue, a shared pool, a waiver, a question and a coupon. */
export function smallFile(): WrittenFile {
  return {
    ...shortestFile(),
    venues: [
      {
        key: 'dock',
        name: 'Dock House',
        address: { address_line_1: '1 Lake Rd', city: 'Toronto', region: 'CA-ON', postcode: 'M5V 2T6', country: 'CA' },
      },
    ],
    pools: [{ key: 'bus', spots_total: 20 }],
    waivers: [{ key: 'water', version: 1, title: 'Water safety', text: 'Water is wet.' }],
    questions: [
      { key: 'shirt', title: 'T-shirt size', type: 'single_choice', required: true, choices: ['S', 'M', 'L'] },
    ],
    events: [canoe],
    coupons: [{ key: 'ten', code: 'TEN', percent_off: 10 }],
  }
}
