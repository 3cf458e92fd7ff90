/**
 * Limits of monitoring (specification, section 9: "Monitoring" and "Feature flag refresh and metrics interval"), for the
 * browser and the server alike.
 */
export const monitoringLimits = {
  /** Most events of one visitor in any minute; the rest is dropped and counted. */
  eventsPerMinute: 80,
  /** How long events are collected before they are sent, in milliseconds. */
  flushEveryMs: 500,
  /** Share of visits that are measured, from 0 to 1. */
  sampleRate: 1,
  /** Time for one request to a monitoring service, in milliseconds. */
  requestTimeoutMs: 10_000,
  /** A visit ends after so many minutes without activity. */
  visitMinutes: 30,
  /** Seconds between two reads of the feature flags, and between two reads of a metric that costs a query. */
  refreshSeconds: 300,
} as const;

/** The product's name in monitoring services (specification, section 9: "the checkout front end"). */
export const serviceName = 'checkout-front-end';
