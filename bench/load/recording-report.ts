import { judge, table } from '../support/table.ts';
import type { RecordingMetrics } from './recording.ts';

const mostShare = 0.03;

const ms = (value: number): string => `${value.toFixed(2)} ms`;

export function recordingReport({ purchases, node, database, more, moreError, indexing }: RecordingMetrics): string {
  const share = more / (node + database);
  const rows = [
    { name: 'a purchase by card', value: ms(node + database), verdict: `of it the database ${ms(database)}` },
    {
      name: 'triggers and index',
      value: ms(more),
      verdict: `± ${ms(moreError)}; ${(share * 100).toFixed(1)} %, bar 3 % ${judge(share, mostShare, 'at-most')}`,
    },
    { name: 'entry in the index, by the worker', value: ms(indexing), verdict: 'not while the buyer waits' },
  ];
  return `Processor time of ${purchases} purchases, with the sandbox's companies in the same process:\n${table(rows)}`;
}
