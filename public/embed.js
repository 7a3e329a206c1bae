// Shows a program's events inside another page:
// <script src="https://camps.example/embed.js" data-program="lakeside"></script>
// May be said: data-title (what screen readers call the frame), data-lang, and what the program's own page can be asked for: data-search, data-age, data-type …
(() => {
  const script = document.currentScript
  if (!script || !script.src) return
  const { program = '', title, ...asked } = script.dataset
  if (!/^[a-z0-9][a-z0-9-]{1,62}$/.test(program)) return console.error(`embed.js: data-program="${program}" is not the name of a program.`)

  const site = new URL(script.src).origin
  const tallest = 100000
  const firstHeight = 640
  const patienceMs = 4000
  const words = (asked.lang || document.documentElement.lang).startsWith('fr')
    ? { title: 'Activités et inscriptions', loading: 'Chargement des activités…', open: 'Voir toutes les activités' }
    : { title: 'Events and registration', loading: 'Loading events…', open: 'See all events' }
  const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value))
  const address = (path) => `${site}/${path}/${program}${query.size > 0 ? `?${query}` : ''}`

  const box = document.createElement('div')
  const note = document.createElement('p')
  note.setAttribute('role', 'status')
  note.textContent = words.loading
  const frame = document.createElement('iframe')
  frame.title = title || words.title
  Object.assign(frame.style, { display: 'block', width: '100%', height: `${firstHeight}px`, border: '0', colorScheme: 'normal' })
  frame.setAttribute('loading', 'lazy')
  frame.src = address('embed')

  // Anybody may post to this page: what counts is a height, from our site, out of this very frame.
  const heightOf = (said) => {
    const isHeight = typeof said === 'object' && said !== null && !Array.isArray(said) && said.type === 'muster:height' && Object.keys(said).length === 2
    return isHeight && Number.isInteger(said.height) && said.height > 0 && said.height <= tallest ? said.height : null
  }
  addEventListener('message', (event) => {
    if (event.origin !== site || event.source === null || event.source !== frame.contentWindow) return
    const height = heightOf(event.data)
    if (height === null) return
    frame.style.height = `${height}px`
    note.remove()
  })

  // A frame that was refused, or has no script, says nothing: then a link leads to the same list.
  const offerLink = () => {
    if (!note.isConnected) return
    const link = document.createElement('a')
    link.href = address('pg')
    link.textContent = words.open
    note.replaceChildren(link)
  }
  let isFirst = true
  frame.addEventListener('load', () => {
    if (isFirst) setTimeout(offerLink, patienceMs)
    // After the filter or the next page, its beginning is what somebody wants to see.
    else if (frame.getBoundingClientRect().top < 0) frame.scrollIntoView()
    isFirst = false
  })
  box.append(note, frame)
  script.after(box)
})()
