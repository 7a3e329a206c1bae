/** Fixed when building: whether the build holds the development tools, which are `/dev/…`, the clock that can be moved, the sandbox provider and the mailbox. All else is configuration. */
declare const DEVELOPMENT_TOOLS: boolean
/** Names of the migrations this build was made with, the oldest first. */
declare const MIGRATIONS: readonly string[]
/** The site's styles as one text, for the pages that the edge answers itself. */
declare const PAGE_STYLES: string
