import cloudflare from '@astrojs/cloudflare'
import { defineConfig } from 'astro/config'

/** The least an Astro site on this platform can be: one page, nothing else. */
export default defineConfig({
  output: 'server',
  session: false,
  devToolbar: { enabled: false },
  adapter: cloudflare({ imageService: 'passthrough', inspectorPort: false }),
})
