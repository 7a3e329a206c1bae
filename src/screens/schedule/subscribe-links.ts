/** Where a calendar's address can be subscribed to: what the device has for it, Google, and Outlook on the web. */
export function subscribeLinks(url: string, name: string): { apple: string; google: string; outlook: string } {
  const webcal = url.replace(/^https?:/, 'webcal:')
  return {
    apple: webcal,
    google: `https://calendar.google.com/calendar/render?cid=${encodeURIComponent(webcal)}`,
    outlook: `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(url)}&name=${encodeURIComponent(name)}`,
  }
}
