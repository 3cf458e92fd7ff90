import type { RailDirectory } from '#src/domain/context.server.ts';
import type { RailManifest, RailServer } from '#src/domain/payments/index.ts';

/** All rails, by id or by any of the specification's words for their methods. */
export function createRailDirectory(
  manifests: readonly RailManifest[],
  servers: Readonly<Record<string, RailServer>>,
): RailDirectory {
  const byId = new Map(manifests.map((rail) => [rail.id, rail]));
  const byMethod = new Map(manifests.flatMap((rail) => rail.methods.map((method) => [method, rail])));
  return {
    byMethod: (method) => byMethod.get(method) ?? null,
    byId: (id) => byId.get(id) ?? null,
    server(id) {
      const server = servers[id];
      if (!server) throw new Error(`No rail ${id}`);
      return server;
    },
  };
}
