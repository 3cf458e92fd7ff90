import { describe, expect, test } from 'vitest';
import { isIgnored, levels, receiversOf } from './level.ts';

describe('an event goes (specification, section 8)', () => {
  test.each(levels)('%s to monitoring and the log', (level) => {
    expect(receiversOf(level)).toEqual(expect.arrayContaining(['monitoring', 'console']));
  });

  test('to the error reports only when it is fatal or an error', () => {
    expect(levels.filter((level) => receiversOf(level).includes('error-reports'))).toEqual(['fatal', 'error']);
  });
});

describe('the reporter ignores', () => {
  test.each([400, 401, 404, 422])('the answer %d', (status) =>
    expect(isIgnored({ name: 'Error', message: 'refused', status })).toBe(true),
  );
  test.each([403, 409, 429, 500])('but not the answer %d', (status) =>
    expect(isIgnored({ name: 'Error', message: 'refused', status })).toBe(false),
  );
  test.each([
    ['TypeError', 'Failed to fetch', true],
    ['TypeError', 'Load failed', true],
    ['TypeError', 'NetworkError when attempting to fetch resource.', true],
    ['NotReadableError', 'The I/O read operation failed.', true],
    ['TypeError', 'The I/O read operation failed.', true],
    ['TimeoutError', 'signal timed out', true],
    ['TypeError', "Cannot read properties of undefined (reading 'total')", false],
    ['Error', 'Minified React error #418', false],
  ])('%s: %s -> %s', (name, message, wanted) => expect(isIgnored({ name, message })).toBe(wanted));
});
