import { eventFileTypes } from './event-file-types.ts'

/** The English sentence of each field rule, by its code. Other languages are in sentences/. */
export const fieldSentences = {
  required: 'Field is required.',
  too_short: 'Use at least 8 characters.',
  invalid_characters: 'Use letters, spaces, hyphens and apostrophes only.',
  invalid_email: 'Enter an email like name@example.com.',
  invalid_phone: 'Enter a phone number with area code, without an extension.',
  password_too_common: 'Choose a stronger password.',
  password_mismatch: 'The two passwords don’t match.',
  password_incorrect: 'The current password isn’t right.',
  invalid_date: 'Enter a date like 2017-05-31.',
  date_in_future: 'Enter a date in the past.',
  date_too_old: 'Enter a date less than 125 years ago.',
  invalid_option: 'Please select an option.',
  invalid_health_card: 'Check the health card number.',
  invalid_postcode: 'Check the postal code.',
  invalid_region: 'Check the region.',
  date_in_past: 'Enter a date in the future.',
  end_before_start: 'The end must be after the start.',
  sale_after_event: 'The sale must end before the event does.',
  invalid_timezone: 'Choose a time zone from the list.',
  invalid_amount: 'Enter an amount above 0.',
  invalid_integer: 'Enter a whole number.',
  invalid_url: 'Enter an address like https://example.com.',
  out_of_range: 'Choose a value from the range.',
}
export type FieldRule = keyof typeof fieldSentences

/**
 * How to write a value in a program file, by the code of its rule; `{maximum}` is the rule's maximum. In English only,
 * like all messages about program files.
 */
export const fileHints = {
  file_address: `Write the address of a file that ends in ${Object.keys(eventFileTypes).join(', ')}.`,
  file_closed: 'Write a day like 2027-07-01, or a span like { from: 2027-12-24, to: 2028-01-02 }.',
  file_closing_hour: 'Write an hour like 17:00.',
  file_country: 'Write a country like CA.',
  file_coupon_code: 'Use 3 to 40 letters, digits, hyphens and underscores.',
  file_currency: 'Write a currency like CAD.',
  file_day: 'Write a day like 2027-07-05 or +30d.',
  file_decimals: 'Use at most two decimals.',
  file_gtm_id: 'Write the id of a container like GTM-ABC123.',
  file_key: 'Use lower-case letters, digits and hyphens.',
  file_list: 'List at most {maximum}.',
  file_meta_pixel_id: 'Write the number of a pixel, 6 to 20 digits.',
  file_opening_hour: 'Write an hour like 09:00.',
  file_shift: 'Write weeks like +52w, or days like +364d.',
  file_spots: 'Write spots_total: 12, or spots_total: unlimited.',
  file_time: 'Write a time like 2027-07-05T09:00 or +30d 09:00.',
  file_time_before: 'Write a time before the start like P14D or PT24H.',
}

/**
 * The codes that a field rule may return. `too_long` comes with its maximum, `too_formatted` with its line. The API
 * returns a file's code as `invalid_parameter`.
 */
export type FieldCode = FieldRule | 'too_long' | 'too_formatted' | 'invalid_parameter' | keyof typeof fileHints
