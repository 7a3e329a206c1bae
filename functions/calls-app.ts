import { calls } from './api.ts'
import { apiElsewhere } from './edge/api-elsewhere.ts'
import { framed } from './framed.ts'

/** What answers under /api. Read in with the first call: an isolate that shows pages needs none of its schemas. */
export const callsApp = framed()
callsApp.use('/api/*', apiElsewhere)
callsApp.route('/api', calls)
