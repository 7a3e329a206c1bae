import { buildWhenChanged } from './build.ts'

/** Builds what the stories and the benchmark serve, when it is not built already. */
await buildWhenChanged(console.log)
