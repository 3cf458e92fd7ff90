import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const module = fileURLToPath(new URL('./crash-point.server.ts', import.meta.url));

function passTwoPoints(armed: string | null) {
  const script = `
    import { armCrashPoint, crashPoint } from ${JSON.stringify(module)};
    process.on('exit', () => console.log('exit handler'));
    armCrashPoint(${JSON.stringify(armed)});
    crashPoint('first');
    console.log('between');
    crashPoint('second');
    console.log('end');
  `;
  const { signal, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  return { signal, lines: stdout.trim().split('\n') };
}

test('the process dies at the armed place, without a last word', () => {
  expect(passTwoPoints('second')).toEqual({ signal: 'SIGKILL', lines: ['between'] });
});

test('a crash point does nothing at other places or when none is armed', () => {
  expect(passTwoPoints('third')).toEqual({ signal: null, lines: ['between', 'end', 'exit handler'] });
  expect(passTwoPoints(null)).toEqual({ signal: null, lines: ['between', 'end', 'exit handler'] });
});
