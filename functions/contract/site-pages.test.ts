import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findSitePage, isPublicPage, type ListQuery, readableAddress, sitePages } from './site-pages.ts'

const origin = 'https://muster.example'
const pathOf = (page: { path: string }) => page.path.replace(/:(\w+)/g, '$1')
/** Pages in `src/pages` that have their own URL. */
const pageFiles = globSync('src/pages/**/*.astro').filter((file) => !/(?:404|500)\.astro$/.test(file))
const pathsOfFile = (file: string): string[] => {
  const path = file.slice('src/pages'.length, -'.astro'.length).replace(/\/index$/, '')
  const named = (path || '/').replace(/\[(\w+)\]/g, ':$1')
  return named.includes('[...kind]') ? [named.replace('/[...kind]', ''), named.replace('[...kind]', ':kind')] : [named]
}

describe('the query parameters that a page reads', () => {
  it('S8: a parameter that the page does not read is in no cache key and no link', () => {
    expect(readableAddress(`${origin}/?ATTACK=1`)).toBe(`${origin}/`)
    expect(readableAddress(`${origin}/api/docs?ATTACK=1&lang=fr`)).toBe(`${origin}/api/docs?lang=fr`)
    for (const page of sitePages)
      expect(readableAddress(`${origin}${pathOf(page)}?ATTACK=1`)).toBe(`${origin}${pathOf(page)}`)
  })

  it('S8: every parameter that the page reads is in its cache key, in a fixed order', () => {
    for (const page of sitePages)
      for (const name of [...page.parameters, 'lang']) {
        const address = `${origin}${pathOf(page)}?${name}=a&${name}=b`
        expect(readableAddress(address)).toBe(address)
      }
    expect(readableAddress(`${origin}/pg/a?lang=fr&age=8`)).toBe(readableAddress(`${origin}/pg/a?age=8&lang=fr`))
  })

  it('S8: a new filter does not compile until its page lists it', () => {
    const read = (query: ListQuery) => [
      query.get('age'),
      // @ts-expect-error: not on the list of the page, so not in its cache key
      query.get('shoe_size'),
    ]
    expect(read(new URLSearchParams('age=8&shoe_size=40'))).toEqual(['8', '40'])
  })

  it('S8: every page reads only its listed parameters', () => {
    const inFiles = sitePages.filter(({ isAtEdge }) => !isAtEdge)
    expect(pageFiles.flatMap(pathsOfFile).sort()).toEqual(inFiles.map(({ path }) => path).sort())
    for (const file of pageFiles) {
      const text = readFileSync(file, 'utf8')
      const names = [...text.matchAll(/(?:searchParams\.(?:get|getAll|has)|\bparameter)\('(\w+)'\)/g)].map(
        ([, name]) => name,
      )
      for (const path of pathsOfFile(file)) {
        const listed = sitePages.find((page) => page.path === path)?.parameters
        expect(listed, file).toEqual(expect.arrayContaining(names))
      }
    }
  })

  it('S8: the code that reads a URL names its parameters', () => {
    for (const file of globSync('src/page-input/*.ts'))
      expect(readFileSync(file, 'utf8'), file).not.toMatch(/query: URLSearchParams/)
  })

  it('a list filtered by the reader’s family is not public, and an embedded list has no such filter', () => {
    const isPublic = (path: string) => isPublicPage(new URL(origin + path))
    expect(['/pg/a?age=8', '/embed/a'].map(isPublic)).toEqual([true, true])
    expect(['/pg/a?age=8&for=att_1', '/pg/a?for=', '/pg/a/login'].map(isPublic)).toEqual([false, false, false])
    expect(readableAddress(`${origin}/embed/a?for=att_1&age=8`)).toBe(`${origin}/embed/a?age=8`)
  })

  it('a URL without a page is returned unchanged', () => {
    for (const path of ['/nowhere?a=1', '/token?goto=%2Fpg%2Fa', '//evil.example/?a=1', '/api/v1/explore/events?a=1'])
      expect(readableAddress(origin + path)).toBe(origin + path)
    expect(findSitePage('/nowhere')).toBeNull()
  })
})
