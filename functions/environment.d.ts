/** Fixed when building: `production` leaves out functions/local and the sandbox provider; `measured` is the same for the benchmark, which no provider stops. */
declare const ENVIRONMENT: 'local' | 'production' | 'measured'
/** Names of the migrations this build was made with, the oldest first. */
declare const MIGRATIONS: readonly string[]
