import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundaryOf, readMultipartParts } from './multipart-parts.ts'

const parse = (text: string, boundary = 'x') => readMultipartParts(Uint8Array.from(Buffer.from(text)), boundary)
const part = (head: string, content: string) => `--x\r\n${head}\r\n\r\n${content}\r\n`
const field = (name: string, content: string) => part(`Content-Disposition: form-data; name="${name}"`, content)

describe('a multipart body', () => {
  it('a multipart body from a browser is read with any names and bytes', async () => {
    const name = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !/[\r\n]|%(?:22|0[ad])/i.test(text))
    const file = fc.record({
      name,
      fileName: name.filter((text) => text !== ''),
      bytes: fc.uint8Array({ maxLength: 400 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(file, { maxLength: 4 }), fc.array(name, { maxLength: 4 }), async (files, texts) => {
        const form = new FormData()
        for (const each of files) form.append(each.name, new Blob([Uint8Array.from(each.bytes)]), each.fileName)
        for (const text of texts) form.append('text', text)
        const response = new Response(form)
        const boundary = boundaryOf(response.headers.get('Content-Type') ?? '') ?? ''
        const parts = readMultipartParts(new Uint8Array(await response.arrayBuffer()), boundary)
        expect(parts?.map(({ bytes, ...names }) => ({ ...names, bytes: [...bytes] }))).toEqual([
          ...files.map(({ bytes, ...names }) => ({ ...names, bytes: [...bytes] })),
          ...texts.map((text) => ({ name: 'text', fileName: null, bytes: [...Buffer.from(text)] })),
        ])
      }),
    )
  })

  it('an incomplete multipart body is rejected', () => {
    const whole = `${field('a', '1')}--x--\r\n`
    expect(parse(whole)).toEqual([{ name: 'a', fileName: null, bytes: Uint8Array.from([49]) }])
    expect(parse('--x--\r\n')).toEqual([])
    expect(parse(`${field('a', '')}--x--`)?.[0]?.bytes.byteLength).toBe(0)
    for (let length = 0; length < whole.length - 4; length += 1) expect(parse(whole.slice(0, length))).toBeNull()
    for (const broken of [
      'hello',
      `\r\n${whole}`,
      `${part('Content-Type: text/plain', '1')}--x--`,
      `${part('Content-Disposition: attachment; name="a"', '1')}--x--`,
      `${part('Content-Disposition: form-data; filename="a"', '1')}--x--`,
      `${part(`X: ${'x'.repeat(9000)}\r\nContent-Disposition: form-data; name="a"`, '1')}--x--`,
      `${field('a', '1').repeat(21)}--x--`,
    ])
      expect(parse(broken)).toBeNull()
  })

  it('the boundary is that of the content type', () => {
    expect(boundaryOf('multipart/form-data; boundary=----WebKit1')).toBe('----WebKit1')
    expect(boundaryOf('multipart/form-data; charset=utf-8; boundary="a b"')).toBe('a b')
    expect(boundaryOf('multipart/form-data')).toBeNull()
    expect(boundaryOf(`multipart/form-data; boundary="${'x'.repeat(71)}"`)).toBeNull()
  })
})
