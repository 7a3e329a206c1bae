// Shows a program's events inside another page:
// <script src="https://camps.example/embed.js" data-program="lakeside"></script>
// Optional: data-title (what screen readers call the frame), data-lang, and the filters of the program's own page: data-search, data-age, data-type …
(() => {
  const script = document.currentScript
  if (!script || !script.src) return
  const { program = '', title, ...parameters } = script.dataset
  if (!/^[a-z0-9][a-z0-9-]{1,62}$/.test(program)) return console.error(`embed.js: data-program="${program}" is not the name of a program.`)

  const site = new URL(script.src).origin
  const tallest = 100000
  const firstHeight = 640
  const patienceMs = 4000
  const words = (parameters.lang || document.documentElement.lang).startsWith('fr')
    ? { title: 'Activités et inscriptions', loading: 'Chargement des activités…', open: 'Voir toutes les activités', refused: 'Les activités ne peuvent pas s’afficher ici.' }
    : { title: 'Events and registration', loading: 'Loading events…', open: 'See all events', refused: 'The events can’t be shown here.' }
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value))
  const address = (path) => `${site}/${path}/${program}${query.size > 0 ? `?${query}` : ''}`

  const box = document.createElement('div')
  const note = document.createElement('p')
  note.setAttribute('role', 'status')
  note.textContent = words.loading
  const frame = document.createElement('iframe')
  frame.title = title || words.title
  Object.assign(frame.style, { display: 'block', width: '100%', height: `${firstHeight}px`, border: '0', opacity: '0', colorScheme: 'normal' })
  frame.setAttribute('loading', 'lazy')
  frame.src = address('embed')

  // Any page may post to this one: only a height counts, from our site, out of this very frame.
  const heightOf = (message) => {
    const isHeight = typeof message === 'object' && message !== null && !Array.isArray(message) && message.type === 'muster:height' && Object.keys(message).length === 2
    return isHeight && Number.isInteger(message.height) && message.height > 0 && message.height <= tallest ? message.height : null
  }
  addEventListener('message', (event) => {
    if (event.origin !== site || event.source === null || event.source !== frame.contentWindow) return
    const height = heightOf(event.data)
    if (height === null) return
    frame.style.height = `${height}px`
    frame.style.display = 'block'
    frame.style.opacity = '1'
    note.remove()
  })

  // A frame that is refused, or runs no script, sends no message: then a sentence and a link stand in its place, and nothing empty under them.
  const offerLink = () => {
    if (!note.isConnected) return
    const link = document.createElement('a')
    link.href = address('pg')
    link.textContent = words.open
    note.replaceChildren(`${words.refused} `, link)
    frame.style.display = 'none'
  }
  let isFirst = true
  frame.addEventListener('load', () => {
    if (isFirst) setTimeout(offerLink, patienceMs)
    // After a filter or the next page, the reader sees the list from its beginning.
    else if (frame.getBoundingClientRect().top < 0) frame.scrollIntoView()
    isFirst = false
  })
  box.append(note, frame)
  script.after(box)
})()
