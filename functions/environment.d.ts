/** Fixed when building (decisions.md §22): `production` leaves out functions/local and the sandbox provider. */
declare const ENVIRONMENT: 'local' | 'production'
