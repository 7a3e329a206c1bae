declare namespace App {
  interface Locals {
    /** Begun by the middleware for every page under /pg/{program_id}; null where there is no such program. */
    visit: Promise<import('./layouts/visit.ts').Visit | null>
    /** Language asked for in the address, else English: for pages that belong to no program and may be kept. */
    language: import('./locales/choose-language.ts').Language
  }
}
