import { buildWhenChanged } from './build.ts'

/** Builds the site for the stories and the benchmark, if it has changed. */
await buildWhenChanged(console.log)
