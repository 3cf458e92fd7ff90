import { expect, test } from 'vitest';
import { createPointsWorld } from '#tests/support/worlds/points-world.server.ts';
import { pointsLimits, spendCode } from './points-rate-limit.repository.server.ts';

const { sandboxWorld: stage } = createPointsWorld();

test('a code that an address may not request any more counts for no member', async () => {
  const { ctx } = stage.world;
  for (let count = 0; count < pointsLimits.code.address; count += 1)
    expect(await spendCode(ctx, `member ${count}`, '203.0.113.7')).toBe(true);
  for (let count = 0; count < pointsLimits.code.member; count += 1)
    expect(await spendCode(ctx, 'm1', '203.0.113.7')).toBe(false);
  for (let count = 0; count < pointsLimits.code.member; count += 1)
    expect(await spendCode(ctx, 'm1', '198.51.100.1')).toBe(true);
  // A member who has had theirs takes nothing of what their network shares.
  for (let count = 0; count < pointsLimits.code.address; count += 1)
    expect(await spendCode(ctx, 'm1', '198.51.100.1')).toBe(false);
  expect(await spendCode(ctx, 'm2', '198.51.100.1')).toBe(true);
});
