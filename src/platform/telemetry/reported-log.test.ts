import { expect, test } from 'vitest';
import { createLog } from '../../kernel/log/log.server.ts';
import type { Level } from './level.ts';
import type { Report } from './report.types.ts';
import { reportedLog } from './reported-log.server.ts';

function stage() {
  const reports: Report[] = [];
  const counted: Level[] = [];
  let text = '';
  const log = reportedLog(createLog({ level: 'info', to: { write: (chunk: string) => void (text += chunk) } }), {
    monitor: { report: (report) => reports.push(report), flush: async () => undefined },
    count: (level) => counted.push(level),
    now: () => new Date('2026-11-21T12:00:00Z'),
  });
  return { log, reports, counted, written: () => text };
}

test('every line from info on is written, counted and reported, with its level', () => {
  const { log, reports, counted, written } = stage();
  log.debug('seen');
  log.info('order-paid', { orderId: 'ord_1' });
  log.warn('late');
  log.error('broken');
  log.fatal('process-failed');
  expect(counted).toEqual(['info', 'warning', 'error', 'fatal']);
  expect(reports.map(({ level, event }) => [level, event])).toEqual([
    ['info', 'order-paid'],
    ['warning', 'late'],
    ['error', 'broken'],
    ['fatal', 'process-failed'],
  ]);
  expect(written().trim().split('\n')).toHaveLength(4);
});

test('a report is as clean as the line', () => {
  const { log, reports } = stage();
  const error = new TypeError('no room for ana@school.example');
  log.error('api-failed', { email: 'ana@school.example', reason: 'for ana@school.example', amount: 12n, error });
  expect(JSON.stringify(reports)).not.toContain('ana@');
  expect(reports).toMatchObject([
    { fields: { reason: 'for [e-mail]', amount: '12' }, error: { name: 'TypeError', message: 'no room for [e-mail]' } },
  ]);
  expect(reports[0]?.error?.frames[0]).toContain('reported-log.test.ts');
});

test('a child is watched too', () => {
  const { log, reports } = stage();
  log.child({ brand: 'wup' }).warn('late');
  expect(reports).toMatchObject([{ level: 'warning', event: 'late' }]);
});
