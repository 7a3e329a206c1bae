import cloudflare from '@astrojs/cloudflare'
import { defineConfig } from 'astro/config'

/** The smallest possible Astro site on this platform: one page. */
export default defineConfig({
  output: 'server',
  session: false,
  devToolbar: { enabled: false },
  adapter: cloudflare({ imageService: 'passthrough', inspectorPort: false }),
})
