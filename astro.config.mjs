import { fileURLToPath } from 'node:url'
import cloudflare from '@astrojs/cloudflare'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { makePrivate } from './functions/local/data-folder.ts'
import { buildDefines } from './functions/local/build-defines.ts'

// A build is for production unless it is asked for the development tools.
const hasDevelopmentTools = process.env.DEVELOPMENT_TOOLS === 'on'

// `npm run dev` says where its data is, and keeps its own cache, so that a build beside it takes nothing away.
const folder = process.env.DEV_FOLDER
const development = folder && {
  adapter: { configPath: `${folder}/dev/wrangler.toml`, persistState: { path: folder } },
  vite: { cacheDir: `${folder}/dev/vite` },
}

// What is uploaded is small and quick to read in; names stay, because the log tells in which function something was thrown.
const keepNames = { function: true, class: true }
// React's server comes twice, the second time for renderToString alone, which no page asks for.
const oldReactServer = /react-dom-server-legacy/
const smallServer = {
  name: 'small-server',
  enforce: 'pre',
  resolveId: { filter: { id: oldReactServer }, handler: () => '\0old-react-server' },
  load: {
    filter: { id: /^\0old-react-server$/ },
    handler: () => 'export const renderToString = null, renderToStaticMarkup = null',
  },
  outputOptions(options) {
    if (this.environment?.name === 'client') return null
    return {
      ...options,
      minify: { compress: { keepNames }, mangle: { toplevel: true, keepNames }, codegen: { removeWhitespace: true } },
    }
  },
}

// All of React in one file: in two, its words are packed twice. What the adapter puts before every file is for the server.
const reactInOne = {
  groups: [{ name: 'react', test: /node_modules\/(?:react|react-dom|scheduler|nanostores|@nanostores)\// }],
}

// The build puts a copy of the secrets next to the code: no other user of the machine reads either.
const privateBuild = {
  name: 'private-build',
  hooks: {
    'astro:config:setup': ({ command, config }) => {
      if (command === 'build') makePrivate(fileURLToPath(config.outDir))
    },
  },
}

export default defineConfig({
  output: 'server',
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'always' },
  session: false,
  devToolbar: { enabled: false },
  adapter: cloudflare({ imageService: 'passthrough', inspectorPort: false, ...development?.adapter }),
  integrations: [react(), privateBuild],
  // Script and style hashes come from Astro; frame-ancestors is written by functions/platform/middleware/security-headers.ts.
  security: {
    csp: {
      directives: [
        "default-src 'self'",
        "img-src 'self' data: https:",
        "base-uri 'none'",
        "form-action 'self'",
        "object-src 'none'",
      ],
    },
  },
  cache: {
    provider: {
      name: 'pages',
      entrypoint: new URL('./functions/page-cache.ts', import.meta.url),
    },
  },
  vite: {
    ...development?.vite,
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting: reactInOne, banner: '' } } } } },
    plugins: [smallServer],
    define: buildDefines(hasDevelopmentTools),
  },
})
