declare namespace App {
  interface Locals {
    /** Loaded by the middleware for every page under /pg/{program_id}; null where there is no such program. */
    programContext: Promise<import('./layouts/program-context.ts').ProgramContext | null>
    /** Language of the address, else English: for pages that belong to no program and may be cached. */
    language: import('./locales/choose-language.ts').Language
  }
}
