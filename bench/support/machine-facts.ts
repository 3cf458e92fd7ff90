import { readFileSync } from 'node:fs';
import os from 'node:os';

/** The machine on which a figure was measured. */
export interface MachineFacts {
  readonly node: string;
  readonly platform: string;
  readonly cores: number;
  readonly processor: string;
  readonly memoryGib: number;
  /** Load average of the minute before the start. */
  readonly loadBefore: number;
}

export function machineFacts(): MachineFacts {
  return {
    node: process.version,
    platform: `${os.platform()} ${os.release()} ${os.arch()}`,
    cores: os.availableParallelism(),
    processor: os.cpus()[0]?.model ?? processorName(),
    memoryGib: Math.round(os.totalmem() / 2 ** 30),
    loadBefore: os.loadavg()[0] ?? Number.NaN,
  };
}

function processorName(): string {
  try {
    return /model name\s*:\s*(.+)/.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1] ?? 'unknown';
  } catch {
    return 'unknown';
  }
}

export function describeMachine(facts: MachineFacts): string {
  const busy =
    facts.loadBefore > facts.cores / 2
      ? `\n! The machine was busy before (load ${facts.loadBefore.toFixed(1)} on ${facts.cores} cores): figures are too low`
      : '';
  return `Node ${facts.node}, ${facts.platform}, ${facts.cores} cores of ${facts.processor}, ${facts.memoryGib} GiB${busy}`;
}
