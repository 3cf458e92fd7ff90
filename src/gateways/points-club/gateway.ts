/** The points programme as a gateway: points count at their value in money. */
export const gateway = { id: 'points-club', methods: ['loyalty-points'], markets: ['BR'] } as const;
