import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { requestedSize, rightSized, servedPicture } from './picture-address.ts'

const of = { program_id: 'lakeside', kind: 'event', id: 'evt_1' } as const
const small = (address: string) => rightSized(address, of, 'small')

describe('the URL of a resized picture', () => {
  it.each([
    ['https://photos.example/canoe.jpg', '/pg/lakeside/picture/event/evt_1/480-226ed763'],
    ['HTTPS://photos.example/canoe.jpg?w=4000', '/pg/lakeside/picture/event/evt_1/480-ae860d08'],
    ['/pictures/canoe.svg', '/pictures/canoe.svg'],
    ['/logo.png', '/logo.png'],
  ])('the URL of %s is %s', (address, expected) => expect(small(address)).toBe(expected))

  it('the URL does not contain the original one', () => {
    const addresses = Array.from({ length: 2000 }, (_, index) => `https://photos.example/${index}.jpg`)
    expect(new Set(addresses.map(small)).size).toBe(addresses.length)
    expect(
      addresses.map(small).filter((each) => !/^\/pg\/lakeside\/picture\/event\/evt_1\/480-[0-9a-f]{8}$/.test(each)),
    ).toEqual([])
  })

  it('the URL differs by size, kind and program', () => {
    const address = 'https://photos.example/canoe.jpg'
    const all = [
      small(address),
      rightSized(address, of, 'large'),
      rightSized(address, { ...of, kind: 'product' }, 'small'),
      rightSized(address, { ...of, program_id: 'city' }, 'small'),
      rightSized(address, { ...of, id: 'evt_2' }, 'small'),
    ]
    expect(new Set(all).size).toBe(all.length)
  })

  it.each([
    ['480-0a1b2c3d', 'small'],
    ['1200-0a1b2c3d', 'large'],
    ['481-0a1b2c3d', null],
    ['480', null],
    ['480-0A1B2C3D', null],
    ['480-0a1b2c3d0', null],
    ['4000-0a1b2c3d', null],
    ['0480-0a1b2c3d', null],
    ['', null],
  ])('the URL %s requests %s', (text, size) => expect(requestedSize(text)).toBe(size))
})

it('no `<img>` on a page has the original URL', () => {
  const files = globSync('src/**/*.{astro,ts,tsx}')
  expect(files.length).toBeGreaterThan(100)
  expect(
    files.filter((file) =>
      /<img[^>]*src=\{[^}]*(?:picture_url|background_url|\.logo)/.test(readFileSync(file, 'utf8')),
    ),
  ).toEqual([])
})

it.each([
  ['https://photos.example/canoe.jpg', 'https://camps.example/pg/lakeside/picture/event/evt_1/1200-226ed763'],
  ['/pictures/canoe.svg', 'https://camps.example/pictures/canoe.svg'],
  [null, null],
])('the served picture of %s is %s', (address, served) =>
  expect(servedPicture('https://camps.example', address, { program_id: 'lakeside', kind: 'event', id: 'evt_1' })).toBe(
    served,
  ),
)
