import { closeMenus } from './close-menus.ts'
import showUnread from './show-unread.ts?worker&url'
import { isSignedIn, showWhoIsHere } from './signed-in-mark.ts'

/** Loads the script of the bell, which only a customer needs. */
function loadUnread(): void {
  if (!document.querySelector('[data-bell]') || !isSignedIn(document.cookie, Date.now())) return
  document.head.appendChild(Object.assign(document.createElement('script'), { type: 'module', src: showUnread }))
}

// One file for the pages of a program and the desk, because two would be larger together. It runs after the first paint.
requestAnimationFrame(() =>
  setTimeout(() => {
    showWhoIsHere()
    loadUnread()
    closeMenus()
  }),
)
