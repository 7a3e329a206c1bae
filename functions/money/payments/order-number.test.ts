import { expect, it } from 'vitest'
import { orderNumber } from '../../contract/money/order.ts'
import { offlineInstructionsMail } from './mail-offline-instructions.ts'
import { offlineExpectedMail, paymentReminderMail } from './mail-promised-money.ts'

it.each([
  ['2027-000042', '2027-000042'],
  [null, '3F7A-12BC'],
])('an order with the receipt number %j is named %s', (receipt_number, number) =>
  expect(orderNumber({ id: 'ord_3f7a12bc90de45ffa1b2c3d4e5f60718', receipt_number })).toBe(number),
)

it.each(['en', 'fr'] as const)(
  'the customer and the office read the same number of an unpaid order, in %s',
  (language) => {
    const site = { siteOrigin: 'https://book.example', now: Date.parse('2027-01-05T12:00:00Z') }
    const label = language === 'fr' ? 'Commande\u00a0' : 'Order'
    const number = orderNumber({ id: 'ord_sample', receipt_number: null })
    const texts = [offlineInstructionsMail, paymentReminderMail, offlineExpectedMail].map(
      (template) => template.preview(language, site as never).text,
    )
    expect(texts.filter((text) => !text.includes(`${label}: ${number}`))).toEqual([])
  },
)
