/** What this site is. */
export const home = {
  title: 'Muster: find a camp, sign the children up, get on with the day',
  description: 'Muster is where organisations open their camps, classes and events, and where families book them.',
  heading: 'Find a camp, sign the children up, get on with the day',
  lead: 'Organisations open their camps, classes and events here. You see the dates, the price and the places left, register the whole family at once and pay in one go.',
  programs: 'Who you can book with',
  see: (program: string) => `See ${program}`,
  noPrograms: 'Your organisation gives you the address of its page, on its site, a flyer or in a mail. Everything you book starts there.',
  how: 'How it goes',
  steps: ['Choose a date', 'Say who is coming', 'Pay, and it is done'],
  stepTexts: [
    'Look by age, by kind or by word. Each event says what it costs and how many places are left.',
    'One form for all the children. While you fill it in, your places are held for you.',
    'You get the receipt and the dates for your calendar by mail. If plans change, you see what comes back before you cancel.',
  ],
}
