import type { AstroGlobal } from 'astro'
import { env } from 'cloudflare:workers'
import type { Order } from '#contract/order'
import { goneCart, pageCart } from '../../functions/in-process.ts'

/** Lets the header of public pages know that this order is a cart, or that it is none any more. */
export function noteCart(astro: AstroGlobal, order: Order, now: number): void {
  for (const line of pageCart(env, astro.request, order, now)) astro.response.headers.append('Set-Cookie', line)
}

/** The same for an order that is not there, on the answer that says so. */
export function withoutCart(
  astro: AstroGlobal,
  answer: Response,
  order: { program_id: string; order_id: string },
): Response {
  for (const line of goneCart(astro.request, order)) answer.headers.append('Set-Cookie', line)
  return answer
}
