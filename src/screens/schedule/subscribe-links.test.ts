import { expect, it } from 'vitest'
import { subscribeLinks } from './subscribe-links.ts'

it('a calendar’s address is handed to the device, to Google and to Outlook whole', () => {
  const url = 'https://book.example/calendar/family/cus_1.1~abc~x-y.ics'
  const links = subscribeLinks(url, 'Réservations & co')
  expect(links.apple).toBe('webcal://book.example/calendar/family/cus_1.1~abc~x-y.ics')
  expect(new URL(links.google).searchParams.get('cid')).toBe(links.apple)
  const outlook = new URL(links.outlook).searchParams
  expect([outlook.get('url'), outlook.get('name')]).toEqual([url, 'Réservations & co'])
})
