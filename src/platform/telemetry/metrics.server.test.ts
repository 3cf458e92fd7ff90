import { describe, expect, test } from 'vitest';
import { createMetrics } from './metrics.server.ts';

describe('metrics', () => {
  test('show requests by pattern, browsers’ measurements, and gauges read at the scrape', async () => {
    const metrics = createMetrics();
    let asked = 0;
    metrics.answered({ method: 'GET', route: '/payment/:id', status: 200, seconds: 0.02 });
    metrics.vital('LCP', 'lead', 1_234);
    metrics.vital('CLS', 'lead', 0.02);
    metrics.browserError('fatal', 'lead');
    metrics.refused('limit', 3);
    metrics.logLine('warning');
    metrics.analytics('purchase', 'taken');
    metrics.add({
      name: 'attempts',
      help: 'Attempts',
      labels: ['method', 'state'],
      read: async () => {
        asked += 1;
        return asked === 1
          ? [{ labels: { method: 'one', state: 'captured' }, value: 2 }]
          : [{ labels: { method: 'one', state: 'declined' }, value: 5 }];
      },
    });
    const { type, body } = await metrics.text();
    expect(type).toContain('text/plain');
    for (const line of [
      'matricula_http_request_duration_seconds_bucket{le="0.025",method="GET",route="/payment/:id",status="200"} 1',
      'matricula_web_vital_seconds_sum{name="LCP",page="lead"} 1.234',
      'matricula_web_vital_layout_shift_count{page="lead"} 1',
      'matricula_browser_errors_total{level="fatal",page="lead"} 1',
      'matricula_browser_events_refused_total{reason="limit"} 3',
      'matricula_log_lines_total{level="warning"} 1',
      'matricula_analytics_events_total{event="purchase",outcome="taken"} 1',
      'matricula_attempts{method="one",state="captured"} 2',
    ])
      expect(body).toContain(line);
    // A state without attempts leaves no row behind.
    const again = (await metrics.text()).body;
    expect(again).toContain('matricula_attempts{method="one",state="declined"} 5');
    expect(again).not.toContain('state="captured"');
  });

  test('that cannot be read are left out and counted; the others are shown', async () => {
    const metrics = createMetrics();
    let isAway = false;
    const read = async () => {
      if (isAway) throw new Error('The database is away');
      return [{ labels: { state: 'active' }, value: 3 }];
    };
    metrics.add({ name: 'jobs', help: 'Jobs', labels: ['state'], read });
    metrics.logLine('info');
    expect((await metrics.text()).body).toContain('matricula_jobs{state="active"} 3');
    isAway = true;
    const { body } = await metrics.text();
    expect(body).not.toMatch(/^matricula_jobs\{/m);
    expect(body).toContain('matricula_log_lines_total{level="info"} 1');
    // The failed read may be counted after its counter was written: the next scrape includes it.
    expect((await metrics.text()).body).toMatch(/matricula_metric_read_failures_total\{metric="jobs"\} [12]/);
  });
});
