import type { CacheProvider, CacheProviderFactory } from 'astro'
import memory from 'astro/cache/memory'

let pages: CacheProvider | undefined
let purges = 0

/** Pages kept in this isolate. A page that was rendering while something was purged is never kept (architecture.md). */
const factory: CacheProviderFactory = (config) => {
  const kept = memory(config as never)
  pages ??= {
    ...kept,
    onRequest: (context, next) => {
      const before = purges
      const answer = kept.onRequest?.(context, async () => {
        const page = await next()
        if (purges !== before || page.status >= 500) page.headers.delete('CDN-Cache-Control')
        return page
      })
      return answer ?? next()
    },
  }
  return pages
}
export default factory

/** Forgets every kept page that carries one of the tags. */
export async function purgePages(tags: string[]): Promise<void> {
  purges += 1
  await pages?.invalidate({ tags })
}
