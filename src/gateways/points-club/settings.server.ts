import type { SettingsSource } from '#src/kernel/env/secret-values.server.ts';

/** The contract with the points programme: `POINTS_URL`, `POINTS_USER`, `POINTS_SECRET`. */
export interface PointsEnv {
  readonly url: string;
  readonly user: string;
  readonly secret: string;
}

/** Null where there is no contract; an incomplete one stops the start. */
export function readSettings({ secrets }: SettingsSource): PointsEnv | null {
  if (!secrets.hasContract(['POINTS_URL', 'POINTS_USER', 'POINTS_SECRET'])) return null;
  return {
    url: secrets.url('POINTS_URL', 'points-club'),
    user: secrets.name('POINTS_USER'),
    secret: secrets.secret('POINTS_SECRET', 8),
  };
}
