/** Makes elements of what a fold holds as the text of its `<noscript>`, when it is first opened. */
export function unpackWhenOpened(fold: HTMLDetailsElement): void {
  const unpack = () => {
    const packed = fold.open && fold.querySelector('noscript')
    if (packed) packed.outerHTML = packed.textContent ?? ''
  }
  unpack()
  fold.addEventListener('toggle', unpack)
}
