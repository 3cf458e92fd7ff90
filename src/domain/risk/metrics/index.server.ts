export {
  type AttemptMetric,
  attemptMetrics,
  type BacklogMetric,
  backlogMetrics,
  jobMetrics,
  renewalMetrics,
  sealMetrics,
} from './metrics.repository.server.ts';
