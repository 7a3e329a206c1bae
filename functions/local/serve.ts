import { serveProduction } from './serve-production.ts'

/** `npm run serve`: a production build on one machine. */
await serveProduction()
