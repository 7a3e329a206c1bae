import { describe, expect, it } from 'vitest'
import { makeContext } from '../../platform/make-context.ts'
import { openBench } from '../../test-bench/bench.ts'
import { fetchResizedPicture } from './fetch-resized-picture.ts'
import { detectFormat, hasTooManyPixels, targetWidth } from './picture-rules.ts'

const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))

describe('the format of a picture', () => {
  it.each([
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg'],
    ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'image/png'],
    ['GIF89a\x01\0', 'image/gif'],
    ['RIFF\x24\0\0\0WEBPVP8 ', 'image/webp'],
    ['\0\0\0\x20ftypavif\0\0\0\0avifmif1miaf', 'image/avif'],
    ['\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf', 'image/avif'],
    ['\0\0\0\x18ftypheic\0\0\0\0mif1heic', null],
    ['\0\0\0\x20ftypmp42\0\0\0\0isommp42', null],
    ['RIFF\x24\0\0\0WAVEfmt ', null],
    ['<svg xmlns="http://www.w3.org/2000/svg">', null],
    ['<?xml version="1.0"?><svg/>', null],
    ['<!doctype html>', null],
    ['%PDF-1.7', null],
    ['GIF', null],
    ['', null],
  ])('the bytes %j are recognised as %s', (text, type) => expect(detectFormat(bytes(text))).toBe(type))
})

describe('the width a picture is resized to', () => {
  it.each([
    { picture: [4000, 3000], input: 480, width: 480 },
    { picture: [3000, 4000], input: 1200, width: 1200 },
    { picture: [300, 200], input: 480, width: 300 },
    { picture: [480, 320], input: 480, width: 480 },
    { picture: [4000, 1000], input: 480, width: 1280 },
    { picture: [9000, 1000], input: 1200, width: 3600 },
    { picture: [2000, 200], input: 1200, width: 2000 },
    { picture: [100, 5000], input: 480, width: 100 },
  ])('$picture for $input is $width', ({ picture: [width = 0, height = 0], input, width: expected }) =>
    expect(targetWidth({ width, height }, input)).toBe(expected),
  )

  it('a picture of more pixels than a camera takes is not resized', () =>
    expect(
      [
        { width: 10_000, height: 10_000 },
        { width: 30_000, height: 30_000 },
      ].map(hasTooManyPixels),
    ).toEqual([false, true]))
})

it('a picture is not fetched without an image service', async () => {
  const testBench = await openBench()
  const ctx = makeContext({
    env: { ...testBench.env, IMAGES: undefined as never, PICTURE_RESIZER: undefined as never },
    now: testBench.now(),
  })
  expect(await fetchResizedPicture(ctx, { address: 'https://photos.example/canoe.jpg', size: 'small' })).toEqual({
    ok: false,
    why: 'no images binding',
  })
})
