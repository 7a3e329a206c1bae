/** So many appointment types stand on the explore page; the rest have a page of their own. */
export const teaserRows = 3
