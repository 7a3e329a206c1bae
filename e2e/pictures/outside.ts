import { setTimeout as wait } from 'node:timers/promises'
import { fetchLimits } from '../../functions/offering/pictures/fetch-picture.ts'

export const host = 'https://pictures.example'
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 2"><rect width="3" height="2"/></svg>'

/** Pictures that are left unchanged, each with a log line. */
export const leftAsItIs = {
  '/drawing.svg': 'no picture by its bytes',
  '/page.jpg': 'no picture by its bytes',
  '/gone.jpg': 'not answered with a picture',
  '/broken.jpg': 'not made smaller',
  '/endless.jpg': 'too many bytes',
  '/slow.jpg': 'too slow',
  '/plain-http.jpg': 'address not fetched',
  '/into-the-house.jpg': 'address not fetched',
  '/round.jpg': 'too many redirects',
}

/** The host of an organisation's pictures, with `photos` by path and faulty ones. The host counts its requests. */
export function outside(photos: Map<string, Uint8Array<ArrayBuffer>>) {
  const input: string[] = []
  const sent = (body: BodyInit, type: string) => new Response(body, { headers: { 'Content-Type': type } })
  const wrong: Record<string, () => Response | Promise<Response>> = {
    '/drawing.svg': () => sent(svg, 'image/svg+xml'),
    '/page.jpg': () => sent('<!doctype html><script>alert(1)</script>', 'image/jpeg'),
    '/gone.jpg': () => new Response('Not here', { status: 404 }),
    '/broken.jpg': () => sent(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), 'image/jpeg'),
    '/endless.jpg': () => sent(endless(), 'image/jpeg'),
    '/slow.jpg': async () => {
      await wait(fetchLimits.ms + 3000)
      return sent('late', 'image/jpeg')
    },
    '/moved.jpg': () => Response.redirect(`${host}/wide.jpg`, 302),
    '/plain-http.jpg': () => Response.redirect('http://pictures.example/wide.jpg', 302),
    '/into-the-house.jpg': () => Response.redirect('https://127.0.0.1/wide.jpg', 302),
    '/round.jpg': () => Response.redirect(`${host}/round.jpg`, 302),
  }
  const answer = async (request: Request): Promise<Response> => {
    input.push(request.url)
    const { pathname } = new URL(request.url)
    const bytes = photos.get(pathname)
    return bytes ? sent(bytes, 'image/jpeg') : ((await wrong[pathname]?.()) ?? new Response(null, { status: 404 }))
  }
  return { input: input, answer }
}

/** A picture of twice the maximum size, without a declared length. */
function endless(): ReadableStream {
  let left = 2 * fetchLimits.bytes
  const start = Uint8Array.from([0xff, 0xd8, 0xff, ...new Array(65_533).fill(0)])
  return new ReadableStream({
    pull: (controller) => {
      left -= start.byteLength
      controller.enqueue(start)
      if (left <= 0) controller.close()
    },
  })
}
