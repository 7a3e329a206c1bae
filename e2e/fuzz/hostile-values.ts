import { badGotos } from '../../functions/test-bench/gotos.ts'

const long = (length: number, sign = 'x') => sign.repeat(length)

/** Lengths on both sides of every limit of the contract. */
const lengths = [0, 1, 7, 8, 12, 13, 39, 40, 41, 63, 64, 65, 80, 81, 120, 121, 128, 129, 150, 151, 254, 255, 256, 400, 401, 1024, 1025, 2000, 2001, 2048, 2049, 10_001, 70_000]

/** Text that readers, tables, mails and pages are known to trip over. */
export const hostileTexts: string[] = [
  ...lengths.map((length) => long(length)),
  ...[40, 41, 255, 256].flatMap((length) => [long(length, 'é'), long(length, '😀')]),
  ' ', '\t', '\n', ' Ada ', '\u0000', 'a\u0000b', '\ud800', 'a\udc00b', '\ud83d', '\ufeffAda', '\uffff', '\u202eevil', '\u2028', '\u200b', 'a\r\nBcc: x@example.com', '\u001b[31m', '\u0085',
  'e\u0301'.repeat(30), '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}', 'ﷺ', 'Zoë O’Neill-Smith', "O'Neil", '李小龍', 'İ', 'ß', '%', '%%%', '_', '*', '"', "'", "''", '\\', "'; DROP TABLE users; --", "' OR 1=1 --", 'NEAR(', 'a AND', '-a', '"a', 'a*', '{"a":1}', '[]',
  '<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '{{7*7}}', '\u0024{7*7}', '../../etc/passwd', 'file:///etc/passwd', 'http://169.254.169.254/', 'javascript:alert(1)', 'www.evil.example', '://',
  'null', 'undefined', 'true', 'NaN', 'Infinity', '-1', '0', '1', '1e9', '1e309', '0x10', '9007199254740993', '2147483648', '-0', '01', '1.5', '١٢',
  '2027-02-30', '2027-02-29', '0000-00-00', '9999-12-31', '1900-01-01', '2999-01-01', '2027-01-01T00:00:00Z', '2027-13-01T00:00:00Z', '275760-09-13', '-000001-01-01',
  'Mars/Olympus', 'UTC', 'GMT+25', 'x@example.com', 'x@x', 'a..b@example.com', 'x@exa mple.com', `${long(250)}@example.com`, '+1', '+999999999999999', '416-555-0142 ext. 999999', 'A'.repeat(20), '1'.repeat(50),
  'paid', 'cancelled', 'admin', '__proto__', 'constructor', 'toString', 'hasOwnProperty',
  ...badGotos.filter((value) => typeof value === 'string'),
]

export const hostileNumbers: number[] = [0, -0, 1, -1, 0.5, 1.5, 50, 51, 100, 101, 255, 65_536, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53 - 1, 2 ** 53, 2 ** 63, 1e21, 1e308, -1e308, 5e-324, 99_999_999, 100_000_000, -(2 ** 31)]

export const hostileNames: string[] = ['__proto__', 'constructor', 'prototype', 'toString', 'is_admin', 'is_active', 'id', 'amount', 'amount_total', 'status', 'currency', 'created', 'password_hash', '', ' ', 'a.b', 'a[0]', '0', '-1', '😀', '\ud800', '\u0000', 'x'.repeat(300), '$where', 'then', 'toJSON', 'length']

/** Any value at all. */
export const hostileValues: unknown[] = [...hostileTexts, ...hostileNumbers, true, false, null, [], {}, [[]], [null], [{}], { length: 3 }, { toString: 1 }, { value: 'x' }, ['a', 'a'], Array.from({ length: 60 }, () => 'x'), Array.from({ length: 300 }, (_, at) => at)]
