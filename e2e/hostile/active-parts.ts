/** The elements of a page in its browser. Runs inside the page, so it cannot import anything. */
export type Parts = {
  heading: string
  refused: string[] /** Counts by element and attribute names. */
  made: Record<string, number>
  wrong: string[]
}

/** Counts the elements of a page and names forbidden ones. Elements allowed in Markdown are not counted. */
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
    // Links that preload an island's chunks appear with its script; the origin is checked above.
    if (name === 'link' && element.getAttribute('rel') === 'modulepreload') continue
    // A button of an island is disabled until its script has loaded.
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

/** Runs before all other scripts of a page and records policy violations. */
export function rememberRefused(): void {
  const refused: string[] = []
  Object.assign(window, { refusedByPolicy: refused })
  document.addEventListener(
    'securitypolicyviolation',
    (event) => void refused.push(`${event.violatedDirective} ${event.blockedURI}`),
  )
}

/** The differences between a page with hostile text and the same page with plain words. */
export function differences(made: Record<string, number>, plain: Record<string, number>): string[] {
  return [...new Set([...Object.keys(made), ...Object.keys(plain)])]
    .filter((part) => made[part] !== plain[part])
    .map((part) => `<${part}> stands there ${made[part] ?? 0} times, not ${plain[part] ?? 0}`)
}
