/** A web vital's name (web-vitals 6): times in milliseconds, `CLS` without a unit. */
export const vitalNames = ['CLS', 'FCP', 'INP', 'LCP', 'TTFB'] as const;
export type VitalName = (typeof vitalNames)[number];
