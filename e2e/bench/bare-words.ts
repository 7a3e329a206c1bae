const notWords =
  /<style\b[\s\S]*?<\/style>|<script\b[\s\S]*?<\/script>|<svg\b[\s\S]*?<\/svg>|<img\b[^>]*>|<link\b[^>]*>|<meta (?:property|name="(?:twitter|robots))[^>]*>/g
const notMeaning = / (?:class|width|height|loading|fetchpriority|data-[\w-]+)="[^"]*"/g
/** What waited for pictures that are not there. */
const nothingWaits = /<noscript[^>]*>\s*<\/noscript>/g

/** A page as bare HTML: its words, headings, lists, links and fields, without style, script and pictures. What says the same cannot cost less. */
export const bareWords = (html: string): string =>
  html.replace(notWords, '').replace(nothingWaits, '').replace(notMeaning, '')
