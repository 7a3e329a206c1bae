import { preferredLanguage } from '../../functions/in-process.ts'
import { chooseLanguage, type Language } from '../locales/choose-language.ts'

/** Language of a page that belongs to no program and is made for this reader alone: that of the address, else the one the browser asks for. The database is not asked. */
export const readerLanguage = (request: Request, url: URL): Language =>
  chooseLanguage(url.searchParams.get('lang'), preferredLanguage(request.headers.get('Accept-Language') ?? undefined))
