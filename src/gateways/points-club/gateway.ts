/** The points programme as a company that collects: points stand for the money that they are worth. */
export const gateway = { id: 'points-club', methods: ['loyalty-points'], markets: ['BR'] } as const;
