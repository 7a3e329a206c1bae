import { calls } from './api.ts'
import { apiElsewhere } from './edge/api-elsewhere.ts'
import { createApp } from './create-app.ts'

/** What answers under /api. Read in with the first call: an isolate that shows pages needs none of its schemas. */
export const apiApp = createApp()
apiApp.use('/api/*', apiElsewhere)
apiApp.route('/api', calls)
