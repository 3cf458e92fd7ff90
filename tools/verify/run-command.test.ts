import { expect, test } from 'vitest';
import { runCommand } from './run-command.ts';

test('a program that ends well has no problem', async () => {
  expect(await runCommand('.', 'node', ['-e', 'console.log("fine")'])).toEqual({ problems: [] });
});

test('the output of a failing program is the problem', async () => {
  const outcome = await runCommand('.', 'node', ['-e', 'console.error("line 3 is wrong"); process.exitCode = 1']);
  expect(outcome.problems).toEqual(['line 3 is wrong']);
});

test('a program that fails without a word is still a problem', async () => {
  const outcome = await runCommand('.', 'node', ['-e', 'process.kill(process.pid, "SIGKILL")']);
  expect(outcome.problems).toEqual(['node ended with SIGKILL']);
});

test('a program that is not installed is refused', async () => {
  await expect(runCommand('.', 'no-such-program', [])).rejects.toThrow('ENOENT');
});
