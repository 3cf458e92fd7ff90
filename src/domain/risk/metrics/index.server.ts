export { type AttemptMetric, attemptMetrics, type BacklogMetric, backlogMetrics } from './metrics.repository.server.ts';
