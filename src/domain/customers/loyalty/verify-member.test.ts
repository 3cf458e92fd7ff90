import { describe, expect, test } from 'vitest';
import { err, ok } from '#src/kernel/result/result.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { memberCpf, createPointsWorld } from '#tests/support/worlds/points-world.server.ts';
import { pointsAccountOf } from './index.server.ts';

const minute = 60_000;
const { sandboxWorld: stage, programme, identify, send, enter, choose, link, proved } = createPointsWorld();

describe('the verification of a member', () => {
  test('goes by document, device, code and account, and each step needs the one before', async () => {
    expect(await link()).toBeNull();
    expect(await send()).toEqual(err('not-begun'));
    accepted(await identify());
    expect(await enter('123456')).toEqual(err('not-begun'));
    expect(await send('fax')).toEqual(err('device-unknown'));
    accepted(await send('mail'));
    expect(await pointsAccountOf(stage.world.ctx, programme(), stage.session)).toEqual(err('not-begun'));
    expect(await enter('000000')).toEqual(err('code-wrong'));
    accepted(await enter('123456'));
    expect(accepted(await pointsAccountOf(stage.world.ctx, programme(), stage.session)).points).toBe(24_500);
    expect(await choose(12_340)).toEqual(ok(12_500));
    expect(await link()).toEqual({
      kind: 'spend',
      memberId: 'm1',
      devices: stage.world.points.member.devices,
      device: stage.world.points.member.devices[1],
      challengeId: null,
      codeExpiresAt: expect.any(Date),
      resendAt: expect.any(Date),
      token: 'open',
      points: 12_500,
      isJoined: false,
      problem: null,
    });
  });

  test('stores nothing of a document that is no member’s, and no document at all', async () => {
    expect(await identify(programme(), '52998224725')).toEqual(err('not-member'));
    expect(await link()).toBeNull();
    await proved();
    const rows = await stage.database.db.selectFrom('points_links').selectAll().execute();
    expect(
      JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)),
    ).not.toMatch(new RegExp(`${memberCpf}|"open"|123456`));
  });

  test('sends another code after a minute, and only one for two presses at once', async () => {
    accepted(await identify());
    const pressed = await Promise.all([send(), send()]);
    expect(pressed.filter(({ ok: isSent }) => isSent)).toHaveLength(1);
    expect(pressed).toContainEqual(err('too-soon'));
    stage.world.clock.advance(minute - 5_000);
    expect(await send()).toEqual(err('too-soon'));
    // Beginning again with the same member is no way around it.
    accepted(await identify());
    expect(await send()).toEqual(err('too-soon'));
    stage.world.clock.advance(5_000);
    accepted(await send('mail'));
  });

  test('may be asked for again at once when the programme sent nothing', async () => {
    accepted(await identify());
    expect(await send('phone', programme({ sendCode: async () => err('unavailable') }))).toEqual(err('unavailable'));
    expect((await link())?.problem).toBe('unavailable');
    accepted(await send());
    expect((await link())?.problem).toBeNull();
  });

  test('locks after three wrong codes, whatever the programme allows', async () => {
    accepted(await identify());
    accepted(await send());
    expect(await enter('000000')).toEqual(err('code-wrong'));
    expect(await enter('000001')).toEqual(err('code-wrong'));
    expect(await enter('000002')).toEqual(err('locked'));
    expect(await enter('123456')).toEqual(err('not-begun'));
    expect(await link()).toMatchObject({ problem: 'locked', token: null, challengeId: null });
    stage.world.clock.advance(minute);
    await proved();
    expect(await link()).toMatchObject({ problem: null, token: 'open' });
  });

  test('never lets more than three of many codes at once through', async () => {
    accepted(await identify());
    accepted(await send());
    let asked = 0;
    const club = programme({
      verify: async () => {
        asked += 1;
        return err('code-wrong');
      },
    });
    await Promise.all(Array.from({ length: 12 }, () => enter('000000', club)));
    expect(asked).toBeLessThanOrEqual(3);
  });

  test('counts no attempt that the programme did not answer', async () => {
    accepted(await identify());
    accepted(await send());
    const away = programme({ verify: async () => err('unavailable') });
    for (let time = 0; time < 5; time += 1) expect(await enter('123456', away)).toEqual(err('unavailable'));
    accepted(await enter('123456'));
  });

  test('closes the account with the time that the programme gave', async () => {
    await proved();
    stage.world.clock.advance(15 * minute);
    expect(await pointsAccountOf(stage.world.ctx, programme(), stage.session)).toEqual(err('session-over'));
    expect(await link()).toMatchObject({ token: null, problem: 'session-over' });
  });

  test('stays valid while the programme is unavailable', async () => {
    await proved();
    const away = programme({ account: async () => err('unavailable') });
    expect(await pointsAccountOf(stage.world.ctx, away, stage.session)).toEqual(err('unavailable'));
    expect(await link()).toMatchObject({ token: 'open', problem: 'unavailable' });
    accepted(await pointsAccountOf(stage.world.ctx, programme(), stage.session));
    expect((await link())?.problem).toBeNull();
  });
});

describe('chosen points', () => {
  test.each([
    [5_000, 3_000n, 'too-few'],
    [999, 114_000n, 'out-of-range'],
    [24_501, 114_000n, 'out-of-range'],
    [Number.NaN, 114_000n, 'out-of-range'],
  ] as const)('%d for %s are %s', async (points, price, failure) => {
    await proved();
    expect(await choose(points, price)).toEqual(err(failure));
    expect((await link())?.points).toBeNull();
  });

  test('are forgotten for another member', async () => {
    await proved();
    accepted(await choose(5_000));
    accepted(await identify());
    expect(await link()).toMatchObject({ points: 5_000, token: 'open' });
    const other = programme({ identify: async () => ok({ memberId: 'm2', devices: [] }) });
    accepted(await identify(other));
    expect(await link()).toMatchObject({ memberId: 'm2', points: null, token: null, device: null });
  });
});
