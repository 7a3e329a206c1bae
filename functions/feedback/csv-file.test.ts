import { expect, it } from 'vitest'
import { list, mostCounted } from '../contract/paging.ts'
import { csvOfPages } from './csv-file.ts'

it.each([0, 1, 100, 1000, 1250])('K2: a file has all of %s rows, however far their list is counted', async (count) => {
  const all = Array.from({ length: count }, (_, row) => row)
  const read = async (page: { limit: number; skip: number }) => {
    const most = mostCounted(page)
    return list(all.slice(page.skip, page.skip + page.limit), Math.min(count, most), page, count > most)
  }
  const file = await csvOfPages(['Row'], read, (row) => [row])
  expect(file.trim().split('\r\n')).toHaveLength(count + 1)
})
