/** The specification's pages for those who come by a link; the id of what it opens follows. */
export const linkedPaths = { invoice: '/payment', recovery: '/recovery' } as const;
