import { describe, expect, test } from 'vitest';
import { createMetrics } from './metrics.server.ts';

describe('metrics', () => {
  test('show requests by pattern, what browsers measured, and figures read when asked', async () => {
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
    // A state that nobody is in any more leaves no row behind.
    const again = (await metrics.text()).body;
    expect(again).toContain('matricula_attempts{method="one",state="declined"} 5');
    expect(again).not.toContain('state="captured"');
  });

  test('that cannot be read now are left out and counted, and all others are told', async () => {
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
    const rows = await metrics.rows();
    expect(rows.filter(({ name }) => name === 'matricula_jobs')).toEqual([]);
    expect(rows).toContainEqual(expect.objectContaining({ name: 'matricula_log_lines_total', value: 1 }));
    const { body } = await metrics.text();
    expect(body).not.toMatch(/^matricula_jobs\{/m);
    expect(body).toMatch(/matricula_metric_read_failures_total\{metric="jobs"\} [12]/);
  });

  test('are rows for those who want no text', async () => {
    const metrics = createMetrics();
    metrics.browserError('error', 'lead');
    const rows = await metrics.rows();
    expect(rows).toContainEqual({
      name: 'matricula_browser_errors_total',
      help: 'Errors that browsers met on pages',
      isSum: true,
      labels: { level: 'error', page: 'lead' },
      value: 1,
    });
    expect(rows.some(({ name, isSum }) => name === 'matricula_process_resident_memory_bytes' && !isSum)).toBe(true);
  });
});
