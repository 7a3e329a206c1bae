import { currencyDigits } from '#contract/display-money'
import { allInPrice, type PublicSelling } from '#pricing/all-in-price'

/** JSON that is safe inside a page's `<script>`: nothing in it can end the script or break a line. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029')
}

/** The price for search engines: the amount shown first on the page. */
export function offerPrice(
  { value, currency_code: currency }: { value: number; currency_code: string },
  selling: PublicSelling,
): { price: number; priceCurrency: string } {
  return { price: allInPrice(value, selling).first / 10 ** currencyDigits(currency), priceCurrency: currency }
}

/**
 * An organisation's Markdown as one line of plain words, because search engines show the marks of Markdown as they
 * are.
 */
export const withoutMarks = (text: string): string =>
  text
    .replaceAll(/^[ \t]*(?:#{1,6}|>|[-*+]|\d{1,9}[.)])[ \t]+/gm, '')
    .replaceAll(/!?\[([^[\]\n]*)\]\([^()\n]*\)/g, '$1')
    .replaceAll(/\*\*|__|`/g, '')
    .replaceAll(/(?<!\w)[*_]([^*_\n]+)[*_](?!\w)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
