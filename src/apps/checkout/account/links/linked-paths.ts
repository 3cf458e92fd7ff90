/** The specification's paths of e-mail links; the id of the opened object follows. */
export const linkedPaths = { invoice: '/payment', recovery: '/recovery' } as const;
