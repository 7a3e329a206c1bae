import { expect, it } from 'vitest'
import { likelyEmail } from './email-typo.ts'

it.each([
  ['nadia@gmial.com', 'nadia@gmail.com'],
  ['nadia@gmai.com', 'nadia@gmail.com'],
  ['nadia@gmaill.com', 'nadia@gmail.com'],
  ['nadia@gmsil.com', 'nadia@gmail.com'],
  ['nadia@gmail.con', 'nadia@gmail.com'],
  ['nadia@gmail.cm', 'nadia@gmail.com'],
  ['Nadia.Roy@Hotmial.com', 'Nadia.Roy@hotmail.com'],
  ['nadia@school.con', 'nadia@school.com'],
  ['nadia@videotrom.ca', 'nadia@videotron.ca'],
])('the suggested spelling for the email %s is %s', (typed, meant) => expect(likelyEmail(typed)).toBe(meant))

it.each([
  'nadia@gmail.com',
  'nadia@mail.com',
  'nadia@ymail.com',
  'nadia@me.com',
  'nadia@lakeside.example',
  'nadia',
  '@gmial.com',
  'nadia@gmx.de',
])('no other spelling is suggested for the email %s', (typed) => expect(likelyEmail(typed)).toBeNull())
