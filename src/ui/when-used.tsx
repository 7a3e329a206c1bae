import { Activity, type ComponentType, lazy, memo, useEffect } from 'react'

type Load<Props> = () => Promise<ComponentType<Props>>

/** What a reader does before using a control: a touch, a key, a look around. */
const interactions = ['pointerdown', 'pointermove', 'touchstart', 'scroll', 'keydown', 'focusin', 'input'] as const
const eventsOf = { capture: true, passive: true }

let isAwake = false
let wake = () => {}
const isUsed = new Promise<void>((resolve) => {
  wake = () => {
    isAwake = true
    for (const name of interactions) removeEventListener(name, wake, eventsOf)
    if (waiting > 0) addEventListener('click', keepPress, true)
    resolve()
  }
})
if (!import.meta.env.SSR) for (const name of interactions) addEventListener(name, wake, eventsOf)

/** Loads the parts of this page at once, because the page has something to show before it is used. */
export const loadParts = (): void => wake()

/** The number of parts in the page that are not loaded, and the button that was pressed meanwhile. */
let waiting = 0
let pressed: HTMLButtonElement | null = null
/** A button that sends a form waits for the script at most this long. The form is then sent as HTML. */
const longestWaitMs = 4000
let patience: ReturnType<typeof setTimeout> | undefined
function keepPress(event: Event) {
  const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>('astro-island button') : null
  if (!button) return
  event.preventDefault()
  event.stopPropagation()
  pressed?.removeAttribute('aria-busy')
  pressed = button
  button.ariaBusy = 'true'
  clearTimeout(patience)
  if (button.form?.method === 'post') patience = setTimeout(press, longestWaitMs)
}
function press() {
  clearTimeout(patience)
  removeEventListener('click', keepPress, true)
  pressed?.removeAttribute('aria-busy')
  pressed?.click()
  pressed = null
}
function endWaiting() {
  waiting -= 1
  if (waiting === 0) press()
}

/**
 * A part of an island whose script loads when the reader first uses the page. Until then the server's HTML remains, and
 * the browser's own controls and form work in it. A button that is pressed while the script loads acts once it has
 * loaded. Without the script the form is sent as HTML. The part's context must stay the same until it has loaded.
 */
export const whenUsed = async <Props extends object>(load: Load<Props>): Promise<ComponentType<Props>> =>
  partAfter(isUsed, load)

/** The same for a part that is not always in the page. Its script loads when it is. */
export const whenShown = async <Props extends object>(load: Load<Props>): Promise<ComponentType<Props>> =>
  partAfter(Promise.resolve(), load)

/** Does work as soon as the reader uses the page. */
export const onFirstUse = (work: () => unknown): void => void isUsed.then(work)

async function partAfter<Props extends object>(start: Promise<void>, load: Load<Props>): Promise<ComponentType<Props>> {
  let isCounted = false
  let isLoaded = false
  function end() {
    if (isCounted && !isLoaded) endWaiting()
    isLoaded = true
  }
  const Part = import.meta.env.SSR
    ? await load()
    : lazy(async () => {
        await start
        try {
          const Loaded = await load()
          return {
            default: (props: Props) => {
              useEffect(end, [])
              return <Loaded {...props} />
            },
          }
        } catch {
          end()
          return new Promise<never>(() => {})
        }
      })
  function PartWhenUsed(props: Props) {
    useEffect(() => {
      if (isLoaded || isCounted) return
      isCounted = true
      waiting += 1
      if (isAwake) addEventListener('click', keepPress, true)
    }, [])
    return (
      <Activity>
        <Part {...props} />
      </Activity>
    )
  }
  return memo(PartWhenUsed) as unknown as ComponentType<Props>
}
