import { describe, expect, it } from 'vitest'
import { contentDisposition, detectUploadType, fileName, hasLongSide, isTypeFor } from './file-rules.ts'

const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))

describe('F-01: the type of a file comes from its bytes', () => {
  it.each([
    ['a JPEG', '\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg'],
    ['a PNG', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'image/png'],
    ['a WebP', 'RIFF\x24\0\0\0WEBPVP8 ', 'image/webp'],
    ['a PDF', '%PDF-1.7\n…\n%%EOF\n', 'application/pdf'],
    ['a PDF without its end', '%PDF-1.7\n1 0 obj', null],
    ['a PDF after other bytes', '<script>%PDF-1.7\n%%EOF', null],
    ['a GIF', 'GIF89a\x01\0', null],
    ['an AVIF', '\0\0\0\x20ftypavif\0\0\0\0', null],
    ['a HEIC', '\0\0\0\x18ftypheic\0\0\0\0', null],
    ['a TIFF', 'II*\0\x08\0\0\0', null],
    ['a BMP', 'BM\x36\0\0\0', null],
    ['a RIFF sound', 'RIFF\x24\0\0\0WAVEfmt ', null],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg">', null],
    ['XML', '<?xml version="1.0"?><svg/>', null],
    ['HTML', '<!doctype html><script>', null],
    ['HTML after a byte order mark', '\xef\xbb\xbf<html>', null],
    ['a script', '#!/bin/sh\n', null],
    ['JavaScript that looks like a GIF', 'GIF89a=1;alert(1)', null],
    ['a ZIP', 'PK\x03\x04', null],
    ['GZIP', '\x1f\x8b\x08', null],
    ['an executable program', 'MZ\x90\0', null],
    ['PostScript', '%!PS-Adobe-3.0 %%EOF', null],
    ['NUL bytes', '\0\0\0\0\0\0\0\0', null],
    ['an empty file', '', null],
  ])('F-01: the type of a file that is %s is detected or refused', (_, text, type) =>
    expect(detectUploadType(bytes(text))).toBe(type),
  )

  it('a document cannot be the picture of a person', () =>
    expect([isTypeFor('picture', 'application/pdf'), isTypeFor('picture', 'image/png')]).toEqual([false, true]))

  it.each([
    [10_000, 10_000, false],
    [10_001, 1, true],
    [1, 10_001, true],
    [30_000, 30_000, true],
  ])('F-01: a picture of %i × %i pixels is too large: %s', (width, height, isLong) =>
    expect(hasLongSide({ width, height })).toBe(isLong),
  )
})

describe('F-01: the stored name of a file', () => {
  it.each([
    ['badge.JPEG', 'webp', 'badge.webp'],
    ['badge', 'webp', 'badge.webp'],
    ['../../etc/passwd', 'pdf', 'passwd.pdf'],
    ['C:\\Users\\nadia\\Photos\\Léa.png', 'webp', 'Léa.webp'],
    ['photo.php.jpg', 'webp', 'photo.php.webp'],
    ['shell.php\0.jpg', 'webp', 'shell.php.webp'],
    ['invoice\u202egpj.pdf', 'pdf', 'invoicegpj.pdf'],
    ['a\r\nSet-Cookie: x=1.pdf', 'pdf', 'aSet-Cookie_ x=1.pdf'],
    ['"><script>.png', 'webp', '___script_.webp'],
    ['...', 'webp', 'picture.webp'],
    ['', 'pdf', 'document.pdf'],
    [`${'é'.repeat(300)}.pdf`, 'pdf', `${'é'.repeat(100)}.pdf`],
    ['👩‍👧.png', 'webp', '👩👧.webp'],
  ] as const)('F-01: the file name %j of type %s is stored as %j', (sent, ending, name) =>
    expect(fileName(sent, ending)).toBe(name),
  )
})

it.each([
  ['badge.pdf', `attachment; filename="badge.pdf"; filename*=UTF-8''badge.pdf`],
  [
    'Certificat été (1).pdf',
    `attachment; filename="Certificat ete _1_.pdf"; filename*=UTF-8''Certificat%20%C3%A9t%C3%A9%20%281%29.pdf`,
  ],
  ['a\'b*c"; x=\\.pdf', `attachment; filename="a_b_c__ x__.pdf"; filename*=UTF-8''a%27b%2Ac%22%3B%20x%3D%5C.pdf`],
])('F-02: the file name %j cannot break out of its header', (name, header) =>
  expect(contentDisposition('attachment', name)).toBe(header),
)
