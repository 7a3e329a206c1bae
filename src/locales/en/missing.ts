/** The texts of the pages for 404 and for the site's own failures. */
export const missing = {
  title: 'Not found',
  heading: 'This path ends here',
  text: 'The page is gone or the address is wrong.',
  seeEvents: 'See all events',
  closedTitle: 'Not available',
  closedHeading: '{program} is not available',
  closedText: 'Its pages are closed. You can still see and cancel what you booked.',
  seeOrders: 'See your orders',
  goHome: 'Go to the home page',
  failedTitle: 'Something went wrong',
  failedHeading: 'Sorry, that’s our fault',
  failedText: 'We couldn’t load this page. Try again in a moment.',
  giveNumber: 'If you contact us, mention this number: {number}.',
  tryAgain: 'Try again',
}
