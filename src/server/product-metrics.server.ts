import type { DomainContext } from '#src/domain/context.server.ts';
import {
  type AttemptMetric,
  attemptMetrics,
  type BacklogMetric,
  backlogMetrics,
  jobMetrics,
  renewalMetrics,
  sealMetrics,
} from '#src/domain/risk/metrics/index.server.ts';
import { disputeDeadlines } from '#src/domain/refunds/disputes/index.server.ts';
import { taskMetrics } from '#src/domain/sales/tasks/index.server.ts';
import type { MetricDefinition, MetricValue, Metrics } from '#src/platform/telemetry/metrics.server.ts';

/** Connections to the database: open, idle, and waited for. */
export interface PoolCounts {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** One queue of jobs. */
export interface QueueCounts {
  readonly name: string;
  readonly deferredCount: number;
  readonly queuedCount: number;
  readonly activeCount: number;
}

export interface MetricSources {
  readonly ctx: Pick<DomainContext, 'db' | 'clock' | 'webhooks'>;
  readonly pool: PoolCounts;
  readonly queues: () => Promise<readonly QueueCounts[]>;
  /** Circuit of each company for new calls: `closed` (they are sent), `half-open` (a few are) or `open` (none is). */
  readonly circuits?: () => readonly { readonly gateway: string; readonly state: string }[];
}

const circuitStates = ['closed', 'half-open', 'open'];

/** Seconds between two reads of waiting work: collectors may scrape more often. */
const waitingSeconds = 5;

/** Adds the product's own metrics: attempts, waiting work, jobs, connections. Each is read at a scrape. */
export function addProductMetrics(metrics: Metrics, sources: MetricSources): void {
  const { ctx, pool, queues, circuits = () => [] } = sources;
  const attempts = cached(ctx, waitingSeconds, () => attemptMetrics(ctx.db, ctx.clock.now()));
  const renewals = cached(ctx, waitingSeconds, () => renewalMetrics(ctx.db, ctx.clock.now()));
  const seals = cached(ctx, waitingSeconds, () => sealMetrics(ctx.db, ctx.clock.now()));
  const runs = cached(ctx, waitingSeconds, () => jobMetrics(ctx.db, ctx.clock.now()));
  const pending = cached(ctx, waitingSeconds, () => backlogMetrics(ctx.db, ctx.clock.now()));
  const deadlines = cached(ctx, waitingSeconds, () => disputeDeadlines(ctx.db, ctx.clock.now()));
  const tasks = cached(ctx, waitingSeconds, () => taskMetrics(ctx));
  const definitions: readonly MetricDefinition[] = [
    {
      name: 'attempts',
      help: 'Attempts to pay that are open, by method and state',
      labels: ['method', 'state'],
      read: async () => (await attempts()).map(attemptRow),
    },
    {
      name: 'attempts_oldest_seconds',
      help: 'Age of the oldest open attempt, by method and state',
      labels: ['method', 'state'],
      read: async () =>
        (await attempts()).map(({ method, state, oldestSeconds }) => ({
          labels: { method, state },
          value: oldestSeconds,
        })),
    },
    {
      name: 'renewals_due',
      help: 'Billing periods whose charge is due',
      labels: [],
      read: async () => [{ labels: {}, value: (await renewals()).due }],
    },
    {
      name: 'renewals_due_seconds',
      help: 'For how long the charge of the oldest one has been due',
      labels: [],
      read: async () => [{ labels: {}, value: (await renewals()).oldestSeconds }],
    },
    {
      name: 'sealed_days_age_seconds',
      help: 'Time since the end of the newest sealed day of a chain (ledger, audit-log)',
      labels: ['chain'],
      read: async () =>
        (await seals()).map(({ chain, sealedSeconds }) => ({ labels: { chain }, value: sealedSeconds })),
    },
    {
      name: 'seal_check_age_seconds',
      help: 'Time since the last check of a chain of sealed days',
      labels: ['chain'],
      read: async () =>
        (await seals()).map(({ chain, checkedSeconds }) => ({ labels: { chain }, value: checkedSeconds })),
    },
    {
      name: 'seal_problems',
      help: 'Sealed days that did not verify at the last check',
      labels: ['chain'],
      read: async () => (await seals()).map(({ chain, problems }) => ({ labels: { chain }, value: problems })),
    },
    {
      name: 'job_failed',
      help: '1 where the last run of a job failed in whatever process, else 0',
      labels: ['job'],
      read: async () => (await runs()).map(({ job, isGood }) => ({ labels: { job }, value: isGood ? 0 : 1 })),
    },
    {
      name: 'job_age_seconds',
      help: 'Time since the last run of a job ended',
      labels: ['job'],
      read: async () => (await runs()).map(({ job, secondsAgo }) => ({ labels: { job }, value: secondsAgo })),
    },
    {
      name: 'outbox_pending',
      help: 'Outbox: letters, notifications, events of purchases and webhook deliveries that are still to be handled',
      labels: ['kind'],
      read: async () => (await pending()).map(({ kind, count }) => ({ labels: { kind }, value: count })),
    },
    {
      name: 'outbox_lag_seconds',
      help: 'Outbox lag: age of the oldest that is still to be handled',
      labels: ['kind'],
      read: async () => (await pending()).map(lagRow),
    },
    {
      name: 'reconciliation_tasks',
      help: 'Tasks that only a person can end',
      labels: ['task'],
      read: async () => (await tasks()).map(({ task, count }) => ({ labels: { task }, value: count })),
    },
    {
      name: 'reconciliation_tasks_seconds',
      help: 'Age of the oldest task of a kind',
      labels: ['task'],
      read: async () => (await tasks()).map(({ task, oldestSeconds }) => ({ labels: { task }, value: oldestSeconds })),
    },
    {
      name: 'disputes_to_answer',
      help: 'Open disputes without evidence handed in, by the time until their deadline',
      labels: ['left'],
      read: async () => {
        const { overdue, within48Hours, later, untold } = await deadlines();
        const counts = { overdue, 'within-48-hours': within48Hours, later, untold };
        return Object.entries(counts).map(([left, value]) => ({ labels: { left }, value }));
      },
    },
    {
      name: 'jobs',
      help: 'Jobs by queue and state',
      labels: ['queue', 'state'],
      read: async () => (await queues()).flatMap(queueRows),
    },
    {
      name: 'gateway_circuit',
      help: 'Circuit of each gateway in this process: 1 for the state that it is in',
      labels: ['gateway', 'state'],
      read: () =>
        circuits().flatMap(({ gateway, state: current }) =>
          circuitStates.map((state) => ({ labels: { gateway, state }, value: state === current ? 1 : 0 })),
        ),
    },
    {
      name: 'database_connections',
      help: 'Connections of the pool, and callers that wait for one',
      labels: ['state'],
      read: () => [
        { labels: { state: 'used' }, value: pool.totalCount - pool.idleCount },
        { labels: { state: 'idle' }, value: pool.idleCount },
        { labels: { state: 'waited-for' }, value: pool.waitingCount },
      ],
    },
  ];
  for (const definition of definitions) metrics.add(definition);
}

function attemptRow({ method, state, count }: AttemptMetric): MetricValue {
  return { labels: { method, state }, value: count };
}

function lagRow({ kind, oldestSeconds }: BacklogMetric): MetricValue {
  return { labels: { kind }, value: oldestSeconds };
}

function queueRows({ name, deferredCount, queuedCount, activeCount }: QueueCounts): MetricValue[] {
  return [
    { labels: { queue: name, state: 'deferred' }, value: deferredCount },
    { labels: { queue: name, state: 'queued' }, value: queuedCount },
    { labels: { queue: name, state: 'active' }, value: activeCount },
  ];
}

/** Caches a result for some seconds; concurrent calls share one read. */
function cached<T>({ clock }: Pick<DomainContext, 'clock'>, seconds: number, ask: () => Promise<T>): () => Promise<T> {
  let asked = -Infinity;
  let answer: Promise<T> | null = null;
  return () => {
    const now = clock.now().getTime();
    if (answer === null || now - asked >= seconds * 1000) {
      asked = now;
      answer = ask();
      answer.catch(() => (answer = null));
    }
    return answer;
  };
}
