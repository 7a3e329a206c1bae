/** The texts of the header and footer of every page. */
export const shell = {
  skip: 'Skip to content',
  mainMenu: 'Main',
  menu: 'Menu',
  accountMenu: 'Account menu',
  explore: 'Explore',
  logIn: 'Log in',
  overview: 'Overview',
  schedule: 'My bookings',
  family: 'Family',
  orders: 'Orders',
  /** These are plain strings, because the small script fills in the count. */
  cart: { one: 'Cart, 1 item', other: 'Cart, {count} items' },
  bell: { none: 'Notifications', one: 'Notifications, 1 new', other: 'Notifications, {count} new' },
  logOut: 'Log out',
  terms: 'Terms',
  termsDescription: (program: string) => `What you agree to when you book with ${program}.`,
  stopNews: 'Stop news by email',
  bookingBy: 'Booking by Muster',
  required: 'Field is required.',
  optional: '(optional)',
  somethingWrong: 'Something went wrong',
  somethingWrongText: "We are sorry you've experienced some problems. Please try again later.",
  /** The name of each language in that language. */
  languageNames: { en: 'English', fr: 'Français' },
  genders: {
    female: 'girls',
    male: 'boys',
    non_binary: 'non-binary',
    another: 'another gender',
    undisclosed: 'not said',
  },
}
