import cloudflare from '@astrojs/cloudflare'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { migrationNames } from './functions/database/migration-names.ts'

// `measured` is what production runs, but for its refusal to sell without a card provider: the benchmark asks it.
const environment = ['production', 'measured'].find((name) => name === process.env.ENVIRONMENT) ?? 'local'

export default defineConfig({
  output: 'server',
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'always' },
  session: false,
  devToolbar: { enabled: false },
  adapter: cloudflare({ imageService: 'passthrough', inspectorPort: false }),
  integrations: [react()],
  // Script and style hashes come from Astro; frame-ancestors is written by functions/middleware/security-headers.ts.
  security: { csp: { directives: ["default-src 'self'", "img-src 'self' data: https:", "base-uri 'none'", "form-action 'self'", "object-src 'none'"] } },
  cache: {
    provider: {
      name: 'pages',
      entrypoint: new URL('./functions/page-cache.ts', import.meta.url),
      config: { max: 200, query: { include: ['lang', 'search', 'age', 'type', 'skip'] } },
    },
  },
  vite: { define: { ENVIRONMENT: JSON.stringify(environment), MIGRATIONS: JSON.stringify(migrationNames()) } },
})
