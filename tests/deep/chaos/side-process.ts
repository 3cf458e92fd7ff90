import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

/** A process beside the product (the buyers, the checker): it is told to come to an end, and answers with one line of JSON. */
export interface SideProcess<Answer> {
  finish(): Promise<Answer>;
  kill(): void;
}

export function startSide<Answer>(file: string, task: object): SideProcess<Answer> {
  const child: ChildProcess = spawn(process.execPath, [path.join(import.meta.dirname, file), JSON.stringify(task)], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let said = '';
  let complaint = '';
  child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-4_000)));
  child.stdin?.on('error', () => undefined);
  const over = new Promise<Answer>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      const last = said.trimEnd().split('\n').at(-1) ?? '';
      if (complaint !== '') console.error(complaint);
      if (code === 0 && last.startsWith('{')) resolve(JSON.parse(last) as Answer);
      else reject(new Error(`${file} ended with ${code}: ${complaint}`));
    });
  });
  // Whoever asks for its end hears of it.
  over.catch(() => undefined);
  return {
    finish() {
      child.stdin?.end('over\n');
      return over;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}
