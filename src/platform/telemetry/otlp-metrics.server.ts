import { serviceName } from './limits.ts';
import type { MetricRow } from './metrics.server.ts';
import { attributes, type OtlpSource, resourceAttributes, unixNano } from './otlp.server.ts';
import { postReport } from './post-report.server.ts';

/** Sums that count up over the life of the process: OTLP's AGGREGATION_TEMPORALITY_CUMULATIVE. */
const cumulative = 2;

/** Sends all metrics as OTLP: JSON over HTTP, `POST /v1/metrics`. Answers whether they were taken. */
export function sendMetrics(source: OtlpSource, rows: readonly MetricRow[], began: Date, now: Date): Promise<boolean> {
  const byName = Map.groupBy(rows, ({ name }) => name);
  const metrics = [...byName].map(([name, same]) => {
    const dataPoints = same.map(({ labels, value }) => ({
      attributes: attributes(labels),
      startTimeUnixNano: unixNano(began),
      timeUnixNano: unixNano(now),
      asDouble: value,
    }));
    const [first] = same;
    const described = { name, description: first?.help ?? '' };
    return first?.isSum
      ? { ...described, sum: { dataPoints, aggregationTemporality: cumulative, isMonotonic: true } }
      : { ...described, gauge: { dataPoints } };
  });
  const body = JSON.stringify({
    resourceMetrics: [
      {
        resource: { attributes: resourceAttributes(source) },
        scopeMetrics: [{ scope: { name: serviceName }, metrics }],
      },
    ],
  });
  return postReport(`${source.url}/v1/metrics`, body, { 'content-type': 'application/json' });
}
