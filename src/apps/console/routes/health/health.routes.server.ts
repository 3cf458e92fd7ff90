import { gatewayActivity } from '#src/domain/payments/index.server.ts';
import { backlogMetrics } from '#src/domain/risk/metrics/index.server.ts';
import type { Routes } from '../../console.contract.server.ts';
import type { Health } from './health.types.ts';

const windowMs = 300_000;

/** `GET /data/health`: gateways, waiting work, jobs and connections. Knows no brand. */
export const routes: Routes = (app, { ctx, readDb, health }) => {
  app.get('/health', { config: { needs: 'health.view', about: 'everywhere' } }, async (): Promise<Health> => {
    const now = ctx.clock.now();
    const [activity, waiting, queues, jobs, processes] = await Promise.all([
      gatewayActivity(readDb, new Date(now.getTime() - windowMs)),
      backlogMetrics(readDb, now),
      health.queues(),
      health.jobs(),
      health.processes(),
    ]);
    const circuits = new Map(health.circuits().map(({ gateway, state }) => [gateway, state]));
    const active = new Map(activity.map((one) => [one.gateway, one]));
    const names = [...new Set([...circuits.keys(), ...active.keys()])].sort();
    return {
      asOf: now.toISOString(),
      version: health.version,
      gateways: names.map((gateway) => {
        const {
          begun = 0,
          succeeded = 0,
          refused = 0,
          p95Ms = null,
          unknown = 0,
          unknownSince,
        } = active.get(gateway) ?? {};
        const circuit = circuits.get(gateway) ?? null;
        const since = unknownSince?.toISOString() ?? null;
        return { gateway, circuit, begun, succeeded, refused, p95Ms, unknown, unknownSince: since };
      }),
      waiting: waiting.map(({ kind, count, oldestSeconds }) => ({
        kind,
        count,
        oldestSeconds: Math.round(oldestSeconds),
      })),
      queues: queues.map(({ name, deferredCount, queuedCount, activeCount }) => ({
        ...{ name, deferred: deferredCount, queued: queuedCount, active: activeCount },
      })),
      jobs: Object.entries(jobs).map(([name, run]) => ({ name, ...run })),
      processes: processes.map((one) => ({ ...one, startedAt: one.startedAt.toISOString() })),
      connections: health.connections(),
    };
  });
};
