/** What a page is made of, as its browser has it: read inside the page, so nothing from outside is used. */
export type Parts = {
  heading: string
  refused: string[] /** element and names of its attributes, with how often it stands there */
  made: Record<string, number>
  wrong: string[]
}

/** Counts what a page is made of, and names what may never stand in one. What Markdown may become is not counted. */
export function partsOfPage(): Parts {
  const ofMarkdown = [
    'p',
    'em',
    'strong',
    'a',
    'ul',
    'ol',
    'li',
    'h3',
    'h4',
    'h5',
    'h6',
    'blockquote',
    'pre',
    'code',
    'hr',
    'br',
  ]
  const addresses = [
    'href',
    'src',
    'action',
    'formaction',
    'data',
    'poster',
    'background',
    'ping',
    'srcset',
    'xlink:href',
  ]
  const made: Record<string, number> = {}
  const wrong: string[] = []
  for (const element of document.querySelectorAll('*')) {
    const name = element.localName
    for (const { name: attribute, value } of element.attributes) {
      if (/^on|^(?:srcdoc|formaction|background|ping)$/.test(attribute))
        wrong.push(`${name} has ${attribute}="${value.slice(0, 60)}"`)
      if (!addresses.includes(attribute)) continue
      const url = URL.canParse(value, location.href) ? new URL(value, location.href) : null
      const leads = name === 'a' && url !== null && ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol)
      if (!leads && url?.origin !== location.origin) wrong.push(`${name} leads to ${value.slice(0, 60)}`)
    }
    if (name === 'meta' && element.hasAttribute('http-equiv')) wrong.push('meta has http-equiv')
    if (name === 'base' && element.hasAttribute('href')) wrong.push('base has href')
    if (ofMarkdown.includes(name)) continue
    // The chunks that an island asks for ahead come when its script does; their origin is checked above.
    if (name === 'link' && element.getAttribute('rel') === 'modulepreload') continue
    // A button of an island is off until its script has come.
    const part = `${name} ${element
      .getAttributeNames()
      .filter((each) => each !== 'disabled')
      .sort()
      .join(' ')}`.trim()
    made[part] = (made[part] ?? 0) + 1
  }
  for (const script of document.querySelectorAll('script[type="application/ld+json"]')) {
    try {
      JSON.parse(script.textContent ?? '')
    } catch {
      wrong.push('the data for search engines cannot be read')
    }
  }
  const refused = (window as unknown as { refusedByPolicy?: string[] }).refusedByPolicy ?? []
  return { heading: document.querySelector('h1')?.textContent?.trim() ?? '', refused, made, wrong }
}

/** Runs before anything else of a page: what its policy has to refuse is remembered. */
export function rememberRefused(): void {
  const refused: string[] = []
  Object.assign(window, { refusedByPolicy: refused })
  document.addEventListener(
    'securitypolicyviolation',
    (event) => void refused.push(`${event.violatedDirective} ${event.blockedURI}`),
  )
}

/** How a page differs from the same page with plain words in it. */
export function differences(made: Record<string, number>, plain: Record<string, number>): string[] {
  return [...new Set([...Object.keys(made), ...Object.keys(plain)])]
    .filter((part) => made[part] !== plain[part])
    .map((part) => `<${part}> stands there ${made[part] ?? 0} times, not ${plain[part] ?? 0}`)
}
