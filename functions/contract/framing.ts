import { isFramingOrigin } from './field-rules.ts'

/** In this header a page says which origins may frame it; the middleware takes it out and writes the policy. It never leaves the worker. */
export const framedByHeader = 'X-Framed-By'

/** The list as the header has it. What is no origin, in a program stored long ago, is left out. */
export const framersAsHeader = (origins: string[]): string => origins.filter(isFramingOrigin).join(' ')
