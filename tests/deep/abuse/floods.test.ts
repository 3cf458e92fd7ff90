import { describe, expect, test } from 'vitest';
import { createAbuseWorld } from './abuse-world.server.ts';
import { measureFloods } from './floods.ts';
import { isFull, patience, report } from './report.ts';

describe('row 36: what is too large', () => {
  test('a message of a gateway may have 256 KB and no byte more; any other body 64 KB', async () => {
    const world = await createAbuseWorld();
    try {
      const post = async (url: string, length: number): Promise<number> =>
        (await world.from('177.1.1.1').call('POST', url, 'x'.repeat(length - 2))).status;
      const kilobyte = 1024;
      expect(await post('/api/v1/notifications/book', 256 * kilobyte)).not.toBe(413);
      expect(await post('/api/v1/notifications/book', 256 * kilobyte + 1)).toBe(413);
      expect(await post('/api/v1/lead', 64 * kilobyte)).not.toBe(413);
      expect(await post('/api/v1/lead', 64 * kilobyte + 1)).toBe(413);
    } finally {
      await world.close();
    }
  });
});

describe.runIf(isFull)('rows 36, 49 and 50: payments beside floods', () => {
  test('none fails', async () => expect(report(await measureFloods(10))).toEqual([]), patience);
});
